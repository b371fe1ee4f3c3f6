package io.tical.server.suspense;

import java.util.Locale;
import java.util.UUID;

/**
 * A payment that came and that its payin does not take.
 *
 * @param reference what tells it from every other payment of this source
 * @param payinId for which it seems to have been meant
 * @param amount minor units, 1 or more
 */
public record Unmatched(
        UUID organizationId,
        boolean livemode,
        Source source,
        String reference,
        UUID payinId,
        Reason reason,
        String currency,
        long amount) {
    /** How it came. */
    public enum Source {
        /** To the address of a deposit. */
        CRYPTO,
        /** To one of the operator's accounts, as a slip tells. */
        SLIP;

        /** The source as stored and shown. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Source of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** Why the payin does not take it. */
    public enum Reason {
        /** It was paid when the time was over. */
        LATE,
        /** It is less than was asked for, and the rest never came. */
        PARTIAL,
        /** The payin has its payment already. */
        EXTRA,
        /** The payin was called off or closed. */
        CLOSED;

        /** The reason as stored and shown. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Reason of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    public Unmatched {
        if (amount < 1) {
            throw new IllegalArgumentException("a payment is positive: " + amount);
        }
    }
}

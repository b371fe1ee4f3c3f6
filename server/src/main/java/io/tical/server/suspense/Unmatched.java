package io.tical.server.suspense;

import io.tical.common.Word;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payment that came and that its payin does not take, or one that left and that its payout does not account for.
 *
 * @param reference what tells it from every other payment of this source
 * @param payinId for which it seems to have been meant; null for what a payout delivered
 * @param amount minor units, 1 or more
 * @param paidOut what delivered it, when it is a claim: money that left the house and not money that came; null otherwise
 */
public record Unmatched(
        UUID organizationId,
        boolean livemode,
        Source source,
        String reference,
        @Nullable UUID payinId,
        Reason reason,
        String currency,
        long amount,
        @Nullable PaidOut paidOut) {
    /** An attempt of a payout that was delivered after it had been given up. */
    public record PaidOut(UUID payoutId, UUID attemptId) {}

    /** How it came. */
    public enum Source implements Word {
        /** To the address of a deposit. */
        CRYPTO,
        /** To one of the operator's accounts, as a slip tells. */
        SLIP,
        /** By a payout, and it did not come but go. */
        PAYOUT;

        static Source of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** Why the payin does not take it. */
    public enum Reason implements Word {
        /** It was paid when the time was over. */
        LATE,
        /** It is less than was asked for, and the rest never came. */
        PARTIAL,
        /** The payin has its payment already. */
        EXTRA,
        /** The payin was called off or closed. */
        CLOSED,
        /** The payout's attempt had been given up, and was delivered. */
        DELIVERED_LATE;

        static Reason of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    public Unmatched {
        if (amount < 1) {
            throw new IllegalArgumentException("a payment is positive: " + amount);
        }
    }

    /** A payment that came. */
    public Unmatched(
            UUID organizationId,
            boolean livemode,
            Source source,
            String reference,
            UUID payinId,
            Reason reason,
            String currency,
            long amount) {
        this(organizationId, livemode, source, reference, payinId, reason, currency, amount, null);
    }

    /** Whether it is money that left the house and is claimed back. */
    public boolean claim() {
        return paidOut != null;
    }
}

package io.tical.server.suspense;

import io.tical.common.Word;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payment that arrived and that its payin does not take, or one that left and that its payout does not account for.
 *
 * @param reference unique among the payments of this source
 * @param payinId the payin that it was sent for; null for what a payout delivered
 * @param amount minor units, 1 or more
 * @param paidOut what delivered it, when it is a claim for money that left; null for a payment that arrived
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
    /** An attempt of a payout that was delivered after the service had given it up. */
    public record PaidOut(UUID payoutId, UUID attemptId) {}

    /** How it arrived. */
    public enum Source implements Word {
        /** To the address of a deposit. */
        CRYPTO,
        /** To one of the operator's accounts, as a slip proves. */
        SLIP,
        /** It did not arrive but left, by a payout. */
        PAYOUT;
    }

    /** Why the payin does not take it. */
    public enum Reason implements Word {
        /** It was paid after the payin had expired. */
        LATE,
        /** It is less than the payin's amount, and the rest never arrived. */
        PARTIAL,
        /** The payin has been paid by another payment. */
        EXTRA,
        /** The payin was cancelled or closed. */
        CLOSED,
        /** The payout's attempt had been given up, and was delivered. */
        DELIVERED_LATE;
    }

    public Unmatched {
        if (amount < 1) {
            throw new IllegalArgumentException("a payment is positive: " + amount);
        }
    }

    /** A payment that arrived. */
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

    /** Whether it is a claim for money that left. */
    public boolean claim() {
        return paidOut != null;
    }
}

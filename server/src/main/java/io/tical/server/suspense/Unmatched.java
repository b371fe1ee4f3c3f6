package io.tical.server.suspense;

import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payment that its payin refused, or money that was paid out in addition to its payout or settlement.
 *
 * @param transaction the payin that it was sent for; the payout or settlement of a claim
 * @param reference unique among the payments of this source
 * @param amount minor units, 1 or more
 * @param attemptId the attempt that delivered it late, or that records it as a further transfer, for a claim; null for a payment
 */
public record Unmatched(
        TransactionKey transaction,
        Source source,
        String reference,
        Reason reason,
        String currency,
        long amount,
        @Nullable UUID attemptId) {
    /** The source of a payment. */
    public enum Source implements Word {
        /** A transfer to a deposit address. */
        CRYPTO,
        /** A transfer to an account of the operator, proved by a slip. */
        SLIP,
        /** A claim: a payout delivered it. */
        PAYOUT,
        /** A claim: a settlement delivered it. */
        SETTLEMENT,
        /** A payment that staff found, such as on a bank statement. */
        STAFF
    }

    /** The reason why the payin refused it. */
    public enum Reason implements Word {
        /** The payment was made after the payin had expired. */
        LATE,
        /** The payment is less than the payin's amount. */
        PARTIAL,
        /** Another payment had already paid the payin. */
        EXTRA,
        /** The payin had been cancelled or closed. */
        CLOSED,
        /** Its transaction on the chain was recorded as another transfer, such as a refund. */
        NAMED,
        /** The attempt was delivered after the service had abandoned it, or records a further transfer. */
        DELIVERED_LATE
    }

    public Unmatched {
        if (amount < 1) {
            throw new IllegalArgumentException("a payment is positive: " + amount);
        }
    }

    /** A payment that was received. */
    public Unmatched(
            TransactionKey payin, Source source, String reference, Reason reason, String currency, long amount) {
        this(payin, source, reference, reason, currency, amount, null);
    }

    /** The id of its transaction if it is of this source. */
    @Nullable
    UUID of(Source wanted) {
        return source == wanted ? transaction.id() : null;
    }

    /** Whether it is a claim for money that was paid out. */
    public boolean claim() {
        return attemptId != null;
    }
}

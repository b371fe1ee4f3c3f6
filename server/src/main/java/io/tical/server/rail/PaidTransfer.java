package io.tical.server.rail;

import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.EventType;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A transfer at a bank, and the only thing that it paid.
 *
 * @param reference in the form of {@link BankTransfer#compared}
 * @param transaction the object of the use
 * @param attemptId the attempt that it paid; null for other uses
 * @param amount minor units that it paid back; null for other uses
 */
public record PaidTransfer(
        String reference,
        Use use,
        TransactionKey transaction,
        @Nullable UUID attemptId,
        @Nullable Long amount) {
    /** What a transfer paid. */
    public enum Use implements Word {
        /** An attempt of a payout. */
        PAYOUT("paid the payout", "payout"),
        /** An attempt of a settlement. */
        SETTLEMENT("paid the settlement", "settlement"),
        /** A reverted payout came back. */
        PAYOUT_REFUND("brought back the payout", "payout"),
        /** It was received as a payment of a payin; such a transfer is not recorded as one that was sent. */
        PAYIN("paid the payin", "payin"),
        /** The payment of a payin went back to the payer. */
        PAYIN_REFUND("refunded the payin", "payin"),
        /** Unallocated funds went back to the payer, or those of a claim came back. */
        RETURN("returned the unallocated funds", "suspense");

        private final String clause;
        private final String type;

        /** @param type of the object */
        Use(String clause, String type) {
            this.clause = clause;
            this.type = type;
        }

        private static Use of(EventType.Subject subject) {
            return switch (subject) {
                case PAYOUT -> PAYOUT;
                case SETTLEMENT -> SETTLEMENT;
                case PAYIN -> throw new IllegalArgumentException("a payin sends no money");
            };
        }
    }

    /** @param reference as a person or a rail wrote it */
    public static PaidTransfer of(
            String reference, EventType.Subject subject, TransactionKey transaction, UUID attemptId) {
        return new PaidTransfer(BankTransfer.compared(reference), Use.of(subject), transaction, attemptId, null);
    }

    /** A transfer that was received as a payment of a payin. */
    public static PaidTransfer received(String reference, TransactionKey payin) {
        return new PaidTransfer(BankTransfer.compared(reference), Use.PAYIN, payin, null, null);
    }

    /**
     * A transfer without an attempt, which pays money back.
     *
     * @param reference as a person wrote it
     * @param amount minor units
     */
    public static PaidTransfer back(String reference, Use use, TransactionKey transaction, long amount) {
        return new PaidTransfer(BankTransfer.compared(reference), use, transaction, null, amount);
    }

    /** It, as what a refusal is about. */
    public Problem.About about() {
        return new Problem.About(use.word(), use.type, transaction.id(), reference);
    }

    /** Whether both say that one transfer paid the same. */
    boolean repeats(PaidTransfer other) {
        return reference.equals(other.reference)
                && use == other.use
                && transaction.equals(other.transaction)
                && Objects.equals(attemptId, other.attemptId);
    }

    public TransferName name() {
        return new TransferName(reference, transaction.livemode());
    }

    /** What it paid, as a clause: {@code transfer X paid the payout Y}. */
    public String description() {
        return "transfer " + reference + " " + use.clause + " " + transaction.id();
    }

    /**
     * Refuses this transfer because it paid something else.
     *
     * @param paid the other payment
     */
    public Problem.Conflict refused(PaidTransfer paid) {
        return new Problem.Conflict(
                "TRANSFER_ALREADY_USED",
                paid.transaction().equals(transaction) && attemptId != null && paid.attemptId() != null
                        ? "The " + paid.description()
                                + ", but with another attempt. A transfer can pay only once. If each leg has"
                                + " its own transfer, report the legs one by one."
                        : "The " + paid.description()
                                + ". A transfer can pay only once. Compare both payments. If two banks used the same"
                                + " reference, write the bank in front of the reference.",
                paid.about());
    }
}

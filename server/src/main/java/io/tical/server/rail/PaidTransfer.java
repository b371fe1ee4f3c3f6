package io.tical.server.rail;

import io.tical.server.problem.Problem;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.TransactionKey;
import java.util.UUID;

/**
 * A transfer that paid an attempt.
 *
 * @param reference in the form of {@link BankTransfer#compared}
 * @param subject the type of the transaction: a payout or a settlement
 */
public record PaidTransfer(String reference, EventType.Subject subject, TransactionKey transaction, UUID attemptId) {
    /** @param reference as a person or a rail wrote it */
    public static PaidTransfer of(
            String reference, EventType.Subject subject, TransactionKey transaction, UUID attemptId) {
        return new PaidTransfer(BankTransfer.compared(reference), subject, transaction, attemptId);
    }

    /** What it paid, as a clause: {@code transfer X paid the payout Y}. */
    public String description() {
        return "transfer " + reference + " paid the " + subject.word() + " " + transaction.id();
    }

    /**
     * Refuses this transfer because it paid another attempt.
     *
     * @param paid the other payment
     */
    Problem.Conflict refused(PaidTransfer paid) {
        return new Problem.Conflict(
                "TRANSFER_ALREADY_USED",
                paid.transaction().equals(transaction)
                        ? "The " + paid.description()
                                + ", but with another attempt. A transfer can pay only once. If each leg has"
                                + " its own transfer, report the legs one by one."
                        : "The " + paid.description()
                                + ". A transfer can pay only once. Compare both payments. If two banks used the same"
                                + " reference, write the bank in front of the reference.");
    }
}

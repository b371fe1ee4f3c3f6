package io.tical.server.rail;

import io.tical.server.problem.Problem;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.TransactionKey;
import java.util.UUID;

/**
 * A transfer that paid an attempt.
 *
 * @param reference as of {@link BankTransfer#compared}
 * @param subject the type of the transaction: a payout or a settlement
 */
public record PaidTransfer(String reference, EventType.Subject subject, TransactionKey transaction, UUID attemptId) {
    /** @param reference as somebody names it */
    public static PaidTransfer of(
            String reference, EventType.Subject subject, TransactionKey transaction, UUID attemptId) {
        return new PaidTransfer(BankTransfer.compared(reference), subject, transaction, attemptId);
    }

    /** What it paid, as a sentence without its first word and its stop. */
    public String told() {
        return "transfer " + reference + " paid the " + subject.word() + " " + transaction.id();
    }

    /** @param paid the payment that was made by this transfer */
    Problem.Conflict refused(PaidTransfer paid) {
        return new Problem.Conflict(
                "TRANSFER_ALREADY_USED",
                paid.transaction().equals(transaction)
                        ? "The " + paid.told()
                                + ", but not by this attempt, and a transfer pays once. If each leg had a"
                                + " transfer of its own, report the legs one by one."
                        : "The " + paid.told()
                                + ", and a transfer pays once. Compare both. If they are transfers of two banks"
                                + " with the same reference, write the bank before the reference.");
    }
}

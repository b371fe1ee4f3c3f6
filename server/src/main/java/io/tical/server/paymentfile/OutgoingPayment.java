package io.tical.server.paymentfile;

import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.FiledLegs.Leg;
import io.tical.server.rail.PayoutOutcome.FailureCode;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payment of a file: an attempt of a leg of a payout or a settlement.
 *
 * @param number in its file, from 1
 * @param amount minor units
 * @param reference by which the bank names it, unique over all files
 * @param said what the bank says of it; null before it said something
 * @param entryId the entry of a statement that proves it; null without one
 */
record OutgoingPayment(
        UUID fileId,
        int number,
        EventType.Subject subject,
        TransactionKey transaction,
        UUID attemptId,
        long amount,
        Payee payee,
        String reference,
        List<Warning> warnings,
        Status status,
        @Nullable Said said,
        @Nullable UUID entryId,
        Instant updatedAt) {
    record Payee(String bankCode, String accountNo, String holderName) {}

    /** What is unusual about a payment. */
    enum Warning implements Word {
        /** No payout to this account has arrived before. */
        NEW_DESTINATION,
        /** Nobody has verified that the account is the payee's, or it was changed since. */
        NAME_NOT_VERIFIED,
        /** Another payment of the file goes to the same account. */
        SAME_DESTINATION,
        /** The file has the name in another form: shortened, or with other characters. */
        NAME_CHANGED
    }

    enum Status implements Word {
        /** Nothing final is known. */
        OPEN,
        /** It was taken out before the file was released. */
        REMOVED,
        DELIVERED,
        FAILED,
        /** Staff decide on it, because nobody knows what became of it. */
        REVIEW,
        /** Its file never came to the bank. */
        VOID;

        boolean isUndecided() {
            return this == OPEN || this == REVIEW;
        }
    }

    /** What the bank says became of a payment. */
    enum Outcome implements Word {
        IN_PROCESS,
        SUCCEEDED,
        FAILED,
        /** A person must look at it, such as because the bank knows the payment already. */
        OPERATOR
    }

    /**
     * @param code of the bank
     * @param failure why it failed; null unless it did
     * @param words of the bank; null if it has none
     * @param bankReference null if it has none
     */
    record Said(
            Outcome outcome,
            String code,
            @Nullable FailureCode failure,
            @Nullable String words,
            @Nullable String bankReference) {}

    Leg leg() {
        return new Leg(transaction, attemptId);
    }

    OutgoingPayment as(Status next, Instant at) {
        return with(next, said, entryId, at);
    }

    OutgoingPayment said(Said now, Instant at) {
        return with(status, now, entryId, at);
    }

    OutgoingPayment provedBy(UUID entry, Instant at) {
        return with(status, said, entry, at);
    }

    private OutgoingPayment with(Status next, @Nullable Said nowSaid, @Nullable UUID entry, Instant at) {
        return new OutgoingPayment(
                fileId,
                number,
                subject,
                transaction,
                attemptId,
                amount,
                payee,
                reference,
                warnings,
                next,
                nowSaid,
                entry,
                at);
    }
}

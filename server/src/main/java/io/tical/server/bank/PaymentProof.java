package io.tical.server.bank;

import io.tical.common.Word;
import io.tical.server.key.Keyed;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.ExpectedTransfers.Paid;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Whether a statement proves that the money of a payin came. Its key is the payin's.
 *
 * @param entryId the entry that proves it; null without one
 * @param waitUntil until when a person said to wait; null if nobody did
 * @param decidedBy who decided on it last; null if nobody did
 * @param note why
 * @param version incremented by every change
 */
public record PaymentProof(
        Paid payment,
        Status status,
        @Nullable UUID entryId,
        @Nullable Instant waitUntil,
        @Nullable String decidedBy,
        @Nullable String note,
        long version,
        Instant updatedAt)
        implements Keyed {
    /** Its name in codes and in the audit log. */
    public static final String RESOURCE = "payment_proof";

    public enum Status implements Word {
        /** No statement has covered its time yet, or a person waits. */
        WAITING,
        /** An entry of the account is its payment. */
        PROVED,
        /** A statement that covers its time does not have it: the slip may be forged. */
        MISSING,
        /** A person said why no entry shows it. */
        EXPLAINED
    }

    static PaymentProof expected(Paid payment) {
        return new PaymentProof(payment, Status.WAITING, null, null, null, null, 1, payment.at());
    }

    @Override
    public TransactionKey key() {
        return payment.payin();
    }

    PaymentProof proved(UUID entry, Instant at) {
        return new PaymentProof(payment, Status.PROVED, entry, null, decidedBy, note, version + 1, at);
    }

    PaymentProof missing(Instant at) {
        return new PaymentProof(payment, Status.MISSING, null, null, decidedBy, note, version + 1, at);
    }

    PaymentProof waiting(Instant until, String by, @Nullable String why, Instant at) {
        return new PaymentProof(payment, Status.WAITING, null, until, by, why, version + 1, at);
    }

    PaymentProof explained(String by, @Nullable String why, Instant at) {
        return new PaymentProof(payment, Status.EXPLAINED, null, null, by, why, version + 1, at);
    }
}

package io.tical.server.paymentfile;

import io.tical.common.Word;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file of payments from one account, in one currency, on one day.
 *
 * @param payments in it
 * @param total of them, minor units
 * @param version incremented by every change
 */
record OutgoingFile(
        UUID id,
        boolean livemode,
        Terms terms,
        int payments,
        long total,
        Progress progress,
        long version,
        Instant updatedAt) {
    /** The name of a file in codes and in the audit log. */
    static final String RESOURCE = "payment_file";

    /**
     * @param accountId of the collection account that pays
     * @param name unique for ever at the bank
     * @param settings of the format when it was made
     * @param zone of the bank
     */
    record Terms(
            UUID accountId,
            String name,
            String format,
            Map<String, String> settings,
            ZoneId zone,
            String currency,
            LocalDate executionDay,
            String createdBy,
            Instant createdAt) {}

    /**
     * @param hash SHA-256 of its bytes in hexadecimal digits; null before it is released
     * @param releasedBy the second person
     * @param handedOutBy who took its bytes first
     * @param answerBy until when the bank should have said what became of it
     * @param entryId the entry of a statement that debits all payments at once
     */
    record Progress(
            Status status,
            @Nullable String hash,
            @Nullable String releasedBy,
            @Nullable String handedOutBy,
            @Nullable Instant handedOutAt,
            @Nullable Instant answerBy,
            @Nullable UUID entryId) {
        static final Progress DRAFT = new Progress(Status.DRAFT, null, null, null, null, null, null);

        Progress as(Status next) {
            return new Progress(next, hash, releasedBy, handedOutBy, handedOutAt, answerBy, entryId);
        }

        Progress released(String bytesHash, String by) {
            return new Progress(Status.RELEASED, bytesHash, by, null, null, null, null);
        }

        Progress handedOut(String by, Instant at, Instant answer) {
            return new Progress(Status.HANDED_OUT, hash, releasedBy, by, at, answer, entryId);
        }

        Progress debitedBy(UUID entry) {
            return new Progress(status, hash, releasedBy, handedOutBy, handedOutAt, answerBy, entry);
        }
    }

    enum Status implements Word {
        /** Its payments can be removed, and nobody has its bytes. */
        DRAFT,
        /** Two people agreed on it. Nobody has its bytes yet. */
        RELEASED,
        /** Somebody took its bytes, so the bank may have it. */
        HANDED_OUT,
        /** What became of all payments is known. */
        CLOSED,
        /** It never came to the bank, as two people said. */
        VOID,
        /** It was given up before anybody had its bytes. */
        DISCARDED
    }

    Status status() {
        return progress.status();
    }

    OutgoingFile with(Progress next, Instant at) {
        return new OutgoingFile(id, livemode, terms, payments, total, next, version + 1, at);
    }

    /** With other payments. */
    OutgoingFile with(int nowPayments, long nowTotal, Instant at) {
        return new OutgoingFile(id, livemode, terms, nowPayments, nowTotal, progress, version + 1, at);
    }
}

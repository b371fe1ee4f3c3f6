package io.tical.server.paymentfile;

import io.tical.common.Word;
import java.time.Instant;
import java.util.UUID;

/**
 * What a bank says became of a file, as it came.
 *
 * @param name of what came, for people
 * @param hash SHA-256 of its bytes in hexadecimal digits
 * @param receivedBy who sent it
 */
record BankAnswer(
        UUID id,
        UUID fileId,
        boolean livemode,
        String name,
        String hash,
        Status status,
        String receivedBy,
        long version,
        Instant receivedAt,
        Instant updatedAt) {
    /** The name in codes and in the audit log. */
    static final String RESOURCE = "payment_result";

    enum Status implements Word {
        /** It does not count yet. */
        WAITING,
        APPLIED,
        DISCARDED
    }

    BankAnswer as(Status next, Instant at) {
        return new BankAnswer(id, fileId, livemode, name, hash, next, receivedBy, version + 1, receivedAt, at);
    }
}

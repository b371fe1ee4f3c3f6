package io.tical.server.bank;

import io.tical.common.Word;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file of a bank, as it came. It belongs to no organization.
 *
 * @param name that it had, for people
 * @param size bytes, 1 or more
 * @param hash SHA-256 of the bytes, as hexadecimal digits
 * @param receivedBy who uploaded it, or from where it came
 * @param accountId the account that an operator chose because the file names none; or null
 * @param profile the profile that an operator chose because several fit; or null
 * @param credits the sum of what its statements say came in, minor units; null while it cannot be read
 * @param currency of the credits
 * @param version incremented by every change
 */
public record BankFile(
        UUID id,
        boolean livemode,
        String name,
        long size,
        String hash,
        Origin origin,
        String receivedBy,
        @Nullable UUID accountId,
        @Nullable String profile,
        @Nullable Long credits,
        @Nullable String currency,
        Status status,
        long version,
        Instant receivedAt,
        Instant updatedAt) {
    /** How a file came. */
    public enum Origin implements Word {
        OPERATOR,
        INBOX,
        /** A bank or an aggregator notified its entries. */
        NOTIFIED,
        SIMULATOR
    }

    public enum Status implements Word {
        /** It was received, and nothing of it counts yet. */
        WAITING,
        /** Its statements count. */
        IMPORTED,
        /** Its statements counted, and no longer do. */
        UNDONE,
        /** It never counted. */
        DISCARDED
    }

    BankFile as(Status next, Instant at) {
        return new BankFile(
                id,
                livemode,
                name,
                size,
                hash,
                origin,
                receivedBy,
                accountId,
                profile,
                credits,
                currency,
                next,
                version + 1,
                receivedAt,
                at);
    }

    /** This file, read in another way. */
    BankFile read(@Nullable UUID account, @Nullable String by, @Nullable Long sum, @Nullable String in, Instant at) {
        return new BankFile(
                id,
                livemode,
                name,
                size,
                hash,
                origin,
                receivedBy,
                account,
                by,
                sum,
                in,
                status,
                version + 1,
                receivedAt,
                at);
    }
}

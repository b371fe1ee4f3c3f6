package io.tical.server.webhook;

import io.tical.common.Word;
import io.tical.server.merchant.CallbackEndpoint;
import io.tical.server.merchant.CallbackEndpoint.Kind;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event on its way to a merchant.
 *
 * @param url where its last attempt went, or where it will go first
 * @param attempts made so far; one that is under way counts
 * @param nextAttemptAt when it is tried next; null unless it is pending
 */
public record Delivery(
        TransactionKey key,
        UUID eventId,
        EventType type,
        UUID transactionId,
        String url,
        Status status,
        int attempts,
        @Nullable Instant nextAttemptAt,
        @Nullable Instant deliveredAt,
        Instant createdAt) {
    /** How far it has come. */
    public enum Status implements Word {
        /** Waits for its next attempt. */
        PENDING,
        /** Acknowledged with 2xx. */
        DELIVERED,
        /** Refused with 4xx, or never acknowledged. */
        FAILED,
        /** Held back, because its endpoint had been failing for too long. */
        SUSPENDED;

        public static Optional<Status> of(String word) {
            return Word.find(Status.class, word);
        }
    }

    /**
     * One attempt.
     *
     * @param number from 1
     * @param requestId its {@code X-Request-ID}
     * @param statusCode what was answered, or null
     * @param error what went wrong when nothing was answered, or null
     * @param responseExcerpt the first KiB of the answer, or null
     */
    public record Attempt(
            int number,
            UUID requestId,
            Instant at,
            @Nullable Integer statusCode,
            int durationMs,
            @Nullable String error,
            @Nullable String responseExcerpt) {}

    public Kind endpoint() {
        return CallbackEndpoint.Kind.of(type.subject());
    }

    CallbackEndpoint.Key line() {
        return new CallbackEndpoint.Key(key.organizationId(), endpoint());
    }
}

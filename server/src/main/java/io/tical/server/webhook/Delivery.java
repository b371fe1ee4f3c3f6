package io.tical.server.webhook;

import static io.tical.server.transaction.StateTable.row;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.StateTable;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of an event to a merchant, as in JSON.
 *
 * @param url the URL of its last attempt, or of its first one if there was none
 * @param attempts made so far, including one in flight
 * @param nextAttemptAt when it is attempted next; null unless it is pending
 * @param lastCode the HTTP status that ended the last attempt, or {@link DeliveryFilter#UNANSWERED}; null before an attempt has ended
 */
@JsonPropertyOrder({"id", "eventId", "event", "livemode", "transactionId", "transaction_type", "endpoint"})
public record Delivery(
        @JsonIgnore TransactionKey key,
        UUID eventId,
        @JsonIgnore EventType type,
        UUID transactionId,
        String url,
        Status status,
        int attempts,
        @Nullable Instant nextAttemptAt,
        @Nullable Instant deliveredAt,
        Instant createdAt,
        @JsonIgnore @Nullable Integer lastCode) {
    /** Its states, and the table of their transitions. */
    public enum Status implements Word {
        /** Waits for its next attempt. */
        PENDING,
        /** Acknowledged with 2xx. */
        DELIVERED,
        /** Refused with 4xx, or never acknowledged. */
        FAILED,
        /** Suspended, because its endpoint had failed for too long. */
        SUSPENDED;

        /** The triggers of transitions. */
        enum Trigger implements Word {
            /** An attempt was acknowledged. */
            ACKNOWLEDGE,
            /** An attempt was not acknowledged, and another follows. */
            RETRY,
            /** An attempt was refused, or the last attempt was not acknowledged. */
            GIVE_UP,
            /** Its endpoint is suspended. */
            SUSPEND,
            /** Its endpoint no longer has a URL. */
            DROP,
            /** Its endpoint is resumed. */
            RESUME,
            /** The merchant, or an operator, sends it again. */
            REDELIVER
        }

        /** The effect of a transition on the attempts. */
        enum Effect {
            /** No further attempt. */
            STOP,
            /** The next attempt follows the retry schedule. */
            CONTINUE,
            /** The attempts start again, the first one immediately. */
            RESTART
        }

        static final StateTable<Status, Trigger, Effect> TABLE = StateTable.of(
                "delivery",
                row(PENDING, Trigger.ACKNOWLEDGE, DELIVERED, Effect.STOP),
                row(PENDING, Trigger.RETRY, PENDING, Effect.CONTINUE),
                row(PENDING, Trigger.GIVE_UP, FAILED, Effect.STOP),
                row(PENDING, Trigger.SUSPEND, SUSPENDED, Effect.STOP),
                row(PENDING, Trigger.DROP, FAILED, Effect.STOP),
                row(SUSPENDED, Trigger.DROP, FAILED, Effect.STOP),
                row(SUSPENDED, Trigger.RESUME, PENDING, Effect.RESTART),
                row(FAILED, Trigger.REDELIVER, PENDING, Effect.RESTART));
    }

    /**
     * One attempt.
     *
     * @param number from 1
     * @param requestId its {@code X-Request-ID}
     * @param statusCode the HTTP status, or null
     * @param error what went wrong if there was no answer, or null
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

    @JsonProperty("id")
    public UUID id() {
        return key.id();
    }

    @JsonProperty("event")
    String event() {
        return type.word();
    }

    @JsonProperty("livemode")
    boolean livemode() {
        return key.livemode();
    }

    @JsonProperty("transaction_type")
    String transactionType() {
        return type.subject().word();
    }

    @JsonProperty("endpoint")
    public Kind endpoint() {
        return CallbackEndpoint.Kind.of(type.subject());
    }

    TransactionKey eventKey() {
        return new TransactionKey(key.organizationId(), key.livemode(), eventId);
    }

    CallbackEndpoint.Key endpointKey() {
        return new CallbackEndpoint.Key(key.organizationId(), endpoint());
    }
}

package io.tical.server.webhook;

import io.tical.common.UnixTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A delivery as JSON; times are Unix seconds. */
public record DeliveryView(
        UUID id,
        UUID eventId,
        String event,
        boolean livemode,
        UUID transactionId,
        String transactionType,
        String endpoint,
        String url,
        String status,
        int attempts,
        @Nullable Long nextAttemptAt,
        @Nullable Long deliveredAt,
        long createdAt) {
    public static DeliveryView of(Delivery delivery) {
        return new DeliveryView(
                delivery.key().id(),
                delivery.eventId(),
                delivery.type().word(),
                delivery.key().livemode(),
                delivery.transactionId(),
                delivery.type().subject().word(),
                delivery.endpoint().word(),
                delivery.url(),
                delivery.status().word(),
                delivery.attempts(),
                UnixTime.seconds(delivery.nextAttemptAt()),
                UnixTime.seconds(delivery.deliveredAt()),
                delivery.createdAt().getEpochSecond());
    }

    /** One attempt as JSON. */
    public record AttemptView(
            int number,
            UUID requestId,
            long at,
            @Nullable Integer statusCode,
            int durationMs,
            @Nullable String error,
            @Nullable String responseExcerpt) {
        static AttemptView of(Delivery.Attempt attempt) {
            return new AttemptView(
                    attempt.number(),
                    attempt.requestId(),
                    attempt.at().getEpochSecond(),
                    attempt.statusCode(),
                    attempt.durationMs(),
                    attempt.error(),
                    attempt.responseExcerpt());
        }
    }

    public static List<AttemptView> of(List<Delivery.Attempt> attempts) {
        return attempts.stream().map(AttemptView::of).toList();
    }
}

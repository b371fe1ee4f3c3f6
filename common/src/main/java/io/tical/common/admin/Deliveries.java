package io.tical.common.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Callbacks to merchants. */
public final class Deliveries {
    private Deliveries() {}

    /** @param endpoint {@code payin} or {@code payout}: which of the merchant's URLs receives it */
    public record Row(
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
            long createdAt,
            UUID organizationId,
            String organizationName)
            implements WorkItem {}

    /** @param body as it is sent */
    public record Detail(@JsonUnwrapped Row row, String body, List<Attempt> attemptLog) {}

    /** @param responseExcerpt the beginning of the answer */
    public record Attempt(
            int number,
            UUID requestId,
            long at,
            @Nullable Integer statusCode,
            long durationMs,
            @Nullable String error,
            @Nullable String responseExcerpt) {}
}

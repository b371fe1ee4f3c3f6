package io.tical.server.rail;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt as JSON for operators.
 *
 * @param amount minor units
 * @param reference the rail's or the bank's reference of the transfer, or null
 * @param route why this rail was chosen, or null if there was no choice
 * @param lateAmount minor units that were delivered after the end of the attempt
 */
public record AttemptView(
        UUID id,
        int number,
        String rail,
        @Nullable String route,
        Attempt.State state,
        long amount,
        @Nullable String reference,
        Instant createdAt,
        @Nullable Instant closedAt,
        @Nullable Long lateAmount,
        @Nullable Instant lateAt) {
    public static AttemptView of(Attempt attempt) {
        return new AttemptView(
                attempt.id(),
                attempt.number(),
                attempt.rail(),
                attempt.route(),
                attempt.state(),
                attempt.amount(),
                attempt.railReference(),
                attempt.createdAt(),
                attempt.closedAt(),
                attempt.lateAmount(),
                attempt.lateAt());
    }
}

package io.tical.server.lost;

import io.tical.server.outward.Departure;
import io.tical.server.outward.Lost;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A case as JSON; times are Unix seconds.
 *
 * @param kind what left: an attempt of a transfer, or an outcome that a merchant was told
 * @param subject what kind of transaction it was for
 * @param transactionId of the transaction as it was before; the database may not have it
 * @param reference the merchant's, of the transaction
 * @param step the number of the leg, from 1; null for an outcome
 * @param amount minor units
 * @param rail by which it was sent; null for an outcome
 * @param event the type of event that the merchant was told; null for an attempt
 * @param sentAt when it left
 * @param foundAt when a comparison missed it in the database
 * @param adoptedBy the transaction that has taken it up; null unless it is adopted
 * @param closedAt when it was adopted or closed
 * @param note what was done about it; null unless it is closed
 * @param logId the log that has it
 */
record LostView(
        UUID id,
        boolean livemode,
        Lost.Status status,
        Departure.Kind kind,
        EventType.Subject subject,
        UUID transactionId,
        @Nullable String reference,
        @Nullable Integer step,
        long amount,
        String currency,
        @Nullable String rail,
        @Nullable String event,
        Instant sentAt,
        Instant foundAt,
        @Nullable UUID adoptedBy,
        @Nullable Instant closedAt,
        @Nullable String note,
        UUID logId,
        long version) {
    static LostView of(Lost lost) {
        var departure = lost.departure();
        var sent = departure.kind() != Departure.Kind.TOLD;
        return new LostView(
                lost.key().id(),
                lost.key().livemode(),
                lost.status(),
                departure.kind(),
                departure.subject(),
                departure.transaction().id(),
                departure.reference(),
                sent ? departure.leg() : null,
                departure.amount(),
                departure.currency(),
                sent ? departure.by() : null,
                sent ? null : departure.by(),
                departure.at(),
                lost.foundAt(),
                lost.adoptedBy(),
                lost.closedAt(),
                lost.note(),
                lost.log(),
                lost.version());
    }
}

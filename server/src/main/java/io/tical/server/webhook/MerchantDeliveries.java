package io.tical.server.webhook;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.EventType;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.Delivery.Status;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The use cases of dashboard users for callbacks that their server did not accept. */
public record MerchantDeliveries(Database database, Deliveries deliveries, Clock clock) {
    /** The maximum number of deliveries that one request sends again. */
    static final int BATCH = 1_000;

    /** Matching deliveries are counted up to this number. */
    public static final int COUNTED_MAX = 10_000;

    /**
     * The position of a redelivery.
     *
     * @param after the last delivery of the previous batch
     * @param until excludes deliveries that were created later
     */
    public record Position(UUID after, UUID until) {
        public Position {
            if (after.compareTo(until) > 0) {
                throw new Problem.Invalid("position", "order", "must be that of the previous answer");
            }
        }
    }

    /**
     * The result of a batch.
     *
     * @param redelivered deliveries that are sent again
     * @param remaining failed deliveries that still match, counted up to {@link #COUNTED_MAX}
     * @param next the position of the next batch; null after the last one
     */
    public record Batch(
            long redelivered, long remaining, @Nullable Position next) {}

    private record Logged(
            Status status,
            @Nullable Kind endpoint,
            @Nullable EventType event,
            @Nullable Integer code,
            long redelivered) {}

    /** Counts the matching failed deliveries, and returns the position of the first batch. */
    public Batch begin(UUID organizationId, boolean livemode, DeliveryFilter filter) {
        var all = new Position(Ids.boundary(Instant.EPOCH), Ids.boundary(clock.instant()));
        return database.run(session ->
                new Batch(0, RedeliveryStore.remaining(session, organizationId, livemode, filter, all), all));
    }

    /** Sends the next matching failed deliveries again, with an audit entry, in one transaction. */
    public Batch redeliver(UUID organizationId, boolean livemode, DeliveryFilter filter, Position position, Actor by) {
        return database.transaction(session -> {
            var sent = RedeliveryStore.next(session, organizationId, livemode, filter, position);
            if (!sent.isEmpty()) {
                var counts = new Logged(Status.FAILED, filter.endpoint(), filter.event(), filter.code(), sent.size());
                var act = new Act(organizationId, livemode, "redeliver_all", "delivery", null, null, counts, null);
                AuditEntry.insertLater(session, by, act, clock.instant());
            }
            if (sent.size() < BATCH) {
                return new Batch(sent.size(), 0, null);
            }
            var next = new Position(sent.stream().max(Comparator.naturalOrder()).orElseThrow(), position.until());
            return new Batch(
                    sent.size(), RedeliveryStore.remaining(session, organizationId, livemode, filter, next), next);
        });
    }

    /** A request that is signed now. */
    public record Signed(String url, Map<String, String> headers, String body) {}

    /**
     * Signs the callback of a delivery for the current address, without sending it.
     *
     * @throws Problem.NotFound {@code DELIVERY_NOT_FOUND}
     * @throws Problem.Conflict {@code CALLBACK_URL_MISSING}
     */
    public Signed sign(UUID organizationId, UUID id) {
        return database.run(session -> deliveries.signed(session, organizationId, id, Ids.next(), clock.instant()));
    }
}

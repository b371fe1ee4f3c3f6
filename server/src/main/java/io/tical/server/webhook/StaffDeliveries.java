package io.tical.server.webhook;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.db.Database;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The use cases of deliveries for operators, across organizations. */
public record StaffDeliveries(Database database, Deliveries deliveries, AuditLog log, Clock clock) {
    private static final int BATCH = 1_000;

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<Delivery> list(Environments environments, DeliveryFilter filter, Page page) {
        return database.run(session -> StaffDeliveryStore.list(session, environments, filter, page));
    }

    /** @throws Problem.NotFound {@code DELIVERY_NOT_FOUND} */
    public Delivery find(UUID id) {
        return database.run(session -> StaffDeliveryStore.find(session, id))
                .orElseThrow(() -> Problem.NotFound.of("delivery"));
    }

    private record Logged(Delivery.Status status) {}

    /**
     * Sends a failed delivery again as {@link Deliveries#redeliver}. A repeated request changes nothing.
     *
     * @throws Problem.NotFound {@code DELIVERY_NOT_FOUND}
     * @throws Problem.Conflict {@code DELIVERY_STATUS_TRANSITION_INVALID}
     */
    public Delivery redeliver(UUID id, StaffDecision by) {
        var key = find(id).key();
        var organizationId = key.organizationId();
        return IdempotencyRecords.run(
                database,
                by.recordKey(key, "redeliver"),
                session -> {
                    var again = deliveries.redeliver(session, organizationId, id);
                    var act = new Act(
                            organizationId,
                            key.livemode(),
                            "redeliver",
                            "delivery",
                            id,
                            new Logged(Delivery.Status.FAILED),
                            new Logged(again.status()),
                            by.note());
                    AuditEntry.insertLater(session, by.actor(), act, clock.instant());
                    return again;
                },
                session -> Deliveries.find(session, organizationId, id));
    }

    /**
     * The result of a redelivery.
     *
     * @param redelivered deliveries that are sent again
     */
    public record Redelivered(
            Delivery.Status status,
            @Nullable UUID organizationId,
            @Nullable Boolean livemode,
            @Nullable Kind endpoint,
            @Nullable Instant from,
            @Nullable Instant to,
            long redelivered) {
        private static Redelivered of(Redelivery redelivery, long redelivered) {
            return new Redelivered(
                    redelivery.status(),
                    redelivery.organizationId(),
                    redelivery.livemode(),
                    redelivery.endpoint(),
                    redelivery.from(),
                    redelivery.to(),
                    redelivered);
        }
    }

    /**
     * Sends all deliveries of a selection that have a callback URL again, in batches with one transaction each. First resumes suspended
     * endpoints, whose other deliveries are then sent too. At the end, the audit log records the selection and the number. A repeated
     * request finds this entry; after a node died, it continues with the remaining deliveries.
     */
    public Redelivered redeliver(Redelivery redelivery, StaffDecision by) {
        var run = UUID.nameUUIDFromBytes(
                (by.operator() + " " + by.requestId() + " " + redelivery).getBytes(StandardCharsets.UTF_8));
        return earlier(run, redelivery, by).orElseGet(() -> {
            if (redelivery.suspended()) {
                database.transaction(session ->
                        deliveries.endpoints().resume(session, redelivery.organizationId(), redelivery.endpoint()));
            }
            var environments = database.run(session -> StaffDeliveryStore.environments(session, redelivery));
            // Excludes later deliveries, which this redelivery may have caused.
            var now = Ids.boundary(clock.instant());
            var done = Redelivered.of(
                    redelivery,
                    environments.stream()
                            .mapToLong(environment -> redeliver(environment, redelivery, now))
                            .sum());
            return record(run, done, by);
        });
    }

    private long redeliver(StaffDeliveryStore.Environment environment, Redelivery redelivery, UUID now) {
        var to = redelivery.to() == null ? now : Ids.boundary(redelivery.to());
        var before = to.compareTo(now) < 0 ? to : now;
        var after = Ids.boundary(Objects.requireNonNullElse(redelivery.from(), Instant.EPOCH));
        for (long redelivered = 0; ; ) {
            var last = after;
            var batch = database.transaction(
                    session -> StaffDeliveryStore.redeliver(session, environment, redelivery, last, before, BATCH));
            redelivered += batch.size();
            if (batch.size() < BATCH) {
                return redelivered;
            }
            after = batch.stream().max(Comparator.naturalOrder()).orElseThrow();
        }
    }

    private Optional<Redelivered> earlier(UUID run, Redelivery redelivery, StaffDecision by) {
        var filter = new AuditLog.Filter(null, by.operator(), run, null, null);
        return log.list(filter, new Page(1, 0, null)).stream()
                .findFirst()
                .map(entry -> Redelivered.of(redelivery, number(Objects.requireNonNull(entry.after()))));
    }

    private static long number(String after) {
        var counts = Json.read(after, new TypeReference<Map<String, @Nullable Object>>() {});
        return ((Number) Objects.requireNonNull(counts.get("redelivered"))).longValue();
    }

    private Redelivered record(UUID run, Redelivered done, StaffDecision by) {
        return database.transaction(session -> {
            var act = new Act(
                    done.organizationId(), done.livemode(), "redeliver_all", "delivery", run, null, done, by.note());
            AuditEntry.insertLater(session, by.actor(), act, clock.instant());
            return done;
        });
    }
}

package io.tical.server.webhook;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.ListSql;
import io.tical.server.transaction.Page;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.Delivery.Status;
import io.tical.server.webhook.Delivery.Status.Trigger;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The SQL of reading and controlling deliveries; {@link DeliveryQueue} has the SQL of sending them. */
final class DeliveryStore {
    private DeliveryStore() {}

    static Optional<Delivery> find(Session session, UUID organizationId, UUID id) {
        return session.sql("""
                        SELECT * FROM delivery
                        WHERE organization_id = cast(:organization AS uuid) AND livemode IN (false, true)
                          AND delivery_id = cast(:id AS uuid)
                        """)
                .bind("organization", organizationId)
                .bind("id", id)
                .first(proved(session));
    }

    /** Reads deliveries that the service wrote. */
    static Function<Row, Delivery> proved(Session session) {
        var proof = Events.DELIVERIES.readingProof(session);
        return row -> {
            proof.requireUnaltered(row);
            return delivery(row);
        };
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<Delivery> list(Session session, UUID organizationId, DeliveryFilter filter, Page page) {
        var list = matching(filter, page);
        return list.pageOf(session, "SELECT * FROM (" + DeliveryRows.of(filter, list) + ") page")
                .bind("organization", organizationId)
                .list(DeliveryStore::delivery);
    }

    /** The deliveries that match, newest first. */
    static ListSql matching(DeliveryFilter filter, Page page) {
        var endpoint = filter.endpoint();
        var transactions = filter.transactions();
        // Literals, not parameters, so that the planner sees which index it may use.
        return ListSql.newestFirst("delivery_id", page)
                .where("status", filter.status())
                .where("endpoint = :endpoint", "endpoint", endpoint == null ? null : endpoint.word())
                .where("transaction_id = cast(:transaction AS uuid)", "transaction", filter.transactionId())
                .where("type", filter.event())
                .where(filter.code() == null ? "true" : "last_code = " + filter.code())
                .where(
                        "transaction_id = ANY (cast(:transactions AS uuid[]))",
                        "transactions",
                        transactions == null ? null : transactions.toArray(UUID[]::new));
    }

    /** The number of deliveries in each state except delivered, each counted up to {@code countedMax}. */
    static Deliveries.Unfinished unfinished(
            Session session, UUID organizationId, boolean livemode, UUID since, int countedMax) {
        // Literals, not parameters, so that the planner sees which index it may use.
        var counts = Stream.of(Status.PENDING, Status.FAILED, Status.SUSPENDED)
                .map(status -> """
                        (SELECT count(*) FROM (
                            SELECT 1 FROM delivery
                            WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND status = '%1$s'
                              AND delivery_id >= cast(:since AS uuid)
                            LIMIT :counted_max) counted) AS %1$s
                        """.formatted(status.word()))
                .collect(Collectors.joining(", "));
        return session.sql("SELECT " + counts)
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("since", since)
                .bind("counted_max", countedMax)
                .one(row -> new Deliveries.Unfinished(
                        row.number("pending"), row.number("failed"), row.number("suspended")));
    }

    /**
     * The numbers of deliveries that were attempted at each endpoint's current URL, and of those that were not accepted. An attempt in
     * flight does not count yet.
     *
     * @param environments those whose deliveries count: whether they are live
     * @param since the oldest delivery that is counted
     * @param kept the oldest delivery that shows whether an endpoint fails
     * @param countedMax deliveries that are counted in each environment, newest first
     */
    static Map<Kind, CallbackHealth.Recent> recent(
            Session session,
            UUID organizationId,
            Collection<Boolean> environments,
            UUID since,
            UUID kept,
            int countedMax) {
        return session
                .sql("""
                        SELECT e.kind AS endpoint, count(d.url) AS tried,
                               count(d.url) FILTER (WHERE d.status <> 'delivered') AS failed,
                               CASE WHEN e.failing_since IS NULL THEN false ELSE EXISTS (
                                   SELECT 1 FROM (%s) u
                                   WHERE u.endpoint = e.kind AND u.url = e.url AND u.status <> 'delivered' AND EXISTS (
                                       SELECT 1 FROM delivery_attempt a
                                       WHERE a.organization_id = e.organization_id AND a.livemode = u.livemode
                                         AND a.delivery_id = u.delivery_id
                                         AND a.created_at >= e.failing_since - interval '1 minute')) END AS failing
                        FROM callback_endpoint e LEFT JOIN (%s) d ON d.endpoint = e.kind AND d.url = e.url
                        WHERE e.organization_id = cast(:organization AS uuid)
                        GROUP BY e.organization_id, e.kind
                        """.formatted(tried(environments, "kept"), tried(environments, "since")))
                .bind("organization", organizationId)
                .bind("since", since)
                .bind("kept", kept)
                .bind("counted_max", countedMax)
                .list(row -> Map.entry(
                        kind(row),
                        new CallbackHealth.Recent(row.number("tried"), row.number("failed"), row.flag("failing"))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Selects the newest deliveries of these environments since one, without those that were not attempted. */
    private static String tried(Collection<Boolean> environments, String since) {
        return environments.stream()
                .map(livemode -> """
                        (SELECT livemode, delivery_id, endpoint, url, status FROM (
                            SELECT * FROM delivery
                            WHERE organization_id = cast(:organization AS uuid) AND livemode = %s
                              AND delivery_id >= cast(:%s AS uuid)
                            ORDER BY delivery_id DESC LIMIT :counted_max) newest
                        WHERE attempts > CASE WHEN claim IS NULL THEN 0 ELSE 1 END)
                        """.formatted(livemode, since))
                .collect(Collectors.joining(" UNION ALL "));
    }

    /** The object of the attempt with this id, among the newest {@code rowsMax} attempts. */
    static Optional<UUID> transactionOfAttempt(Session session, RequestKey request, UUID attemptId, int rowsMax) {
        return request.bind(session.sql(
                        "SELECT d.transaction_id FROM (SELECT * FROM delivery_attempt" + TransactionKey.WHERE
                                + "true ORDER BY delivery_id DESC LIMIT :rows) a"
                                + " JOIN delivery d USING (organization_id, livemode, delivery_id)"
                                + " WHERE a.request_id = cast(:attempt AS uuid)"))
                .bind("rows", rowsMax)
                .bind("attempt", attemptId)
                .first(row -> row.uuid("transaction_id"));
    }

    /** The deliveries about one object, oldest first. */
    static List<Delivery> about(Session session, TransactionKey transaction) {
        var sql = "SELECT * FROM delivery" + TransactionKey.WHERE
                + "transaction_id = cast(:id AS uuid) ORDER BY delivery_id";
        return transaction.bind(session.sql(sql), "id").list(DeliveryStore::delivery);
    }

    static List<Delivery.Attempt> attempts(Session session, TransactionKey key) {
        var sql = "SELECT * FROM delivery_attempt" + TransactionKey.WHERE
                + "delivery_id = cast(:id AS uuid) ORDER BY attempt";
        return key.bind(session.sql(sql), "id")
                .list(row -> new Delivery.Attempt(
                        row.integer("attempt"),
                        row.uuid("request_id"),
                        row.instant("created_at"),
                        integerOrNull(row, "status_code"),
                        row.integer("duration_ms"),
                        row.textOrNull("error"),
                        row.textOrNull("response_excerpt")));
    }

    static Optional<Event> event(Session session, Delivery delivery) {
        var sql = "SELECT * FROM event" + TransactionKey.WHERE + "event_id = cast(:id AS uuid)";
        var proof = Events.EVENTS.readingProof(session);
        return delivery.eventKey().bind(session.sql(sql), "id").first(row -> {
            proof.requireUnaltered(row);
            return event(row);
        });
    }

    /** Sends a delivery again; returns false when it is in a state that does not allow it. */
    static boolean redeliver(Session session, TransactionKey key) {
        session.wrote(Events.DELIVERIES.table(), key.livemode());
        return key.bind(session.sql(transition(Trigger.REDELIVER) + """
                         AND organization_id = cast(:organization AS uuid) AND livemode = :livemode
                         AND delivery_id = cast(:id AS uuid)
                        """), "id").run() == 1;
    }

    /** Applies a transition to the deliveries of an endpoint whose state allows it. */
    static void transit(Session session, CallbackEndpoint.Key endpoint, Trigger trigger) {
        wroteBoth(session);
        session.sql(transition(trigger) + " AND organization_id = cast(:organization AS uuid) AND endpoint = :endpoint")
                .bind("organization", endpoint.organizationId())
                .bind("endpoint", endpoint.kind().word())
                .run();
    }

    /** Resumes deliveries that were suspended while their endpoint was being resumed. */
    static long resumeLateSuspended(Session session) {
        var resumed = session.sql(transition(Trigger.RESUME) + """
                         AND EXISTS (SELECT 1 FROM callback_endpoint c
                                     WHERE c.organization_id = d.organization_id AND c.kind = d.endpoint
                                       AND c.suspended_at IS NULL AND c.url IS NOT NULL)
                        """).run();
        if (resumed > 0) {
            wroteBoth(session);
        }
        return resumed;
    }

    private static void wroteBoth(Session session) {
        session.wrote(Events.DELIVERIES.table(), true);
        session.wrote(Events.DELIVERIES.table(), false);
    }

    /** The update of a transition. The statuses are literals, not parameters, so that the planner sees which index it may use. */
    static String transition(Trigger trigger) {
        var rows = Status.TABLE.rows().stream()
                .filter(row -> row.trigger() == trigger)
                .toList();
        var attempts = switch (rows.getFirst().effect()) {
            case STOP -> "next_attempt_at = NULL, claim = NULL";
            case RESTART -> "round_attempts = 0, next_attempt_at = now()";
            case CONTINUE -> throw new IllegalArgumentException("only an attempt decides when the next follows");
        };
        var from = rows.stream().map(row -> "'" + row.from().word() + "'").collect(Collectors.joining(", "));
        return "UPDATE delivery d SET status = '" + rows.getFirst().to().word() + "', " + attempts
                + " WHERE status IN (" + from + ")";
    }

    /**
     * Deletes old attempts, deliveries that are not pending, and events without deliveries, except altered rows.
     *
     * @return the largest number of rows that were deleted from one table
     */
    static long forget(Session session, Instant before, int most) {
        var attempts = forget(session, DeliveryQueue.ATTEMPTS, "", before, most);
        var deliveries = forget(session, Events.DELIVERIES, "AND status <> 'pending'", before, most);
        var events = forget(session, Events.EVENTS, """
                            AND NOT EXISTS (SELECT 1 FROM delivery d
                                            WHERE d.organization_id = t.organization_id AND d.transaction_id = t.transaction_id
                                              AND d.event_id = t.event_id)""", before, most);
        return Math.max(attempts, Math.max(deliveries, events));
    }

    private static long forget(Session session, BulkWrite<?> table, String condition, Instant before, int most) {
        var old = session.sql("SELECT * FROM %s t WHERE created_at < :before %s LIMIT :most"
                        .formatted(table.table(), condition))
                .bind("before", before)
                .bind("most", most);
        return table.readingProof(session).forget(session, old);
    }

    static Delivery delivery(Row row) {
        return new Delivery(
                TransactionKey.of(row, "delivery_id"),
                row.uuid("event_id"),
                Word.of(EventType.class, row.text("type")),
                row.uuid("transaction_id"),
                row.text("url"),
                Word.of(Status.class, row.text("status")),
                row.integer("attempts"),
                row.instantOrNull("next_attempt_at"),
                row.instantOrNull("delivered_at"),
                row.instant("created_at"),
                integerOrNull(row, "last_code"));
    }

    static Event event(Row row) {
        return new Event(
                row.uuid("organization_id"),
                row.flag("livemode"),
                row.uuid("event_id"),
                Word.of(EventType.class, row.text("type")),
                row.uuid("transaction_id"),
                row.text("dialect").equals("guide"),
                row.text("data"),
                row.instant("created_at"));
    }

    static @Nullable Integer integerOrNull(Row row, String column) {
        var number = row.numberOrNull(column);
        return number == null ? null : Math.toIntExact(number);
    }

    static Kind kind(Row row) {
        return Word.of(Kind.class, row.text("endpoint"));
    }
}

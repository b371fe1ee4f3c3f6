package io.tical.server.webhook;

import static io.tical.server.work.DueTable.seconds;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.Departure;
import io.tical.server.outward.Lost;
import io.tical.server.transaction.Event;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.Delivery.Status;
import io.tical.server.webhook.Delivery.Status.Trigger;
import io.tical.server.work.Backlog;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of sending deliveries. A claim identifies its attempt and moves {@code next_attempt_at} one lease into the
 * future, so the unfinished deliveries of a dead node become due again. If the unfinished attempt was the last one, the
 * delivery has failed. The database's clock sets all times, so that nodes agree.
 *
 * <p>Only a pending delivery has a claim or a {@code next_attempt_at}. Statements that find deliveries by their keys compare these columns
 * instead of the status, because with old statistics the planner would search the index of due deliveries for a pending status.
 */
final class DeliveryQueue {
    private static final String REFERENCE = ToldEvents.REFERENCES.stream()
            .map("cast(data AS jsonb) ->> '%s'"::formatted)
            .collect(Collectors.joining(", "));

    /** Not in the journal: attempts are forgotten after 30 days. */
    static final BulkWrite<EndedAttempt> ATTEMPTS = BulkWrite.<EndedAttempt>of("delivery_attempt")
            .key("organization_id", "uuid", one -> one.delivery().key().organizationId())
            .key("livemode", "boolean", one -> one.delivery().key().livemode())
            .key("delivery_id", "uuid", one -> one.delivery().key().id())
            .key("attempt", "integer", one -> one.delivery().attempts())
            .column("request_id", "uuid", one -> one.claim().requestId())
            .column("url", "text", EndedAttempt::url)
            .column("status_code", "integer", one -> one.outcome().statusCode())
            .column("duration_ms", "integer", EndedAttempt::milliseconds)
            .column("error", "text", one -> one.outcome().error())
            .column("response_excerpt", "text", one -> one.outcome().excerpt())
            .column("created_at", "timestamptz", EndedAttempt::at)
            .authenticated();

    private DeliveryQueue() {}

    /** Lets the transaction commit before its log is on disk. A crash of the database may lose it. */
    static void commitWithoutFlush(Session session) {
        session.sql("SET LOCAL synchronous_commit TO off").run();
    }

    /** An endpoint with pending deliveries, and whether one is due. */
    record Pending(CallbackEndpoint.Key endpoint, boolean due) {}

    /** The number of deliveries of an endpoint that may be claimed. */
    record Quota(CallbackEndpoint.Key endpoint, int most) {}

    /** A claimed row. */
    sealed interface Claimed permits Claim, Altered {}

    /**
     * An attempt to be made.
     *
     * @param requestId identifies the claim, and is the attempt's {@code X-Request-ID}
     * @param roundAttempts the attempts since the delivery was created or last redelivered, including this one
     */
    record Claim(Delivery delivery, UUID requestId, int roundAttempts) implements Claimed {}

    /** The claim of a delivery that must not be sent, because the service did not write it or its event. */
    record Altered(TransactionKey key, UUID requestId) implements Claimed {}

    /**
     * A completed attempt.
     *
     * @param trigger the trigger that the outcome fires
     * @param retryIn the time until the next attempt; null unless the delivery stays pending
     */
    record EndedAttempt(
            Claim claim,
            String url,
            Outcome outcome,
            Instant at,
            Duration duration,
            Trigger trigger,
            @Nullable Duration retryIn) {
        Delivery delivery() {
            return claim.delivery();
        }

        int milliseconds() {
            return Math.toIntExact(duration.toMillis());
        }

        Status next() {
            return Status.TABLE.on(Status.PENDING, trigger).to();
        }
    }

    /**
     * The endpoints with pending deliveries, in the order of their keys, after one of them. The statement is an index skip scan, so ten
     * thousand deliveries of one endpoint cost as much as one.
     */
    static List<Pending> pending(Session session, CallbackEndpoint.Key after, int most) {
        return session.sql("""
                        WITH RECURSIVE pending AS (
                            (SELECT organization_id, endpoint, next_attempt_at FROM delivery
                             WHERE status = 'pending' AND (organization_id, endpoint) > (cast(:organization AS uuid), :endpoint)
                             ORDER BY organization_id, endpoint, next_attempt_at LIMIT 1)
                            UNION ALL
                            SELECT next.* FROM pending CROSS JOIN LATERAL (
                                SELECT d.organization_id, d.endpoint, d.next_attempt_at FROM delivery d
                                WHERE d.status = 'pending'
                                  AND (d.organization_id, d.endpoint) > (pending.organization_id, pending.endpoint)
                                ORDER BY d.organization_id, d.endpoint, d.next_attempt_at LIMIT 1) next)
                        SELECT organization_id, endpoint, next_attempt_at <= clock_timestamp() AS due FROM pending
                        WHERE endpoint = ANY (cast(:kinds AS text[])) LIMIT :most
                        """)
                // An altered delivery to no endpoint is not looked at; the audit names it.
                .bindEach("kinds", List.of(Kind.values()), Kind::word)
                .bind("organization", after.organizationId())
                .bind("endpoint", after.kind().word())
                .bind("most", most)
                .list(row -> new Pending(
                        new CallbackEndpoint.Key(row.uuid("organization_id"), DeliveryStore.kind(row)),
                        row.flag("due")));
    }

    static List<Claimed> claim(Session session, Collection<Quota> quotas, Duration lease, int most) {
        // now(), because clock_timestamp() is volatile and cannot use the index.
        return claimed(
                session,
                claim(session, """
                        SELECT d.* FROM unnest(cast(:organizations AS uuid[]), cast(:endpoints AS text[]), cast(:quotas AS int[]))
                            AS quota (organization_id, endpoint, most)
                        CROSS JOIN LATERAL (
                            SELECT q.organization_id, q.livemode, q.delivery_id FROM delivery q
                            WHERE q.status = 'pending' AND q.organization_id = quota.organization_id
                              AND q.endpoint = quota.endpoint AND q.next_attempt_at <= now()
                            ORDER BY q.next_attempt_at LIMIT quota.most FOR UPDATE SKIP LOCKED) d
                        LIMIT :most
                        """, lease)
                        .bindEach(
                                "organizations",
                                quotas,
                                quota -> quota.endpoint().organizationId())
                        .bindEach(
                                "endpoints",
                                quotas,
                                quota -> quota.endpoint().kind().word())
                        .bindEach("quotas", quotas, Quota::most)
                        .bind("most", most));
    }

    private static Session.Statement claim(Session session, String due, Duration lease) {
        return session.sql("WITH due AS MATERIALIZED (" + due + """
                        ),
                        exhausted AS (
                            UPDATE delivery d SET status = :exhausted, claim = NULL, next_attempt_at = NULL
                            FROM due
                            WHERE d.organization_id = due.organization_id AND d.livemode = due.livemode
                              AND d.delivery_id = due.delivery_id AND d.round_attempts >= :attempts_max
                            RETURNING d.*),
                        claimed AS (
                            UPDATE delivery d
                            SET attempts = d.attempts + 1, round_attempts = d.round_attempts + 1, claim = gen_random_uuid(),
                                next_attempt_at = clock_timestamp() + make_interval(secs => :lease)
                            FROM due
                            WHERE d.organization_id = due.organization_id AND d.livemode = due.livemode
                              AND d.delivery_id = due.delivery_id AND d.round_attempts < :attempts_max
                            RETURNING d.*)
                        SELECT * FROM claimed UNION ALL SELECT * FROM exhausted
                        """)
                .bind("lease", seconds(lease))
                .bind(
                        "exhausted",
                        Status.TABLE.on(Status.PENDING, Trigger.GIVE_UP).to().word())
                .bind("attempts_max", RetrySchedule.ATTEMPTS_MAX);
    }

    /** Counts due deliveries. The index of pending deliveries begins with the endpoint, so this reads a bounded part of it in any order. */
    static Backlog backlog(Session session) {
        return session.sql("""
                        SELECT count(*) AS rows, (extract(epoch FROM now() - min(due)) * 1000)::bigint AS oldest_ms
                        FROM (SELECT next_attempt_at AS due FROM delivery WHERE status = 'pending' LIMIT :rows) counted
                        WHERE due <= now()
                        """).bind("rows", Backlog.ROWS_MAX).one(Backlog::of);
    }

    /** Due deliveries of one endpoint, oldest first. */
    static List<TransactionKey> due(Session session, Quota quota) {
        return session.sql("""
                        SELECT organization_id, livemode, delivery_id FROM delivery
                        WHERE status = 'pending' AND organization_id = cast(:organization AS uuid) AND endpoint = :endpoint
                          AND next_attempt_at <= now()
                        ORDER BY next_attempt_at LIMIT :most
                        """)
                .bind("organization", quota.endpoint().organizationId())
                .bind("endpoint", quota.endpoint().kind().word())
                .bind("most", quota.most())
                .list(row -> TransactionKey.of(row, "delivery_id"));
    }

    /** Claims one delivery, if it is still due. */
    static List<Claimed> claim(Session session, TransactionKey key, Duration lease) {
        var due = "SELECT organization_id, livemode, delivery_id FROM delivery" + TransactionKey.WHERE
                + "delivery_id = cast(:id AS uuid) AND next_attempt_at <= now() FOR UPDATE";
        return claimed(session, key.bind(claim(session, due, lease), "id"));
    }

    /** Delays a pending delivery. */
    static long delay(Session session, TransactionKey key, Duration by) {
        var sql = "UPDATE delivery SET next_attempt_at = clock_timestamp() + make_interval(secs => :by), claim = NULL"
                + TransactionKey.WHERE + "delivery_id = cast(:id AS uuid) AND status = 'pending'";
        return key.bind(session.sql(sql), "id").bind("by", seconds(by)).run();
    }

    /** Releases the claims of altered deliveries as if they had not been claimed, and delays them. */
    static void setAside(Session session, Collection<Altered> claims, Duration by) {
        var keys = claims.stream().map(Altered::key).toList();
        TransactionKey.bind(session.sql("""
                        UPDATE delivery d
                        SET next_attempt_at = clock_timestamp() + make_interval(secs => :by), claim = NULL,
                            attempts = d.attempts - 1, round_attempts = d.round_attempts - 1
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                                    cast(:claims AS uuid[])) AS c (organization_id, livemode, delivery_id, claim)
                        WHERE d.organization_id = c.organization_id AND d.livemode = c.livemode AND d.delivery_id = c.delivery_id
                          AND d.claim = c.claim
                        """), keys)
                .bindEach("claims", claims, Altered::requestId)
                .bind("by", seconds(by))
                .run();
    }

    /** The rows with a claim. The others were given up, which lists hear of. */
    private static List<Claimed> claimed(Session session, Session.Statement statement) {
        var proof = Events.DELIVERIES.readingProof(session);
        return statement
                .list(row -> {
                    var requestId = row.uuidOrNull("claim");
                    if (requestId == null) {
                        session.wrote(Events.DELIVERIES.table(), row.flag("livemode"));
                        return Optional.<Claimed>empty();
                    }
                    return Optional.<Claimed>of(
                            proof.holds(row)
                                    ? new Claim(DeliveryStore.delivery(row), requestId, row.integer("round_attempts"))
                                    : new Altered(TransactionKey.of(row, "delivery_id"), requestId));
                })
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** The events of these deliveries that the service wrote. */
    static List<Event> events(Session session, Collection<Claim> claims) {
        var proof = Events.EVENTS.readingProof(session);
        var keys = claims.stream().map(claim -> claim.delivery().eventKey()).toList();
        return TransactionKey.bind(
                        session.sql("SELECT e.* FROM event e JOIN " + TransactionKey.table("event_id")
                                + " USING (organization_id, livemode, event_id)"),
                        keys)
                .list(row -> proof.holds(row) ? Optional.of(DeliveryStore.event(row)) : Optional.<Event>empty())
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** The ids of those of these events that exist. */
    static Set<UUID> known(Session session, Collection<Departure> events) {
        var keys = events.stream()
                .map(one -> new TransactionKey(
                        one.transaction().organizationId(), one.transaction().livemode(), one.id()))
                .toList();
        return Set.copyOf(TransactionKey.bind(
                        session.sql("SELECT e.event_id FROM event e JOIN " + TransactionKey.table("event_id")
                                + " USING (organization_id, livemode, event_id)"),
                        keys)
                .list(row -> row.uuid("event_id")));
    }

    /** The transaction that has had the outcome again which a merchant was told: the same one, or one with the same reference. */
    static Optional<UUID> sameOutcome(Session session, Lost lost) {
        var told = lost.departure();
        return told.transaction()
                .bind(session.sql("""
                                SELECT transaction_id FROM event
                                WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND type = :type
                                  AND (transaction_id = cast(:id AS uuid)
                                       OR (created_at >= cast(:since AS timestamptz)
                                           AND coalesce(%s) = :reference))
                                LIMIT 1
                                """.formatted(REFERENCE)), "id")
                .bind("type", told.by())
                .bind("since", lost.foundAt())
                .bind("reference", told.reference())
                .first(row -> row.uuid("transaction_id"));
    }

    /** Renews the claims of attempts in flight; returns how many were still valid. */
    static long renew(Session session, Collection<Claim> claims, Duration lease) {
        return of(session.sql("""
                        UPDATE delivery d SET next_attempt_at = clock_timestamp() + make_interval(secs => :lease)
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                                    cast(:claims AS uuid[])) AS c (organization_id, livemode, delivery_id, claim)
                        WHERE d.organization_id = c.organization_id AND d.livemode = c.livemode AND d.delivery_id = c.delivery_id
                          AND d.claim = c.claim
                        """), claims).bind("lease", seconds(lease)).run();
    }

    /** Records attempts, and their outcome for each delivery whose claim is still valid. */
    static void write(Session session, Collection<EndedAttempt> made) {
        made.forEach(one ->
                session.wrote(Events.DELIVERIES.table(), one.delivery().key().livemode()));
        var claims = made.stream().map(EndedAttempt::claim).toList();
        of(session.sql("""
                        WITH made AS MATERIALIZED (
                            SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                                cast(:claims AS uuid[]), cast(:numbers AS int[]), cast(:urls AS text[]), cast(:codes AS int[]),
                                cast(:durations AS int[]), cast(:errors AS text[]), cast(:excerpts AS text[]),
                                cast(:times AS timestamptz[]), cast(:macs AS bytea[]), cast(:statuses AS text[]),
                                cast(:waits AS double precision[]))
                            AS m (organization_id, livemode, delivery_id, claim, attempt, url, status_code, duration_ms, error,
                                  response_excerpt, created_at, mac, status, wait_s)),
                        written AS (
                            INSERT INTO delivery_attempt (organization_id, livemode, delivery_id, request_id, attempt, url, status_code,
                                                          duration_ms, error, response_excerpt, created_at, mac)
                            SELECT organization_id, livemode, delivery_id, claim, attempt, url, status_code, duration_ms, error,
                                   response_excerpt, created_at, mac FROM made
                            ON CONFLICT DO NOTHING)
                        UPDATE delivery d
                        SET status = m.status, url = m.url, claim = NULL, last_code = coalesce(m.status_code, 0),
                            next_attempt_at = CASE WHEN m.status = 'pending'
                                                   THEN clock_timestamp() + make_interval(secs => m.wait_s) END,
                            delivered_at = CASE WHEN m.status = 'delivered' THEN clock_timestamp() END
                        FROM made m
                        WHERE d.organization_id = m.organization_id AND d.livemode = m.livemode AND d.delivery_id = m.delivery_id
                          AND d.claim = m.claim
                        """), claims)
                .bindEach("numbers", claims, claim -> claim.delivery().attempts())
                .bindEach("urls", made, EndedAttempt::url)
                .bindEach("codes", made, attempt -> attempt.outcome().statusCode())
                .bindEach("durations", made, EndedAttempt::milliseconds)
                .bindEach("errors", made, attempt -> attempt.outcome().error())
                .bindEach("excerpts", made, attempt -> attempt.outcome().excerpt())
                .bindEach("times", made, EndedAttempt::at)
                .bindEach("macs", ATTEMPTS.authenticate(session, made), mac -> mac)
                .bindEach("statuses", made, attempt -> attempt.next().word())
                .bindEach("waits", made, attempt -> attempt.retryIn() == null ? null : seconds(attempt.retryIn()))
                .run();
    }

    private static Session.Statement of(Session.Statement statement, Collection<Claim> claims) {
        var keys = claims.stream().map(claim -> claim.delivery().key()).toList();
        return TransactionKey.bind(statement, keys).bindEach("claims", claims, Claim::requestId);
    }
}

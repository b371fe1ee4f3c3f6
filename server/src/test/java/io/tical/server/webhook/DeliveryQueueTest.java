package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.TestService;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.EventType;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.Delivery.Status.Trigger;
import io.tical.server.webhook.DeliveryQueue.EndedAttempt;
import io.tical.server.webhook.DeliveryQueue.Quota;
import io.tical.server.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeliveryQueueTest {
    private static final int BACKLOG = 3_000;
    private static final int ATTEMPTS = 200;

    /**
     * With statistics from a time without pending deliveries, the planner expects hardly any row in the index of what is due. It compared
     * each attempt with the whole backlog: more than a second for 250 attempts and 10,000 pending deliveries.
     */
    @Test
    void recordingAttemptsDoesNotSearchTheBacklogWhenStatisticsAreOld() {
        try (var service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"), TestService.WITHOUT_WORK)) {
            var organizationId = service.merchant().organizationId();
            service.tical().callbackEndpoints().save(organizationId, Kind.PAYOUT, "http://127.0.0.1:9/", Form.AUTO);
            var database = service.tical().database();
            database.transaction(session -> insert(session, organizationId));
            service.sql("UPDATE delivery SET status = 'delivered', next_attempt_at = NULL, delivered_at = now()");
            service.sql("ANALYZE delivery");
            database.transaction(session -> insert(session, organizationId));

            var scans = database.transaction(session -> {
                var quota = new Quota(new CallbackEndpoint.Key(organizationId, Kind.PAYOUT), ATTEMPTS);
                var claims = DeliveryQueue.claim(session, List.of(quota), Work.LEASE, ATTEMPTS);
                var before = scansOfDue(session);
                DeliveryQueue.write(
                        session,
                        claims.stream()
                                .map(DeliveryQueue.Claim.class::cast)
                                .map(DeliveryQueueTest::delivered)
                                .toList());
                return scansOfDue(session) - before;
            });

            assertThat(service.count("SELECT count(*) FROM delivery_attempt")).isEqualTo(ATTEMPTS);
            assertThat(scans).isZero();
        }
    }

    private static Session insert(Session session, UUID organizationId) {
        Events.insertLater(
                session,
                IntStream.range(0, BACKLOG)
                        .mapToObj(number -> new Event(
                                organizationId,
                                false,
                                Ids.next(),
                                EventType.PAYOUT_SUCCEEDED,
                                Ids.next(),
                                false,
                                "{}",
                                Instant.now().truncatedTo(ChronoUnit.MILLIS)))
                        .toList());
        return session;
    }

    private static EndedAttempt delivered(DeliveryQueue.Claim claim) {
        var outcome = new Outcome.Answered(200, "");
        return new EndedAttempt(
                claim,
                "http://127.0.0.1:9/",
                outcome,
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                Duration.ofMillis(1),
                Trigger.ACKNOWLEDGE,
                null);
    }

    private static long scansOfDue(Session session) {
        return session.sql("SELECT pg_stat_get_xact_numscans(cast('delivery_due' AS regclass)) AS scans")
                .one(row -> row.number("scans"));
    }
}

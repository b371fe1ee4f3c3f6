package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.db.WrittenTable;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** The last attempts of a node that died, of live callbacks, are found in the round that claims one of test. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void listsHearOfWhatIsGivenUpBesideWhatIsClaimed(boolean separately) {
        try (var service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"), TestService.WITHOUT_WORK)) {
            var organizationId = service.merchant().organizationId();
            var endpoints = service.tical().callbackEndpoints();
            endpoints.save(organizationId, Kind.PAYOUT, "http://127.0.0.1:9/", Form.AUTO);
            var database = service.tical().database();
            database.transaction(session -> {
                Events.insertLater(session, List.of(event(organizationId, false), event(organizationId, true)));
                return session;
            });
            service.asService("delivery", "UPDATE delivery SET attempts = 20, round_attempts = 20 WHERE livemode");
            var claims = new DeliveryClaims(database, endpoints, new ConcurrencyWindows(), _ -> true);
            database.takeWritten();

            var claimed = separately
                    ? claims.claimEach(DeliveryClaims.FIRST, System.nanoTime())
                    : database.transaction(session -> claims.claim(session, DeliveryClaims.FIRST, System.nanoTime()));

            assertThat(claimed.sendings())
                    .singleElement()
                    .satisfies(sending -> assertThat(sending.event().livemode()).isFalse());
            assertThat(service.count("SELECT count(*) FROM delivery WHERE status = 'failed' AND livemode"))
                    .isEqualTo(1);
            assertThat(database.takeWritten()).contains(new WrittenTable("delivery", true));
        }
    }

    private static Event event(UUID organizationId, boolean livemode) {
        return new Event(
                organizationId,
                livemode,
                Ids.next(),
                EventType.PAYOUT_SUCCEEDED,
                Ids.next(),
                false,
                "{}",
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
    }

    private static Session insert(Session session, UUID organizationId) {
        Events.insertLater(
                session,
                IntStream.range(0, BACKLOG)
                        .mapToObj(number -> event(organizationId, false))
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

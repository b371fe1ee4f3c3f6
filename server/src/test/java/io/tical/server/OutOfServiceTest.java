package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.OtherSchema;
import io.tical.db.SilentProxy;
import io.tical.server.webhook.CallbackEndpoint;
import io.tical.server.webhook.CallbackSink;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** When a node must not serve: it answers 503, its health says why, and it sends nothing. */
class OutOfServiceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Map<String, String> SETTINGS =
            Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_WEBHOOK_ALLOW", "127.0.0.1");

    private static TestService service;

    /** The clock of a machine that somebody sets. */
    private static final class SetClock extends Clock {
        private volatile Duration off = Duration.ZERO;

        void set(Duration difference) {
            off = difference;
        }

        @Override
        public Instant instant() {
            return TestService.CLOCK.instant().plus(off);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @BeforeAll
    static void start() {
        service = TestService.start(SETTINGS, TestService.Work.OFF);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** Whatever kept a node out of service, the books are right. */
    @AfterEach
    void audit() {
        service.requireCleanAudit();
    }

    private record Health(int status, JsonNode body) {
        JsonNode check(String name) {
            for (var check : body.path("checks")) {
                if (check.path("name").asText().equals(name)) {
                    return check;
                }
            }
            throw new AssertionError(name + " in " + body);
        }
    }

    private static Health health(TestService node) {
        var uri = URI.create("http://127.0.0.1:" + node.tical().ports().admin() + "/observe/health");
        try {
            var answer = HTTP.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            return new Health(answer.statusCode(), Json.mapper().readTree(answer.body()));
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static void untilServing(TestService node, boolean serving) {
        await().atMost(PATIENCE)
                .until(() -> node.serviceDatabase().outOfService().isEmpty() == serving);
    }

    /** A busy machine may still answer 503 for a moment, as it says to be retried. */
    private static void untilTaken(Merchant merchant, String reference) {
        await().atMost(PATIENCE).until(() -> merchant.payin(reference, 50_000).status() == 201);
    }

    @Test
    void aClockThatIsSetBackOrForwardTakesTheNodeOutOfServiceUntilItIsRight() {
        var clock = new SetClock();
        try (var receiver = new CallbackSink();
                var node = service.node(SETTINGS, clock)) {
            var elsewhere = service.merchant().funded("THB", 1_000_000);
            service.tical()
                    .callbackEndpoints()
                    .save(
                            elsewhere.organizationId(),
                            CallbackEndpoint.Kind.PAYOUT,
                            receiver.url(),
                            CallbackEndpoint.Form.AUTO);
            var merchant = elsewhere.at(node.port());
            for (var off : new Duration[] {Duration.ofMinutes(-10), Duration.ofMinutes(10)}) {
                merchant.payin("before " + off, 50_000).expect(201);
                clock.set(off);
                // At once, and not only when the difference has been measured.
                var refused = merchant.payin("during " + off, 50_000).expect(503, "SERVICE_UNAVAILABLE");
                assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                merchant.get("/v1/balance").expect(503);
                await().atMost(PATIENCE)
                        .until(() -> health(node).check("clock").toString().contains("that of the database"));
                var health = health(node);
                assertThat(health.status()).isEqualTo(503);
                assertThat(health.check("clock").path("status").asText()).isEqualTo("DOWN");
                assertThat(health.check("clock").toString()).contains(off.isNegative() ? "behind" : "ahead of");
                assertThat(health.check("database").path("status").asText()).isEqualTo("UP");
                var due = elsewhere.payout("due " + off, 1_000).expect(201).word("id");
                var attempts = "SELECT count(*) FROM payout_attempt WHERE payout_id = '" + due + "'";
                var told = elsewhere.payout("told " + off, 1_000).expect(201).word("id");
                elsewhere.post("/v1/payouts/" + told + "/test-confirm").expect(200);
                await().pollDelay(Duration.ofSeconds(2)).until(() -> service.count(attempts) == 0);
                assertThat(receiver.about(told)).isEmpty();
                clock.set(Duration.ZERO);
                untilServing(node, true);
                await().atMost(PATIENCE).until(() -> service.count(attempts) == 1);
                await().atMost(PATIENCE).until(() -> !receiver.about(told).isEmpty());
                untilTaken(merchant, "during " + off);
            }
        }
    }

    @Test
    void aClockThatIsSomeSecondsOffIsReportedAndTheTimesOfTheServiceAreTheDatabases() {
        var clock = new SetClock();
        clock.set(Duration.ofSeconds(-3));
        try (var node = service.node(SETTINGS, clock)) {
            var health = health(node);
            assertThat(health.status()).isEqualTo(200);
            assertThat(health.check("clock").toString()).contains("behind that of the database");
            assertThat(Metrics.of(node).value("tical_clock_difference_seconds")).isBetween(2.0, 4.0);
            var time = node.tical().node().modules().platform().clock();
            assertThat(Duration.between(time.instant(), TestService.CLOCK.instant())
                            .abs())
                    .isLessThan(Duration.ofSeconds(2));
            clock.set(Duration.ofSeconds(2));
            await().atMost(PATIENCE)
                    .until(() -> health(node).check("clock").toString().contains("ahead of"));
            assertThat(health(node).status()).isEqualTo(200);
            assertThat(Metrics.of(node).value("tical_clock_difference_seconds")).isBetween(-3.0, -1.0);
            clock.set(Duration.ZERO);
            await().atMost(PATIENCE)
                    .until(() -> !health(node).check("clock").toString().contains("warning"));
        }
    }

    @Test
    void aNodeWhoseClockIsWrongDoesNotStart() {
        var clock = new SetClock();
        clock.set(Duration.ofMinutes(-10));
        assertThatThrownBy(() -> service.node(SETTINGS, clock))
                .isInstanceOf(DatabaseUnavailable.class)
                .hasMessageContaining("The clock of this machine is 6")
                .hasMessageContaining("behind that of the database");
    }

    @Test
    void aNewerSchemaTakesANodeOutOfServiceAndNoOtherNodeStarts() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        service.sql(
                "INSERT INTO flyway_schema_history SELECT max(installed_rank) + 1, '999', 'newer', 'SQL', 'V999__newer.sql', 1,"
                        + " 'x', now(), 1, true FROM flyway_schema_history");
        try {
            untilServing(service, false);
            var refused = merchant.payin("newer schema", 50_000).expect(503, "SERVICE_UNAVAILABLE");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            var health = health(service);
            assertThat(health.status()).isEqualTo(503);
            assertThat(health.check("database").toString()).contains("schema version 999", "Start the newer program");
            assertThatThrownBy(() -> service.node(Map.of(), TestService.Work.OFF))
                    .isInstanceOf(OtherSchema.class);
        } finally {
            service.sql("DELETE FROM flyway_schema_history WHERE version = '999'");
        }
        untilServing(service, true);
        untilTaken(merchant, "newer schema");
    }

    @Test
    void requestsWithoutADatabaseAreAnsweredAfterThreeSecondsWhateverItDoes() throws Exception {
        try (var proxy = SilentProxy.before(service.database());
                var node = TestService.over(proxy.settings(service.database()), service.home());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var merchant = service.merchant().funded("THB", 1_000_000).at(node.port());
            merchant.payin("speaks", 50_000).expect(201);
            proxy.silence();
            var waiting = new ArrayList<Future<Duration>>();
            for (int i = 0; i < 40; i++) {
                var number = i;
                waiting.add(threads.submit(() -> {
                    var start = System.nanoTime();
                    if (number % 2 == 0) {
                        merchant.payin("silent " + number, 50_000).expect(503);
                    } else {
                        merchant.get("/v1/balance").expect(503);
                    }
                    return Duration.ofNanos(System.nanoTime() - start);
                }));
                Thread.sleep(100);
            }
            for (var one : waiting) {
                assertThat(answered(one)).isLessThan(PATIENCE);
            }
            assertThat(health(node).status()).isEqualTo(503);
            proxy.mend();
            untilServing(node, true);
            untilTaken(merchant, "silent 0");
        }
    }

    @Test
    void aRequestWhoseLockIsNotGrantedInTimeMayBeRepeated() throws Exception {
        var owner = service.owner(service.merchant());
        try (var other = service.ownerConnection()) {
            other.setAutoCommit(false);
            try (var statement = other.createStatement()) {
                statement.execute("LOCK TABLE sign_in_failure");
            }
            var refused = owner.signIn("not the password", Map.of()).expect(503, "SERVICE_UNAVAILABLE");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        }
        owner.signIn("not the password", Map.of()).expect(401, "CREDENTIALS_INVALID");
    }

    private static Duration answered(Future<Duration> one) throws InterruptedException {
        try {
            return one.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }
}

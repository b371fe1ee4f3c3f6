package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.TestDatabase;
import io.tical.server.bench.ServiceProcess;
import io.tical.server.webhook.CallbackSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A real process under load is killed at random moments, several times, and loses, halves and doubles nothing. */
@Order(1)
class KilledProcessTest {
    private static final int KILLS = 3;
    private static final int REQUESTS_PER_LIFE_MIN = 5;
    private static final Duration DONE_WITHIN = Duration.ofMinutes(2);
    /** Seldom, because it takes the service a while. */
    private static final Duration EVERY_PAYOUT_IS_READ = Duration.ofSeconds(1);

    private static final List<String> HEAP = List.of("-Xmx512m");
    // On a starved machine the simulator may not answer in time; what became of such a payout is asked soon.
    private static final Map<String, String> SETTINGS = Map.of(
            "TICAL_RATE_LIMIT_TEST", "0",
            "TICAL_SANDBOX_DISPATCH_SECONDS", "1",
            "TICAL_RAIL_POLL_SECONDS", "1,5,15,30,60,120");

    private Path home;
    private CallbackSink sink;

    @BeforeEach
    void home() throws Exception {
        home = TestDatabase.temporaryFolder("tical-killed-");
        TestDatabase.lendPrograms(home.resolve("postgres"));
        sink = new CallbackSink();
    }

    @AfterEach
    void clean() {
        sink.close();
        TestDatabase.deleteTree(home);
    }

    @Test
    void noAcknowledgedPayoutOrTransferIsLostOrDoubledAndEveryEventIsDelivered() throws Exception {
        var number = System.nanoTime();
        var random = new Random(number);
        var seed = "seed " + number;
        KilledTraffic first = null;
        for (int kill = 0; kill < KILLS; kill++) {
            var service = service();
            if (first == null) {
                deliverTo(service, sink.url());
                first = KilledTraffic.first(service);
            }
            var traffic = first.at(service.port());
            traffic.retry();
            traffic.load(service, 300 + random.nextInt(1_500));
        }
        try (var service = service()) {
            var traffic = first.at(service.port());
            traffic.retry();
            traffic.requireComplete(KILLS * REQUESTS_PER_LIFE_MIN, seed);
            // First what comes without a request: the payouts are read when they should have arrived.
            assertEveryEventIsDelivered(traffic.payouts().acknowledged(), seed);
            await().atMost(DONE_WITHIN)
                    .pollInterval(EVERY_PAYOUT_IS_READ)
                    .untilAsserted(() ->
                            assertThat(traffic.unfinishedPayouts()).as(seed).isEmpty());
            assertThat(audit()).as("the audit of the running service, " + seed).isZero();
        }
    }

    private ServiceProcess service() throws IOException {
        return ServiceProcess.start(home, SETTINGS, ServiceCommand.of(HEAP, "serve"));
    }

    private static void deliverTo(ServiceProcess service, String url) throws Exception {
        var owner = KilledTraffic.credentials(service).get("dashboard");
        var dashboard = new DashboardClient(
                service.port(),
                owner.get("username").asText(),
                owner.get("password").asText());
        dashboard.signIn().expect(200);
        dashboard.replace("/api/callbacks/payout", "{\"url\":\"" + url + "\"}").expect(200);
    }

    /** At least once each, and whatever was sent again has the body id that it had before. */
    private void assertEveryEventIsDelivered(Map<String, String> acknowledged, String seed) {
        await().atMost(DONE_WITHIN)
                .untilAsserted(() -> assertThat(sink.received().stream()
                                .map(CallbackSink.Received::transactionId)
                                .collect(Collectors.toSet()))
                        .as(seed)
                        .containsExactlyInAnyOrderElementsOf(acknowledged.values()));
        var bodyIds = sink.received().stream()
                .collect(Collectors.groupingBy(
                        CallbackSink.Received::transactionId,
                        Collectors.mapping(CallbackSink.Received::bodyId, Collectors.toSet())));
        assertThat(bodyIds.values()).as(seed).allSatisfy(ids -> assertThat(ids).hasSize(1));
        assertThat(sink.received())
                .as(seed)
                .allSatisfy(callback ->
                        assertThat(callback.json().get("event").asText()).isEqualTo("payout.succeeded"));
    }

    /** {@code ./tical audit} as a process of its own, on the same home. */
    private int audit() throws Exception {
        var process = new ProcessBuilder(ServiceCommand.of(HEAP, "audit"))
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("audit.log").toFile());
        process.environment().put("TICAL_HOME", home.toString());
        return process.start().waitFor();
    }
}

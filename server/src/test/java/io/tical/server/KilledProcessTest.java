package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.db.TestDatabase;
import io.tical.server.bench.ServiceProcess;
import io.tical.server.webhook.CallbackSink;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A real process under load is killed at random moments, several times, and loses and doubles nothing: no payout, no event. */
@Order(1)
class KilledProcessTest {
    private static final int KILLS = 3;
    private static final int CLIENTS = 32;
    private static final int AMOUNT = 100;
    private static final Duration DONE_WITHIN = Duration.ofMinutes(2);
    /** Seldom, because it takes the service a while. */
    private static final Duration EVERY_PAYOUT_IS_READ = Duration.ofSeconds(1);
    /** Its processes live too briefly for the optimizing compiler. */
    private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";
    // On a starved machine the simulator may not answer in time; what became of such a payout is asked soon.
    private static final Map<String, String> SETTINGS = Map.of(
            "JDK_JAVA_OPTIONS", QUICK_COMPILER,
            "TICAL_RATE_LIMIT_TEST", "0",
            "TICAL_SANDBOX_DISPATCH_SECONDS", "1",
            "TICAL_RAIL_POLL_SECONDS", "1,5,15,30,60,120");

    private Path home;
    private CallbackSink sink;

    @BeforeEach
    void home() throws Exception {
        home = Files.createTempDirectory("tical-killed");
        TestDatabase.lendPrograms(home.resolve("postgres"));
        sink = new CallbackSink();
    }

    @AfterEach
    void clean() {
        sink.close();
        TestDatabase.deleteTree(home);
    }

    @Test
    void noAcknowledgedPayoutIsLostOrDoubledAndEveryEventIsDelivered() throws Exception {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var acknowledged = new ConcurrentHashMap<String, String>();
        var unanswered = ConcurrentHashMap.<String>newKeySet();
        var numbers = new AtomicInteger();
        var funds = 100_000_000L;
        String body = null;
        for (int kill = 0; kill < KILLS; kill++) {
            var service = ServiceProcess.start(home, SETTINGS);
            var merchant = demo(service);
            if (body == null) {
                deliverTo(service, sink.url());
                merchant.funded("THB", funds);
                body = merchant.payoutBody("%s", AMOUNT);
            }
            retry(merchant, body, unanswered, acknowledged);
            load(service, merchant, body, numbers, unanswered, acknowledged, 300 + random.nextInt(1_500));
        }
        try (var service = ServiceProcess.start(home, SETTINGS)) {
            var merchant = demo(service);
            retry(merchant, body, unanswered, acknowledged);
            assertThat(acknowledged.size())
                    .as("seed " + seed)
                    .isGreaterThan(KILLS * 20)
                    .isEqualTo(numbers.get());
            var listed = everyPayout(merchant);
            assertThat(listed).as("seed " + seed).containsExactlyInAnyOrderEntriesOf(acknowledged);
            assertThat(merchant.available()).as("seed " + seed).isEqualTo(funds - (long) AMOUNT * acknowledged.size());
            await().atMost(DONE_WITHIN)
                    .pollInterval(EVERY_PAYOUT_IS_READ)
                    .untilAsserted(() ->
                            assertThat(unfinished(merchant)).as("seed " + seed).isEmpty());
            assertEveryEventIsDelivered(acknowledged, "seed " + seed);
            assertThat(audit())
                    .as("the audit beside the running service, seed " + seed)
                    .isZero();
        }
    }

    private static Merchant demo(ServiceProcess service) throws Exception {
        return new Merchant(
                service.port(), service.credential("test_key"), UUID.fromString(service.credential("organization_id")));
    }

    /** Sends payouts from many clients, kills the service in the midst of them, and notes what had no answer. */
    private static void load(
            ServiceProcess service,
            Merchant merchant,
            String body,
            AtomicInteger numbers,
            Set<String> unanswered,
            Map<String, String> acknowledged,
            int killAfterMillis)
            throws Exception {
        var stop = new AtomicBoolean();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < CLIENTS; i++) {
                running.add(clients.submit(() -> {
                    while (!stop.get()) {
                        send(merchant, body, "killed-" + numbers.incrementAndGet(), unanswered, acknowledged);
                    }
                }));
            }
            // Not a wait for something to become true: the moment of the kill is what varies.
            Thread.sleep(killAfterMillis);
            service.kill();
            stop.set(true);
            for (var client : running) {
                client.get();
            }
        }
    }

    private static void send(
            Merchant merchant, String body, String name, Set<String> unanswered, Map<String, String> acknowledged) {
        try {
            var reply = merchant.post("/v1/payouts", body.formatted(name), name);
            if (reply.status() == 201) {
                assertThat(acknowledged.put(name, reply.word("id"))).isNull();
            } else {
                // The service may say that it cannot answer now; it must not have acknowledged anything then.
                assertThat(reply.status()).as(reply.text()).isEqualTo(503);
                unanswered.add(name);
            }
        } catch (UncheckedIOException noAnswer) {
            unanswered.add(name);
        }
    }

    private static void retry(
            Merchant merchant, String body, Set<String> unanswered, Map<String, String> acknowledged) {
        for (var name : List.copyOf(unanswered)) {
            var reply = answered(merchant, body.formatted(name), name).expect(201);
            acknowledged.put(name, reply.word("id"));
            unanswered.remove(name);
        }
    }

    /** As a client does it: a service that cannot answer now, for the killed one's locks, is asked again with the same key. */
    private static Reply answered(Merchant merchant, String body, String key) {
        return await().atMost(Duration.ofMinutes(1))
                .until(() -> merchant.post("/v1/payouts", body, key), reply -> reply.status() != 503);
    }

    private static void deliverTo(ServiceProcess service, String url) throws Exception {
        var owner = Json.mapper()
                .readTree(service.home().resolve("credentials.json").toFile())
                .get("dashboard");
        var dashboard = new DashboardClient(
                service.port(),
                owner.get("username").asText(),
                owner.get("password").asText());
        dashboard.signIn().expect(200);
        dashboard.put("/api/callbacks/payout", "{\"url\":\"" + url + "\"}").expect(200);
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

    private static Map<String, String> everyPayout(Merchant merchant) {
        var payouts = new HashMap<String, String>();
        everyPayout(
                merchant,
                payout -> assertThat(payouts.put(
                                payout.get("order_ref").asText(),
                                payout.get("id").asText()))
                        .isNull());
        return payouts;
    }

    /** The payouts that have not arrived, with their states. */
    private static Map<String, String> unfinished(Merchant merchant) {
        var unfinished = new HashMap<String, String>();
        everyPayout(merchant, payout -> {
            var status = payout.get("status").asText();
            if (!status.equals("success")) {
                unfinished.put(payout.get("id").asText(), status);
            }
        });
        return unfinished;
    }

    private static void everyPayout(Merchant merchant, Consumer<JsonNode> each) {
        var path = "/v1/payouts?limit=100";
        while (!path.isEmpty()) {
            var page = merchant.get(path).expect(200);
            page.data().forEach(each);
            var next = page.json().get("meta").path("next_cursor");
            path = next.isMissingNode() ? "" : "/v1/payouts?limit=100&cursor=" + next.asText();
        }
    }

    /** {@code ./tical audit} as a process of its own, on the same home. */
    private int audit() throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        QUICK_COMPILER,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.tical.server.command.Main",
                        "audit")
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("audit.log").toFile());
        process.environment().put("TICAL_HOME", home.toString());
        return process.start().waitFor();
    }
}

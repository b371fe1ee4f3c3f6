package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.TestService;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Two nodes on one database share the deliveries: every event arrives, each of them once. */
class TwoNodesDeliverTest {
    private static final Map<String, String> SETTINGS = Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1");

    @Test
    void everyEventArrivesOnceFromWhicheverNode() {
        try (var sink = new CallbackSink();
                var service = TestService.start(SETTINGS);
                var other = service.node(SETTINGS, TestService.Work.RUNNING)) {
            var merchant = service.merchant().funded("THB", 10_000_000);
            service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYOUT, sink.url(), null);
            merchant.account();
            var confirmed = ConcurrentHashMap.<String>newKeySet();
            try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 150; i++) {
                    var reference = "two-" + i;
                    var at = i % 2 == 0 ? merchant : merchant.at(other.port());
                    clients.submit(() -> {
                        var id = at.payout(reference, 1_000).expect(201).word("id");
                        at.post("/v1/payouts/" + id + "/test-confirm").expect(200);
                        confirmed.add(id);
                    });
                }
            }
            assertThat(confirmed).hasSize(150);
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> service.count("SELECT count(*) FROM delivery WHERE status = 'delivered'") == 150);
            var arrived = sink.received().stream()
                    .map(CallbackSink.Received::transactionId)
                    .toList();
            assertThat(arrived).doesNotHaveDuplicates();
            assertThat(new HashSet<>(arrived)).isEqualTo(confirmed);
        }
    }
}

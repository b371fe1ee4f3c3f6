package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.ReplicatedDatabase;
import io.tical.db.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A service whose database fails over, and whose earlier primary returns first in the address, loses nothing that it acknowledged. */
class FailedOverServiceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void whatIsAcknowledgedIsOnTheNewTimeline() throws IOException, InterruptedException {
        var home = Files.createTempDirectory("tical-service");
        try (var servers = TestDatabase.replicated()) {
            var primary = servers.primary();
            try (var first = TestService.over(servers.settings(primary), home)) {
                assertThat(first.tical().database().answers()).isTrue();
            }
            var standby = servers.standby(ReplicatedDatabase.Mode.SYNCHRONOUS);
            try (var service = TestService.over(servers.settings(primary, standby), home)) {
                var merchant = service.merchant();
                var acknowledged = Collections.synchronizedList(new ArrayList<String>());
                var stopped = new AtomicBoolean();
                var client = Thread.ofVirtual().start(() -> {
                    for (int i = 0; !stopped.get(); i++) {
                        var reply = merchant.payin("order " + i, 50_000 + 100L * i);
                        if (reply.status() == 201) {
                            acknowledged.add(reply.word("id"));
                        } else {
                            assertThat(reply.status()).isEqualTo(503);
                        }
                    }
                });
                untilMore(acknowledged);
                primary.kill();
                standby.promote();
                var promotedAt = standby.value("SELECT clock_timestamp()");
                var promoted = System.nanoTime();
                untilMore(acknowledged);
                assertThat(Duration.ofNanos(System.nanoTime() - promoted)).isLessThan(Duration.ofSeconds(40));
                primary.restart();
                untilMore(acknowledged);
                // Cuts off all connections, so that each is opened again.
                standby.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'tical_%'");
                untilMore(acknowledged);
                stopped.set(true);
                client.join();
                var kept = List.of(standby.value("SELECT string_agg(payin_id::text, ' ') FROM payin")
                        .split(" "));
                assertThat(kept).containsAll(acknowledged);
                // The earlier primary may have what was on its way when it was killed, which nobody was told.
                assertThat(primary.value("SELECT count(*) FROM payin WHERE NOT payin_id = ANY ('{"
                                + String.join(",", kept) + "}'::uuid[]) AND updated_at > '" + promotedAt + "'"))
                        .isEqualTo("0");
                service.requireCleanAudit();
            }
        } finally {
            TestDatabase.deleteTree(home);
        }
    }

    private static void untilMore(List<String> acknowledged) {
        var enough = acknowledged.size() + 10;
        await().atMost(PATIENCE).until(() -> acknowledged.size() >= enough);
    }
}

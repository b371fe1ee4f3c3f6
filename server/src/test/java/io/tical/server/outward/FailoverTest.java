package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.ReplicatedDatabase.Mode;
import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A standby takes over from a primary that is gone, while a service runs. */
class FailoverTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Map<String, String> AT_ONCE = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0");

    /** Repeats a request until the service has its database again, as merchants do: with the same key. */
    private static String ordered(Merchant merchant, String reference) {
        var key = UUID.nameUUIDFromBytes(reference.getBytes(StandardCharsets.UTF_8))
                .toString();
        return await().atMost(SOON)
                .until(
                        () -> merchant.post("/v1/payouts", merchant.payoutBody(reference, 50_000), key),
                        reply -> reply.status() < 500)
                .expect(201)
                .word("id");
    }

    private static void awaitSuccess(Merchant merchant, String payout) {
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() ->
                        merchant.get("/v1/payouts/" + payout).word("status").equals("success"));
    }

    @Test
    void whatAStandbyLackedIsNotSentAgain() {
        try (var servers = TestDatabase.replicated()) {
            var primary = servers.primary();
            var standby = servers.standby(Mode.ASYNCHRONOUS);
            try (var service =
                    TestService.start(servers.settings(primary, standby), AT_ONCE, TestService.Work.RUNNING)) {
                var merchant = service.merchant().funded("THB", 10_000_000);
                merchant.account();
                awaitSuccess(merchant, ordered(merchant, "kept"));
                standby.awaitReplay(primary);
                standby.kill();
                var lost = new ArrayList<String>();
                for (int i = 1; i <= 3; i++) {
                    lost.add(ordered(merchant, "lost-" + i));
                    awaitSuccess(merchant, lost.getLast());
                }
                primary.kill();
                standby.restart();
                standby.promote();

                for (int i = 1; i <= 3; i++) {
                    awaitSuccess(merchant, ordered(merchant, "lost-" + i));
                }
                awaitSuccess(merchant, ordered(merchant, "new"));
                // One transfer each, by the book of the simulated bank.
                assertThat(RestoredDatabaseTest.transfers(service)).hasSize(5);
                assertThat(merchant.available()).isEqualTo(10_000_000 - 5 * 50_000);
                // The audit names the transactions that are missing since.
                assertThat(service.audit().run().finding())
                        .isNotNull()
                        .satisfies(finding -> assertThat(finding.sentence())
                                .contains("In journal, chain", "expected this row", "found none"));
            }
        }
    }

    @Test
    void nobodyIsAskedAfterASynchronousFailover() {
        try (var servers = TestDatabase.replicated()) {
            var primary = servers.primary();
            var standby = servers.standby(Mode.SYNCHRONOUS);
            try (var service =
                    TestService.start(servers.settings(primary, standby), AT_ONCE, TestService.Work.RUNNING)) {
                var merchant = service.merchant().funded("THB", 10_000_000);
                merchant.account();
                await().atMost(SOON).until(() -> service.serviceDatabase().isSynchronous());
                var ordered = new ArrayList<String>();
                for (int i = 1; i <= 5; i++) {
                    ordered.add(ordered(merchant, "before-" + i));
                }
                primary.kill();
                standby.promote();
                for (int i = 1; i <= 5; i++) {
                    ordered.add(ordered(merchant, "after-" + i));
                }
                ordered.forEach(payout -> awaitSuccess(merchant, payout));
                assertThat(service.count("SELECT count(*) FROM outward_case")).isZero();
                assertThat(RestoredDatabaseTest.transfers(service)).hasSize(10);
                service.requireCleanAudit();
            }
        }
    }
}

package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.merchant.MatchFallback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Audits of a running service, each from the heads of the previous one. */
class AuditChainTest {
    private static final int AUDITS = 12;
    /** Payouts that are delivered between two audits: what merchants ask for and what the service does automatically has changed then. */
    private static final int DELIVERED = 5;

    @Test
    void nothingIsFoundWhileTheServiceRuns() throws Exception {
        try (var service = TestService.start(Map.of())) {
            var merchants = List.of(
                    service.merchant().funded("THB", 1_000_000_000),
                    service.merchant().funded("THB", 1_000_000_000),
                    service.matching(service.merchant().funded("THB", 1_000_000_000), MatchFallback.OFF));
            var busy = new AtomicBoolean(true);
            var failures = new ConcurrentLinkedQueue<Throwable>();
            var threads = new ArrayList<Thread>();
            for (var merchant : merchants) {
                threads.add(Thread.ofVirtual()
                        .uncaughtExceptionHandler((dead, failure) -> failures.add(failure))
                        .start(() -> {
                            for (int number = 0; busy.get(); number++) {
                                play(service, merchant, number);
                            }
                        }));
            }
            var first = service.audit().run();
            assertThat(first.findings()).isEmpty();
            var heads = first.heads();
            var changed = 0L;
            for (int audit = 0; audit < AUDITS; audit++) {
                var delivered = delivered(service);
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> delivered(service) >= delivered + DELIVERED || !failures.isEmpty());
                var report = service.audit().since(heads, List.of(), 500, progress -> {});
                assertThat(report.findings()).isEmpty();
                changed += report.counts().getOrDefault("payout", 0L);
                heads = report.heads();
            }
            busy.set(false);
            for (var thread : threads) {
                thread.join();
            }
            assertThat(failures).isEmpty();
            assertThat(changed).isPositive();
            assertThat(service.audit().since(first.heads(), heads).findings()).isEmpty();
            service.requireCleanAudit();
        }
    }

    private static long delivered(TestService service) {
        return service.count("SELECT count(*) FROM payout WHERE status = 'success'");
    }

    private static void play(TestService service, Merchant merchant, int number) {
        var payout = merchant.payout("payout " + number, 10_000).expect(201).word("id");
        var payin = merchant.payin("payin " + number, 10_000 + number % 500 * 100)
                .expect(201)
                .word("id");
        merchant.post("/v1/payins/" + payin + (number % 2 == 0 ? "/cancel" : "/test-confirm"))
                .expect(200);
        if (number % 3 == 0) {
            service.makeDue(payout);
        }
        if (number % 20 == 0) {
            service.makeDue(payout);
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> merchant.payout(payout).word("status").equals("success"));
        }
    }
}

package io.tical.server.bench;

import io.tical.common.Json;
import java.io.IOException;
import java.time.Duration;

/** Measures how many payouts an audit proves in a second. They are made with plain SQL, as fast as that is, and sealed by the service. */
record AuditBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine) {
    /** 2.3 million payouts in 85 s. */
    private static final double WANTED = 27_000;

    void measure() throws IOException, InterruptedException {
        var payer = Payer.create(service, engine, "Audited", 1_000);
        var merchant = new BenchMerchant(service.address(), payer.key());
        var answer = merchant.post("/v1/payouts", payer.payoutBody("answer-" + payer.organizationId()));
        try (var connections = engine.connections(1)) {
            var sql = new SqlPayouts(
                    connections, engine.rowMac(), payer.organizationId(), payer.accountId(), Json.bytes(answer));
            var fill = plan.round().multipliedBy(plan.rounds());
            report.say("Making payouts for %d s…", fill.toSeconds());
            sql.setBasedPerSecond(fill);
        }
        // The service seals what was made meanwhile.
        Thread.sleep(Duration.ofSeconds(10));
        for (int round = 1; round <= plan.rounds(); round++) {
            var audit = engine.audit();
            var payouts = audit.counts().getOrDefault("payout", 0L);
            report.say("  %,d payouts in %.1f s", payouts, audit.duration().toMillis() / 1e3);
            report.add(
                    "payouts that the audit proves, a second",
                    payouts * 1e3 / audit.duration().toMillis());
        }
        var perSecond = report.median("payouts that the audit proves, a second");
        report.judge(
                "payouts that the audit proves, a second", perSecond, "/s", perSecond >= WANTED, "at least 27,000/s");
    }
}

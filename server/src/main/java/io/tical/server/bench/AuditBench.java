package io.tical.server.bench;

import io.tical.common.Json;
import io.tical.server.ledger.AuditReport;
import io.tical.server.ledger.Head;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Measures how many payouts an audit proves per second, and how long an audit since noted heads takes. Plain SQL creates the payouts, and
 * the service seals them.
 */
record AuditBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine) {
    /** 2.3 million payouts in 85 s. */
    private static final double WANTED = 27_000;

    /** The fraction of the whole audit's time, for 5 % new payouts. */
    private static final double SINCE_WANTED = 0.25;

    private static final String WHOLE = "payouts that the audit proves per second";
    private static final String SINCE = "audit of 5 % new payouts since heads, of the whole";

    void measure() throws IOException, InterruptedException {
        var payer = Payer.create(service, engine, "Audited", 1_000);
        var merchant = new BenchMerchant(service.address(), payer.key());
        var answer = merchant.post("/v1/payouts", payer.payoutBody("answer-" + payer.organizationId()));
        try (var connections = engine.connections(1)) {
            var sql = new SqlPayouts(
                    connections,
                    new SqlRows(engine.rowMac(), payer.organizationId(), payer.accountId(), Json.bytes(answer)));
            var fill = plan.round().multipliedBy(plan.rounds());
            make(sql, fill);
            var heads = List.<Head>of();
            var slowest = 0L;
            for (int round = 1; round <= plan.rounds(); round++) {
                var audit = audited("everything", engine.audit());
                heads = audit.heads();
                var millis = audit.duration().toMillis();
                slowest = Math.max(slowest, millis);
                report.add(WHOLE, audit.counts().getOrDefault("payout", 0L) * 1e3 / millis);
            }
            make(sql, fill.dividedBy(20));
            for (int round = 1; round <= plan.rounds(); round++) {
                var since = audited("what is new", engine.auditSince(heads));
                report.add(SINCE, since.duration().toMillis() / (double) slowest);
            }
        }
        judge(WHOLE, "/s", report.median(WHOLE) >= WANTED, "at least 27,000/s");
        judge(SINCE, "", report.median(SINCE) <= SINCE_WANTED, "at most " + SINCE_WANTED);
    }

    private void judge(String name, String unit, boolean met, String wanted) {
        report.judge(name, report.median(name), unit, met, wanted);
    }

    private void make(SqlPayouts sql, Duration duration) throws InterruptedException {
        report.say("Making payouts for %.1f s…", duration.toMillis() / 1e3);
        sql.setBasedPerSecond(duration);
        // Lets the service seal the payouts.
        Thread.sleep(Duration.ofSeconds(10));
    }

    private AuditReport audited(String what, AuditReport audit) {
        report.say(
                "  %s: %,d payouts in %.1f s, %d findings",
                what,
                audit.counts().getOrDefault("payout", 0L),
                audit.duration().toMillis() / 1e3,
                audit.findings().size());
        return audit;
    }
}

package io.tical.server.bench;

import io.tical.common.Ids;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Measures settlement creation a second, compared with payouts on the same service. */
record SettlementBench(
        Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine, AtomicLong numbers) {
    private static final int TOP_UPS = 300;
    private static final String PAYOUTS = "payouts beside settlements, creates/s";
    private static final String SETTLEMENTS = "settlements, one hot merchant, creates/s";
    /** Without a {@code client_operation_id}. */
    private static final String ANONYMOUS = "settlements without an id of their own, creates/s";

    void measure() throws IOException, InterruptedException {
        var client = new LoadClient(service.port(), plan.connections());
        var hot = Payer.create(service, engine, "Hot", TOP_UPS);
        client.run(plan.round(), 201, Payer.payouts(List.of(hot), numbers));
        client.run(plan.round(), 201, settlements(hot, true));
        for (int round = 1; round <= plan.rounds(); round++) {
            report.say("Round %d of %d…", round, plan.rounds());
            run(PAYOUTS, client, Payer.payouts(List.of(hot), numbers));
            run(SETTLEMENTS, client, settlements(hot, true));
            run(ANONYMOUS, client, settlements(hot, false));
        }
        var share = report.median(SETTLEMENTS) / report.median(PAYOUTS);
        report.judge("settlements against payouts, creates/s", share * 100, "%", share >= 0.6, "at least 60 %");
        report.judgeResponses();
    }

    private void run(String name, LoadClient client, Supplier<byte[]> requests) {
        var result = client.run(plan.round(), 201, requests);
        report.add(name, result.perSecond());
        report.add(name.replace("creates/s", "p99 ms"), result.percentileMillis(99));
        report.say("  %s: %.0f", name, result.perSecond());
        report.checked(result);
    }

    /** Settlements of 1.00 THB. */
    private Supplier<byte[]> settlements(Payer payer, boolean named) {
        return () -> {
            var operation = named ? ",\"client_operation_id\":\"" + Ids.next() + "\"" : "";
            return payer.post(
                    "/v1/settlements",
                    "bench-" + numbers.incrementAndGet(),
                    "{\"dest_account_id\":\"" + payer.accountId() + "\",\"amount\":100" + operation + "}");
        };
    }
}

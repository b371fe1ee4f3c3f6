package io.tical.server.bench;

import io.tical.common.Ids;
import io.tical.server.bench.Comparison.Series;
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
        var hot = Payer.create(service, engine, "Hot", TOP_UPS);
        new Comparison(plan, report, service)
                .measure(
                        "settlements against payouts, creates/s",
                        new Series(PAYOUTS, Payer.payouts(List.of(hot), numbers)),
                        new Series(SETTLEMENTS, settlements(hot, true)),
                        new Series(ANONYMOUS, settlements(hot, false)));
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

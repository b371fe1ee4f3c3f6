package io.tical.server.bench;

import io.tical.server.bench.BenchMerchant.Payin;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Measures the latency of the pay page and its view at a constant rate over many pending payins. */
record PayPageBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine, AtomicLong views) {
    private static final int PAYINS = 1_000;
    private static final int PER_SECOND = 500;
    private static final int CONNECTIONS = 64;
    private static final double MILLIS_MAX = 10;
    /** The JVM needs some thousand requests to compile both paths. */
    private static final int WARMING = 2;

    private static final String VIEW = "pay page's view at 500/s";
    private static final String PAGE = "pay page at 500/s";

    void measure() throws IOException, InterruptedException {
        var merchant =
                new BenchMerchant(service.address(), engine.organization("Shop").testKey());
        var payins = new ArrayList<Payin>();
        for (int number = 0; number < PAYINS; number++) {
            payins.add(merchant.payin());
        }
        var client = new LoadClient(service.payPort(), CONNECTIONS);
        var view = requests("/pay-api/v1/pay/", payins);
        var page = requests("/pay/", payins);
        report.say("Warming up…");
        var warm = Duration.ofSeconds(Math.max(5, plan.seconds()));
        for (int round = 0; round < WARMING; round++) {
            client.runAt(PER_SECOND, warm, 200, view);
            client.runAt(PER_SECOND, warm, 200, page);
        }
        for (int round = 1; round <= plan.rounds(); round++) {
            report.say("Pay page, round %d of %d…", round, plan.rounds());
            run(VIEW, client, view);
            run(PAGE, client, page);
        }
        for (var name : List.of(VIEW, PAGE)) {
            var millis = report.median(name + ", p99 ms");
            report.judge(name + ", p99", millis, "ms", millis < MILLIS_MAX, "less than 10 ms");
        }
        report.judgeResponses();
    }

    private Supplier<byte[]> requests(String tree, List<Payin> payins) {
        return () -> LoadClient.request(
                "GET",
                tree + payins.get((int) (views.getAndIncrement() % PAYINS)).payToken(),
                List.of("Accept-Language: th"),
                "");
    }

    private void run(String name, LoadClient client, Supplier<byte[]> requests) {
        var before = service.processorTime();
        var result = client.runAt(PER_SECOND, plan.round(), 200, requests);
        // Processor time, which is comparable on a busy machine.
        var processor = service.processorTime().minus(before).toNanos() / 1e6 / result.latenciesMicros().length;
        report.add(name + ", processor ms each", processor);
        report.add(name, report.checked(result));
        report.say(
                "  %s: p50 %.2f ms, p99 %.2f ms, %.2f ms of a processor each",
                name, result.percentileMillis(50), result.percentileMillis(99), processor);
    }
}

package io.tical.server.bench;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Measures transfers between organizations a second, compared with payouts on the same service: from one merchant to one and to many
 * others, and of many merchants to each other, whose wallets are those of several commit queues.
 */
record TransferBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine, AtomicLong numbers) {
    private static final int MERCHANTS = 100;
    private static final int TOP_UPS = 300;
    private static final String PAYOUTS = "payouts, one hot merchant, creates/s";
    private static final String TO_ONE = "transfers, one hot merchant to another one, creates/s";
    private static final String TO_MANY = "transfers, one hot merchant to " + MERCHANTS + ", creates/s";
    private static final String AMONG = "transfers among " + MERCHANTS + " merchants, creates/s";

    void measure() throws IOException, InterruptedException {
        var client = new LoadClient(service.port(), plan.connections());
        var hot = List.of(Payer.create(service, engine, "Hot", TOP_UPS));
        var many = Payer.create(service, engine, MERCHANTS, 10);
        var one = many.subList(0, 1);
        client.run(plan.round(), 201, Payer.payouts(hot, numbers));
        client.run(plan.round(), 201, transfers(hot, one));
        for (int round = 1; round <= plan.rounds(); round++) {
            report.say("Round %d of %d…", round, plan.rounds());
            run(PAYOUTS, client, Payer.payouts(hot, numbers));
            run(TO_ONE, client, transfers(hot, one));
            run(TO_MANY, client, transfers(hot, many));
            run(AMONG, client, transfers(many, many));
        }
        var share = report.median(TO_ONE) / report.median(PAYOUTS);
        report.judge("transfers against payouts, creates/s", share * 100, "%", share >= 0.6, "at least 60 %");
        report.judgeResponses();
    }

    private void run(String name, LoadClient client, Supplier<byte[]> requests) {
        var result = client.run(plan.round(), 201, requests);
        report.add(name, result.perSecond());
        report.add(name.replace("creates/s", "p99 ms"), result.percentileMillis(99));
        report.say("  %s: %.0f", name, result.perSecond());
        report.checked(result);
    }

    /** Transfers of 1.00 THB of each sender in turn, to another receiver each time. */
    private Supplier<byte[]> transfers(List<Payer> senders, List<Payer> receivers) {
        return () -> {
            var number = numbers.incrementAndGet();
            var from = (int) (number % senders.size());
            // With senders who are receivers, never to itself.
            var to =
                    (int) ((from + 1 + number / senders.size() % Math.max(1, receivers.size() - 1)) % receivers.size());
            return senders.get(from).transfer("bench-" + number, receivers.get(to));
        };
    }
}

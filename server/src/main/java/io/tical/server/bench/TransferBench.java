package io.tical.server.bench;

import io.tical.server.bench.Comparison.Series;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Measures transfers between organizations a second, compared with payouts on the same service: from one merchant to one and to many
 * others, and of many merchants to each other, whose wallets belong to several commit queues.
 */
record TransferBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine, AtomicLong numbers) {
    private static final int MERCHANTS = 100;
    private static final int TOP_UPS = 300;
    private static final String PAYOUTS = "payouts, one hot merchant, creates/s";
    private static final String TO_ONE = "transfers, one hot merchant to another one, creates/s";
    private static final String TO_MANY = "transfers, one hot merchant to " + MERCHANTS + ", creates/s";
    private static final String AMONG = "transfers among " + MERCHANTS + " merchants, creates/s";

    void measure() throws IOException, InterruptedException {
        var hot = List.of(Payer.create(service, engine, "Hot", TOP_UPS));
        var many = Payer.create(service, engine, MERCHANTS, 10);
        new Comparison(plan, report, service)
                .measure(
                        "transfers against payouts, creates/s",
                        new Series(PAYOUTS, Payer.payouts(hot, numbers)),
                        new Series(TO_ONE, transfers(hot, many.subList(0, 1))),
                        new Series(TO_MANY, transfers(hot, many)),
                        new Series(AMONG, transfers(many, many)));
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

package io.tical.server.bench;

import io.tical.common.Ids;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.EventType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Measures callbacks: signed deliveries a second, the time from commit to arrival, and the effect of a failing endpoint with a
 * long queue on another merchant.
 */
record CallbackBench(Bench.Plan plan, Report report, BenchDatabase engine) {
    private static final int MERCHANTS = 100;
    private static final int PER_SECOND = 500;
    private static final Duration TICK = Duration.ofMillis(10);
    private static final String ALONE = "commit to arrival";
    private static final String SILENT = "beside a silent endpoint with 10,000 queued";
    private static final String REFUSING = "beside a refusing endpoint with 10,000 queued";
    private static final int DEAD_QUEUE = 10_000;
    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** A body of the size of a payout's callback. */
    private static final String DATA =
            "{\"id\":\"00000000-0000-0000-0000-000000000000\",\"transaction_type\":\"payout\",\"notes\":\""
                    + "x".repeat(1_100) + "\"}";

    void measure() throws IOException, InterruptedException {
        try (var sink = new Sink()) {
            var one = merchants(sink.url(), 1);
            var many = merchants(sink.url(), MERCHANTS);
            report.say("Warming up…");
            drained(sink, many, PER_SECOND * 4);
            for (int round = 1; round <= plan.rounds(); round++) {
                report.say("Callbacks, round %d of %d…", round, plan.rounds());
                var queue = 1_500 * plan.seconds();
                throughput("one endpoint", sink, one, queue);
                throughput(MERCHANTS + " endpoints", sink, many, queue);
                latency(ALONE, sink, one);
                measureBesideFailingEndpoint(SILENT, sink, one, false);
                latency(ALONE, sink, one);
                measureBesideFailingEndpoint(REFUSING, sink, one, true);
            }
            judge();
        }
    }

    private List<UUID> merchants(String url, int count) {
        var merchants = new ArrayList<UUID>();
        for (int i = 0; i < count; i++) {
            var organization = engine.organization("Callbacks " + i).id();
            engine.callbacks(organization, url);
            merchants.add(organization);
        }
        return merchants;
    }

    private void throughput(String name, Sink sink, List<UUID> merchants, int count) throws InterruptedException {
        var perSecond = drained(sink, merchants, count);
        report.add(name + ", deliveries/s", perSecond);
        report.say("  %s: %.0f deliveries/s", name, perSecond);
    }

    /** Commits events in one transaction and waits until all have arrived. */
    private double drained(Sink sink, List<UUID> merchants, int count) throws InterruptedException {
        sink.arrivals().clear();
        engine.insert(events(merchants, count));
        var committed = System.nanoTime();
        awaitArrivals(sink, count);
        var last = sink.arrivals().values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElseThrow();
        return count / ((last - committed) / 1e9);
    }

    private static void awaitArrivals(Sink sink, int count) throws InterruptedException {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (sink.arrivals().size() < count) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "of " + count + " callbacks only " + sink.arrivals().size() + " arrived");
            }
            Thread.sleep(2);
        }
    }

    /** Commits five events every ten milliseconds and measures the time until each arrives. */
    private void latency(String name, Sink sink, List<UUID> merchants) throws InterruptedException {
        sink.arrivals().clear();
        var committed = new HashMap<String, Long>();
        var begin = System.nanoTime();
        var ticks = plan.seconds() * 100;
        for (int tick = 0; tick < ticks; tick++) {
            LockSupport.parkNanos(begin + tick * TICK.toNanos() - System.nanoTime());
            var events = events(merchants, PER_SECOND / 100);
            engine.insert(events);
            var now = System.nanoTime();
            events.forEach(event -> committed.put(event.id().toString(), now));
        }
        var pace = committed.size() / ((System.nanoTime() - begin) / 1e9);
        awaitArrivals(sink, committed.size());
        var sorted = committed.entrySet().stream()
                .mapToLong(entry ->
                        (Objects.requireNonNull(sink.arrivals().get(entry.getKey())) - entry.getValue()) / 1_000)
                .sorted()
                .toArray();
        report.add(name + ", events/s", pace);
        report.add(name, sorted, 50, 95);
        report.say("  %s: %.0f events/s, p95 %.1f ms", name, pace, LoadClient.percentileMillis(sorted, 95));
    }

    /** @param refusing whether the failing endpoint refuses connections, or accepts them and never responds */
    private void measureBesideFailingEndpoint(String name, Sink sink, List<UUID> merchants, boolean refusing)
            throws IOException, InterruptedException {
        var organization = engine.organization("Dead").id();
        try (var socket = new ServerSocket(0, 4_096, InetAddress.getLoopbackAddress())) {
            if (refusing) {
                socket.close();
            }
            engine.callbacks(organization, "http://127.0.0.1:" + socket.getLocalPort() + "/");
            engine.insert(events(List.of(organization), DEAD_QUEUE));
            // Excludes the time that inserting the queue takes.
            Thread.sleep(SETTLING);
            latency(name, sink, merchants);
            engine.removeCallbacks(organization);
        }
    }

    /** Events of the merchants in turn. */
    private static List<Event> events(List<UUID> merchants, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> event(merchants.get(i % merchants.size())))
                .toList();
    }

    private static Event event(UUID organizationId) {
        return new Event(
                organizationId,
                false,
                Ids.next(),
                EventType.PAYOUT_SUCCEEDED,
                Ids.next(),
                false,
                DATA,
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
    }

    private void judge() {
        for (var name : List.of("one endpoint", MERCHANTS + " endpoints")) {
            var perSecond = report.median(name + ", deliveries/s");
            report.judge(name + ", signed deliveries", perSecond, "/s", perSecond >= 1_500, "at least 1,500 /s");
        }
        var alone = report.median(ALONE + ", p95 ms");
        report.judge("from commit to arrival, p95", alone, "ms", alone <= 250, "at most 250 ms");
        for (var name : List.of(SILENT, REFUSING)) {
            var change = (report.median(name + ", p95 ms") / alone - 1) * 100;
            report.judge("p95 " + name + ", change", change, "%", change < 20, "less than 20 %");
        }
    }
}

package io.tical.server.bench;

import io.tical.common.Ids;
import io.tical.server.Tical;
import io.tical.server.config.Setting;
import io.tical.server.config.Settings;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.Departure;
import io.tical.server.outward.MadeLog;
import io.tical.server.outward.OutwardModule;
import io.tical.server.transaction.EventType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Measures the log of what left: its bytes for a payout with its callback, and how long a million records are compared. */
record OutwardBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine) {
    private static final int SENT = 2_000;
    private static final int CONNECTIONS = 16;
    private static final int RECORDS = 1_000_000;
    private static final int BATCH = 10_000;
    private static final Duration ARRIVED_WITHIN = Duration.ofMinutes(2);

    /** What operating.md says: two records of 150 bytes. */
    private static final double BYTES_MAX = 300;

    private static final double SECONDS_MAX = 30;
    private static final String BYTES = "bytes of the log for a payout and its callback";
    private static final String SECONDS = "comparison of 1,000,000 records, s";

    void measure() throws IOException, InterruptedException {
        measureBytes();
        measureComparison();
    }

    private void measureBytes() throws IOException, InterruptedException {
        try (var sink = new Sink()) {
            var payer = Payer.create(service, engine, "Sent", 10);
            engine.callbacks(payer.organizationId(), sink.url());
            var numbers = new AtomicLong();
            var before = bytes();
            report.checked(
                    new LoadClient(service.port(), CONNECTIONS).run(SENT, 201, Payer.payouts(List.of(payer), numbers)));
            var end = System.nanoTime() + ARRIVED_WITHIN.toNanos();
            while (sink.arrivals().size() < SENT) {
                if (System.nanoTime() > end) {
                    throw new IllegalStateException(
                            "of " + SENT + " callbacks only " + sink.arrivals().size() + " arrived");
                }
                Thread.sleep(10);
            }
            report.add(BYTES, (bytes() - before) / (double) SENT);
        }
        report.judgeResponses();
        report.judge(BYTES, report.median(BYTES), "", report.median(BYTES) <= BYTES_MAX, "at most " + BYTES_MAX);
    }

    private long bytes() throws IOException {
        try (Stream<Path> files = Files.walk(service.home().resolve("outward"))) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .mapToLong(OutwardBench::size)
                    .sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compares as a node does that starts after it was killed. */
    private void measureComparison() throws IOException {
        for (int round = 1; round <= plan.rounds(); round++) {
            report.say("Making %,d records, round %d of %d…", RECORDS, round, plan.rounds());
            var place = Files.createDirectory(service.home().resolve("compared-" + round));
            make(place);
            var seconds = Tical.withModules(
                    Settings.read(Map.of(
                            Setting.HOME.variable(), service.home().toString(),
                            Setting.OUTWARD_LOG.variable(), place.toString())),
                    "tical bench",
                    modules -> {
                        var fence = modules.get(OutwardModule.class).fence();
                        var began = System.nanoTime();
                        fence.runOnce();
                        if (fence.openCases() > 0) {
                            throw new IllegalStateException("records were not found");
                        }
                        return (System.nanoTime() - began) / 1e9;
                    });
            report.add(SECONDS, seconds);
            report.say("  %.1f s", seconds);
        }
        report.judge(
                SECONDS, report.median(SECONDS), "s", report.median(SECONDS) <= SECONDS_MAX, "at most " + SECONDS_MAX);
    }

    private void make(Path place) throws IOException {
        var organization = engine.organization("Compared").id();
        try (var log = new MadeLog(place, engine.secrets());
                var connections = engine.connections(1);
                var connection = connections.getConnection()) {
            for (int made = 0; made < RECORDS; made += BATCH) {
                var payouts = ids();
                var attempts = ids();
                SqlRows.update(connection, """
                        INSERT INTO payout_attempt (organization_id, livemode, payout_id, step, attempt, attempt_id, rail, amount, status,
                            created_at, mac)
                        SELECT ?, false, payout, 1, 1, attempt, 'simulator', 100, 'open', now(), ''
                        FROM unnest(?, ?) AS t (payout, attempt)""", organization, payouts, attempts);
                var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
                log.write(Stream.iterate(0, i -> i < BATCH, i -> i + 1)
                        .map(i -> departure(organization, payouts[i], attempts[i], now))
                        .toList());
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private static UUID[] ids() {
        return Stream.generate(Ids::next).limit(BATCH).toArray(UUID[]::new);
    }

    private static Departure departure(UUID organization, UUID payout, UUID attempt, Instant now) {
        return new Departure(
                Departure.Kind.SENT,
                EventType.Subject.PAYOUT,
                new TransactionKey(organization, false, payout),
                attempt,
                1,
                100,
                "THB",
                "simulator",
                "bench-" + attempt,
                new byte[Long.BYTES],
                now);
    }
}

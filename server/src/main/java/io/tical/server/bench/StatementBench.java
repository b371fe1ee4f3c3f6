package io.tical.server.bench;

import io.tical.common.Json;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Measures how fast a statement of a million movements is read, and how much memory that takes. Plain SQL creates the movements, which are
 * payouts.
 */
record StatementBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine) {
    private static final long MOVEMENTS = 1_000_000;
    private static final int TOP_UPS = 20;
    private static final Duration FILLING = Duration.ofSeconds(5);
    private static final double ROWS_WANTED = 100_000;
    private static final double MEGABYTES_MAX = 32;

    private static final String ROWS = "rows of a statement as CSV per second";
    private static final String ROWS_JSON = "movements of a statement as JSON per second";
    private static final String PROCESSOR = "processor time of service and database, microseconds per row";
    private static final String HEAP = "heap in the middle of a statement, MB more than before";

    void measure() throws IOException, InterruptedException {
        var payer = Payer.create(service, engine, "Statement", TOP_UPS);
        var merchant = new BenchMerchant(service.address(), payer.key());
        var answer = merchant.post("/v1/payouts", payer.payoutBody("answer-" + payer.organizationId()));
        var movements = 0L;
        try (var connections = engine.connections(1)) {
            var sql = new SqlPayouts(
                    connections,
                    new SqlRows(engine.rowMac(), payer.organizationId(), payer.accountId(), Json.bytes(answer)));
            while (movements < MOVEMENTS) {
                report.say("Making payouts, %,d so far…", movements);
                movements += (long) (sql.setBasedPerSecond(FILLING) * FILLING.toSeconds());
            }
        }
        for (int round = 0; round <= plan.rounds(); round++) {
            // The first one warms up.
            var before = service.processorTime();
            var csv = rowsPerSecond(merchant, "csv");
            var used = service.processorTime().minus(before);
            var json = rowsPerSecond(merchant, "json");
            if (round > 0) {
                report.add(ROWS, csv);
                report.add(ROWS_JSON, json);
                report.add(PROCESSOR, used.toNanos() / 1e3 / movements);
                report.add(HEAP, megabytesInTheMiddle(merchant));
            }
        }
        var rows = report.median(ROWS);
        report.judge(ROWS, rows, "/s", rows >= ROWS_WANTED, "at least 100,000/s");
        var heap = report.median(HEAP);
        report.judge(HEAP, heap, "MB", heap <= MEGABYTES_MAX, "at most " + MEGABYTES_MAX + " MB");
    }

    private static double rowsPerSecond(BenchMerchant merchant, String format)
            throws IOException, InterruptedException {
        var start = System.nanoTime();
        try (var statement = open(merchant, format)) {
            // Each row of CSV has its own line feed, each movement of JSON its own brace.
            var rows = count(statement, format.equals("csv") ? '\n' : '{', Long.MAX_VALUE);
            return rows * 1e9 / (System.nanoTime() - start);
        }
    }

    /** The used heap after a collection, while half of the statement is still to be read. */
    private double megabytesInTheMiddle(BenchMerchant merchant) throws IOException, InterruptedException {
        var before = service.heapMegabytes();
        try (var statement = open(merchant, "csv")) {
            count(statement, '\n', MOVEMENTS / 2);
            var middle = service.heapMegabytes();
            count(statement, '\n', Long.MAX_VALUE);
            return middle - before;
        }
    }

    private static InputStream open(BenchMerchant merchant, String format) throws IOException, InterruptedException {
        return merchant.stream("/v1/statements?currency=THB&from=0&format=" + format);
    }

    /** Reads until the stream ends or this byte was read so many times; returns how many times it was. */
    private static long count(InputStream stream, int wanted, long most) throws IOException {
        var buffer = new byte[64 * 1024];
        var count = 0L;
        for (var read = 0; count < most && read >= 0; read = stream.read(buffer)) {
            for (int at = 0; at < read; at++) {
                if (buffer[at] == wanted) {
                    count++;
                }
            }
        }
        return count;
    }
}

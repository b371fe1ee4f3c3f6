package io.tical.server.bench;

import io.tical.common.Ids;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Measures reads: one payout and pages of payouts compared with {@code /v1/me}, which needs no database, on a new database and
 * with two million payouts; and the size of an idempotency record.
 */
final class ReadBench implements Bench.Part {
    private static final int CONNECTIONS = 32;
    private static final int MERCHANTS = 100;
    private static final int PAYOUTS = 2_000_000;
    private static final Duration WARM_UP = Duration.ofSeconds(3);

    private final Bench.Plan plan;
    private final Report report;
    private final AtomicLong numbers = new AtomicLong();

    ReadBench(Bench.Plan plan, Report report) {
        this.plan = plan;
        this.report = report;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("TICAL_RATE_LIMIT_TEST", "0", "TICAL_SANDBOX_DISPATCH_SECONDS", "86400");
    }

    /** Payouts inserted with SQL have no transfers. */
    @Override
    public boolean audited() {
        return false;
    }

    @Override
    public void measure(ServiceProcess service, BenchDatabase engine) throws IOException, InterruptedException {
        var client = new LoadClient(service.port(), CONNECTIONS);
        var merchants = new Payer[MERCHANTS];
        for (int i = 0; i < MERCHANTS; i++) {
            merchants[i] = Payer.create(service, engine, "Merchant " + i, 1);
        }
        create(client, List.of(merchants));
        try (var connections = engine.connections(1);
                var connection = connections.getConnection()) {
            var bytes = BulkPayouts.bytesOfIdempotencyRecord(connection);
            report.judge("bytes of an idempotency record", bytes, "B", bytes <= 350, "at most 350");
            rounds("new database", client, service, merchants[0]);
            report.say("Loading %,d payouts…", PAYOUTS);
            BulkPayouts.load(connection, merchants[0].organizationId(), merchants[0].accountId(), PAYOUTS);
        } catch (SQLException e) {
            throw new IOException("the payouts could not be loaded", e);
        }
        rounds("2 million payouts", client, service, merchants[0]);
        filters(client, merchants[0]);
        report.judgeResponses();
    }

    /** Measures payouts in the first seconds of a new database, while its tables grow. */
    private void create(LoadClient client, List<Payer> merchants) {
        Supplier<byte[]> payouts = () -> {
            var number = numbers.incrementAndGet();
            return merchants.get((int) (number % MERCHANTS)).payout(Ids.next().toString());
        };
        for (var part : List.of("first", "second", "third")) {
            var result = client.run(Duration.ofSeconds(5), 201, payouts);
            report.add("payouts/s in the " + part + " 5 s of a new database", result.perSecond());
            report.checked(result);
        }
    }

    private void rounds(String name, LoadClient client, ServiceProcess service, Payer merchant)
            throws IOException, InterruptedException {
        report.say("Reads, %s…", name);
        var page = new BenchMerchant(service.address(), merchant.key()).get("/v1/payouts?limit=1");
        var payout = "/v1/payouts/" + page.get("data").get(0).get("id").textValue();
        var reads = List.of(
                new Read("/v1/me", "/v1/me"),
                new Read("one payout", payout),
                new Read("page of 20", "/v1/payouts?limit=20"),
                new Read("page of 100", "/v1/payouts?limit=100"));
        for (var read : reads) {
            run(client, merchant, read.target(), WARM_UP);
        }
        for (int round = 0; round < plan.rounds(); round++) {
            for (var read : reads) {
                report.add(
                        name + ": " + read.name() + ", reads/s",
                        run(client, merchant, read.target(), Duration.ofSeconds(plan.seconds())));
            }
        }
        judge(name, "one payout", 0.15);
        judge(name, "page of 20", 0.06);
        judge(name, "page of 100", 0);
    }

    private record Read(String name, String target) {}

    private void judge(String name, String read, double wanted) {
        var ratio = report.median(name + ": " + read + ", reads/s") / report.median(name + ": /v1/me, reads/s");
        report.judge(name + ": " + read + " against /v1/me", ratio, "×", ratio >= wanted, "at least " + wanted + " ×");
    }

    /** Measures a filter that matches nothing against a full page. */
    private void filters(LoadClient client, Payer merchant) {
        for (int round = 0; round < plan.rounds(); round++) {
            for (var target : List.of(
                    "/v1/payouts?limit=20", "/v1/payouts?currency=USD", "/v1/payouts?currency=USD&status=success")) {
                run(client, merchant, target, Duration.ofSeconds(1));
                report.add(target + ", reads/s", run(client, merchant, target, Duration.ofSeconds(plan.seconds())));
            }
        }
        for (var target : List.of("/v1/payouts?currency=USD", "/v1/payouts?currency=USD&status=success")) {
            var cost = report.median("/v1/payouts?limit=20, reads/s") / report.median(target + ", reads/s");
            report.judge("cost of " + target + " against a page", cost, "×", cost <= 1.5, "at most 1.5 ×");
        }
    }

    private double run(LoadClient client, Payer merchant, String target, Duration duration) {
        var request = merchant.get(target);
        return report.checked(client.run(duration, 200, () -> request)).perSecond();
    }
}

package io.tical.server.bench;

import io.tical.common.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Measures payouts a second for one hot merchant and for a thousand, compared with the textbook implementation on the
 * same database in the same minutes; their latencies; and reads from the first page to row 100,000.
 */
final class PayoutBench implements Bench.Part {
    private static final int MERCHANTS = 1_000;
    private static final int DEEP_ROWS = 100_000;
    private static final int TEXTBOOK_CONNECTIONS = 64;
    private static final int FEW_CONNECTIONS = 16;

    /** Disables rate limits and delays the sandbox's dispatch beyond the measurement. */
    private static final Map<String, String> SETTINGS = Map.of(
            "TICAL_RATE_LIMIT_TEST", "0", "TICAL_RATE_LIMIT_LIVE", "0", "TICAL_SANDBOX_DISPATCH_SECONDS", "86400");

    private final Bench.Plan plan;
    private final Report report;
    private final AtomicLong numbers = new AtomicLong();

    PayoutBench(Bench.Plan plan, Report report) {
        this.plan = plan;
        this.report = report;
    }

    @Override
    public Map<String, String> settings() {
        return SETTINGS;
    }

    @Override
    public void measure(ServiceProcess service, BenchDatabase engine) throws IOException, InterruptedException {
        var client = new LoadClient(service.port(), plan.connections());
        var hot = Payer.create(service, engine, "Hot", 1_000);
        var textbook = Payer.create(service, engine, "Textbook", 1_000);
        var many = new ArrayList<Payer>();
        report.say("Making %d merchants…", MERCHANTS);
        for (int i = 0; i < MERCHANTS; i++) {
            many.add(Payer.create(service, engine, "Merchant " + i, 1));
        }
        var few = new LoadClient(service.port(), FEW_CONNECTIONS);
        var one = new LoadClient(service.port(), 1);
        for (var each : List.of(client, one)) {
            each.run(Duration.ofSeconds(plan.seconds()), 201, payouts(List.of(hot)));
        }
        try (var connections = engine.connections(TEXTBOOK_CONNECTIONS)) {
            var payout = new BenchMerchant(service.address(), textbook.key())
                    .post("/v1/payouts", textbook.payoutBody("answer-" + textbook.organizationId()));
            var answer = Json.bytes(payout);
            var plain = new TextbookPayouts(connections, textbook.organizationId(), textbook.accountId(), answer);
            var setBased = new SetBasedPayouts(connections, textbook.organizationId(), textbook.accountId(), answer);
            var duration = Duration.ofSeconds(plan.seconds());
            for (int round = 1; round <= plan.rounds(); round++) {
                report.say("Round %d of %d…", round, plan.rounds());
                add("textbook, one hot merchant", plain.perSecond(TEXTBOOK_CONNECTIONS, duration));
                add("plain SQL, one connection", plain.perSecond(1, duration));
                measure("one connection", one, List.of(hot));
                measure(FEW_CONNECTIONS + " connections", few, List.of(hot));
                add("set-based SQL", setBased.perSecond(duration));
                measure("one hot merchant", client, List.of(hot));
                measure(MERCHANTS + " merchants", client, many);
            }
        }
        // The deep page must exist even on a slow machine.
        report.checked(client.run(DEEP_ROWS + 1_000, 201, payouts(List.of(hot))));
        reads(service, hot);
        judge(heapMegabytes(service));
    }

    private void measure(String name, LoadClient client, List<Payer> merchants) {
        var result = client.run(Duration.ofSeconds(plan.seconds()), 201, payouts(merchants));
        add(name, result.perSecond());
        report.add(name, report.checked(result));
    }

    private void add(String name, double perSecond) {
        report.add(name + ", payouts/s", perSecond);
        report.say("  %s: %.0f payouts/s", name, perSecond);
    }

    private Supplier<byte[]> payouts(List<Payer> merchants) {
        return () -> {
            var number = numbers.incrementAndGet();
            return merchants.get((int) (number % merchants.size())).payout("bench-" + number);
        };
    }

    /** Measures reads by id, of the first page, and of the page 100,000 rows deep, one request at a time. */
    private void reads(ServiceProcess service, Payer payer) throws IOException, InterruptedException {
        report.say("Reads…");
        var merchant = new BenchMerchant(service.address(), payer.key());
        var first = merchant.get("/v1/payouts?limit=100");
        var id = first.get("data").get(0).get("id").textValue();
        var cursor = first.get("meta").get("next_cursor").textValue();
        for (int rows = 100; rows < DEEP_ROWS; rows += 100) {
            var page = merchant.get("/v1/payouts?limit=100&cursor=" + cursor);
            cursor = page.get("meta").get("next_cursor").textValue();
        }
        // A cursor is bound to its filter, not to its limit, so the same one opens the deep page of 20.
        var deep = "/v1/payouts?limit=20&cursor=" + cursor;
        for (int round = 0; round < plan.rounds(); round++) {
            read(service, payer, "GET one payout", "/v1/payouts/" + id);
            read(service, payer, "first page of 20", "/v1/payouts?limit=20");
            read(service, payer, "page of 20, 100,000 rows deep", deep);
        }
    }

    private void read(ServiceProcess service, Payer payer, String name, String target) {
        var request = payer.get(target);
        var client = new LoadClient(service.port(), 1);
        client.run(200, 200, () -> request);
        var result = client.run(2_000, 200, () -> request);
        report.add(name, report.checked(result));
    }

    /** The service's maximum used heap, from its metrics. */
    private static double heapMegabytes(ServiceProcess service) throws IOException {
        var metrics = URI.create("http://127.0.0.1:" + service.adminPort() + "/observe/metrics")
                .toURL()
                .openConnection();
        metrics.setRequestProperty("Accept", "text/plain");
        try (var in = metrics.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> line.startsWith("memory_maxHeap_bytes"))
                            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                            .findFirst()
                            .orElse(Double.NaN)
                    / (1 << 20);
        }
    }

    private void judge(double heapMegabytes) {
        var hot = report.median("one hot merchant, payouts/s");
        var ratio = hot / report.median("textbook, one hot merchant, payouts/s");
        var single = report.median("one connection, payouts/s") / report.median("plain SQL, one connection, payouts/s");
        var fewMillis = report.median(FEW_CONNECTIONS + " connections, p50 ms");
        var set = hot / report.median("set-based SQL, payouts/s");
        var share = hot / report.median(MERCHANTS + " merchants, payouts/s");
        var depth = report.median("page of 20, 100,000 rows deep, p50 ms") / report.median("first page of 20, p50 ms");
        report.judge("one hot merchant against the textbook implementation", ratio, "×", ratio >= 8, "at least 8 ×");
        report.judge("one connection against plain SQL on one", single, "×", single >= 0.4, "at least 0.4 ×");
        report.judge("16 connections, p50", fewMillis, "ms", fewMillis < 3, "under 3 ms");
        report.judge("one hot merchant against set-based SQL", set, "×", set >= 0.65, "at least 0.65 ×");
        report.judge("one hot merchant against 1,000 merchants", share * 100, "%", share >= 0.8, "at least 80 %");
        report.judge("deep page against the first page", depth, "×", depth <= 1.2, "at most 1.2 ×");
        report.judge("heap of the service, at most", heapMegabytes, "MB", heapMegabytes <= 512, "at most 512 MB");
        report.judgeResponses();
    }
}

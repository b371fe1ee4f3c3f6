package io.tical.server.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
    private long errors;
    private final HttpClient http = HttpClient.newHttpClient();

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
        var hot = funded(service, engine.organization("Hot"), 1_000);
        var textbook = funded(service, engine.organization("Textbook"), 1_000);
        var many = new ArrayList<Merchant>();
        report.say("Making %d merchants…", MERCHANTS);
        for (int i = 0; i < MERCHANTS; i++) {
            many.add(funded(service, engine.organization("Merchant " + i), 1));
        }
        var few = new LoadClient(service.port(), FEW_CONNECTIONS);
        var one = new LoadClient(service.port(), 1);
        for (var each : List.of(client, one)) {
            each.run(Duration.ofSeconds(plan.seconds()), 201, payouts(List.of(hot)));
        }
        try (var connections = engine.connections(TEXTBOOK_CONNECTIONS)) {
            var answer = answer(service, textbook);
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
        count(client.run(DEEP_ROWS + 1_000, 201, payouts(List.of(hot))));
        reads(service, hot);
        judge(heapMegabytes(service));
    }

    private record Merchant(UUID organizationId, String key, UUID accountId) {}

    private void measure(String name, LoadClient client, List<Merchant> merchants) {
        var result = client.run(Duration.ofSeconds(plan.seconds()), 201, payouts(merchants));
        add(name, result.perSecond());
        report.add(name + ", p50 ms", result.percentileMillis(50));
        report.add(name + ", p99 ms", result.percentileMillis(99));
        count(result);
    }

    private void add(String name, double perSecond) {
        report.add(name + ", payouts/s", perSecond);
        report.say("  %s: %.0f payouts/s", name, perSecond);
    }

    private void count(LoadClient.Result result) {
        errors += result.errors();
        if (result.errors() > 0) {
            report.say("%s", result.firstError());
        }
    }

    private Supplier<byte[]> payouts(List<Merchant> merchants) {
        return () -> {
            var number = numbers.incrementAndGet();
            var merchant = merchants.get((int) (number % merchants.size()));
            var name = "bench-" + number;
            return LoadClient.request(
                    "POST",
                    "/v1/payouts",
                    List.of("Authorization: Bearer " + merchant.key(), "Idempotency-Key: " + name),
                    "{\"order_ref\":\"" + name + "\",\"amount\":100,\"dest_account_id\":\"" + merchant.accountId()
                            + "\"}");
        };
    }

    /** Creates a merchant with a destination and top-ups of 100,000.00 THB. */
    private Merchant funded(ServiceProcess service, BenchDatabase.Organization organization, int topUps)
            throws IOException, InterruptedException {
        var key = organization.testKey();
        var account = post(service, key, "/v1/customers", """
                {"holder_name":"Bench","bank_code":"KBANK","account_no":"1234567890"}""");
        var topUp = "{\"currency\":\"THB\",\"amount_minor\":10000000}";
        new LoadClient(service.port(), 16)
                .run(
                        topUps,
                        201,
                        () -> LoadClient.request(
                                "POST",
                                "/v1/sandbox/top-up",
                                List.of("Authorization: Bearer " + key, "Idempotency-Key: " + Ids.next()),
                                topUp));
        return new Merchant(
                organization.id(), key, UUID.fromString(account.get("id").textValue()));
    }

    private byte[] answer(ServiceProcess service, Merchant merchant) throws IOException, InterruptedException {
        var name = "answer-" + merchant.organizationId();
        var payout = post(
                service,
                merchant.key(),
                "/v1/payouts",
                "{\"order_ref\":\"" + name + "\",\"amount\":100,\"dest_account_id\":\"" + merchant.accountId() + "\"}");
        return Json.bytes(payout);
    }

    private JsonNode post(ServiceProcess service, String key, String path, String body)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(service, path))
                        .header("Authorization", "Bearer " + key)
                        .header("Idempotency-Key", Ids.next().toString())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build())
                .get("data");
    }

    private JsonNode get(ServiceProcess service, String key, String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(service, path))
                .header("Authorization", "Bearer " + key)
                .build());
    }

    private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException(request.uri() + ": " + answer.body());
        }
        return Json.mapper().readTree(answer.body());
    }

    private static URI uri(ServiceProcess service, String path) {
        return URI.create("http://127.0.0.1:" + service.port() + path);
    }

    /** Measures reads by id, of the first page, and of the page 100,000 rows deep, one request at a time. */
    private void reads(ServiceProcess service, Merchant merchant) throws IOException, InterruptedException {
        report.say("Reads…");
        var first = get(service, merchant.key(), "/v1/payouts?limit=100");
        var id = first.get("data").get(0).get("id").textValue();
        var cursor = first.get("meta").get("next_cursor").textValue();
        for (int rows = 100; rows < DEEP_ROWS; rows += 100) {
            var page = get(service, merchant.key(), "/v1/payouts?limit=100&cursor=" + cursor);
            cursor = page.get("meta").get("next_cursor").textValue();
        }
        // A cursor is bound to its filter, not to its limit, so the same one opens the deep page of 20.
        var deep = "/v1/payouts?limit=20&cursor=" + cursor;
        for (int round = 0; round < plan.rounds(); round++) {
            read(service, merchant, "GET one payout", "/v1/payouts/" + id);
            read(service, merchant, "first page of 20", "/v1/payouts?limit=20");
            read(service, merchant, "page of 20, 100,000 rows deep", deep);
        }
    }

    private void read(ServiceProcess service, Merchant merchant, String name, String target) {
        var request = LoadClient.request("GET", target, List.of("Authorization: Bearer " + merchant.key()), "");
        var client = new LoadClient(service.port(), 1);
        client.run(200, 200, () -> request);
        var result = client.run(2_000, 200, () -> request);
        report.add(name + ", p50 ms", result.percentileMillis(50));
        report.add(name + ", p99 ms", result.percentileMillis(99));
        count(result);
    }

    /** The service's maximum used heap, from its metrics. */
    private double heapMegabytes(ServiceProcess service) throws IOException, InterruptedException {
        var metrics = http.send(
                        HttpRequest.newBuilder(
                                        URI.create("http://127.0.0.1:" + service.adminPort() + "/observe/metrics"))
                                .header("Accept", "text/plain")
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        return metrics.lines()
                        .filter(line -> line.startsWith("memory_maxHeap_bytes"))
                        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                        .findFirst()
                        .orElse(Double.NaN)
                / (1 << 20);
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
        report.judge("unexpected responses", (double) errors, "", errors == 0, "none");
    }
}

package io.tical.server.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures payouts a second for one hot merchant and for a thousand, compared with the textbook implementation on the
 * same database in the same minutes; their latencies; and reads from the first page to row 100,000.
 */
record PayoutBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine, AtomicLong numbers) {
    private static final int MERCHANTS = 1_000;
    private static final int DEEP_ROWS = 100_000;
    private static final int TEXTBOOK_CONNECTIONS = 64;
    private static final int FEW_CONNECTIONS = 16;
    /** With each client: the compilation of the code takes most of one processor for half a minute altogether. */
    private static final Duration WARM_UP = Duration.ofSeconds(12);

    void measure() throws IOException, InterruptedException {
        var client = new LoadClient(service.port(), plan.connections());
        var few = new LoadClient(service.port(), FEW_CONNECTIONS);
        var one = new LoadClient(service.port(), 1);
        var hot = Payer.create(service, engine, "Hot", 1_000);
        var alone = List.of(hot);
        var textbook = Payer.create(service, engine, "Textbook", 1_000);
        report.say("Making %d merchants…", MERCHANTS);
        var many = Payer.create(service, engine, MERCHANTS, 1);
        for (var each : List.of(client, one, few)) {
            each.run(WARM_UP, 201, Payer.payouts(alone, numbers));
        }
        try (var connections = engine.connections(TEXTBOOK_CONNECTIONS)) {
            var answer = new BenchMerchant(service.address(), textbook.key())
                    .post("/v1/payouts", textbook.payoutBody("answer-" + textbook.organizationId()));
            var sql = new SqlPayouts(
                    connections,
                    new SqlRows(engine.rowMac(), textbook.organizationId(), textbook.accountId(), Json.bytes(answer)));
            for (int round = 1; round <= plan.rounds(); round++) {
                report.say("Round %d of %d…", round, plan.rounds());
                add("textbook, one hot merchant", sql.textbookPerSecond(TEXTBOOK_CONNECTIONS, plan.round()));
                add("plain SQL, one connection", sql.textbookPerSecond(1, plan.round()));
                measure("one connection", one, alone);
                measure(FEW_CONNECTIONS + " connections", few, alone);
                add("set-based SQL", sql.setBasedPerSecond(plan.round()));
                measure("one hot merchant", client, alone);
                measure(MERCHANTS + " merchants", client, many);
            }
        }
        // The deep page must exist even on a slow machine.
        report.checked(client.run(DEEP_ROWS + 1_000, 201, Payer.payouts(alone, numbers)));
        reads(hot);
        report.add("heap in use after a full collection, MB", service.heapMegabytes());
        judge();
    }

    private void measure(String name, LoadClient client, List<Payer> merchants) {
        var result = client.run(plan.round(), 201, Payer.payouts(merchants, numbers));
        add(name, result.perSecond());
        report.add(name, report.checked(result));
    }

    private void add(String name, double perSecond) {
        report.add(name + ", payouts/s", perSecond);
        report.say("  %s: %.0f payouts/s", name, perSecond);
    }

    /** Measures reads by id, of the first page, and of the page 100,000 rows deep, one request at a time. */
    private void reads(Payer payer) throws IOException, InterruptedException {
        report.say("Reads…");
        var merchant = new BenchMerchant(service.address(), payer.key());
        var page = merchant.get("/v1/payouts?limit=100");
        var id = page.at("/data/0/id").textValue();
        for (int rows = 100; rows < DEEP_ROWS; rows += 100) {
            page = merchant.get("/v1/payouts?limit=100&cursor=" + cursor(page));
        }
        // A cursor is bound to its filter, not to its limit, so the same one opens the deep page of 20.
        var deep = "/v1/payouts?limit=20&cursor=" + cursor(page);
        for (int round = 0; round < plan.rounds(); round++) {
            read(payer, "GET one payout", "/v1/payouts/" + id);
            read(payer, "first page of 20", "/v1/payouts?limit=20");
            read(payer, "page of 20, 100,000 rows deep", deep);
        }
    }

    private static String cursor(JsonNode page) {
        return page.at("/meta/next_cursor").textValue();
    }

    private void read(Payer payer, String name, String target) {
        var request = payer.get(target);
        var client = new LoadClient(service.port(), 1);
        client.run(200, 200, () -> request);
        report.add(name, report.checked(client.run(2_000, 200, () -> request)));
    }

    private void judge() {
        var hot = report.median("one hot merchant, payouts/s");
        var ratio = hot / report.median("textbook, one hot merchant, payouts/s");
        var plain = report.median("plain SQL, one connection, payouts/s");
        var single = report.median("one connection, payouts/s") / plain;
        var fewMillis = report.median(FEW_CONNECTIONS + " connections, p50 ms");
        var few = fewMillis / 1_000 * plain;
        var set = hot / report.median("set-based SQL, payouts/s");
        var share = hot / report.median(MERCHANTS + " merchants, payouts/s");
        var depth = report.median("page of 20, 100,000 rows deep, p50 ms") / report.median("first page of 20, p50 ms");
        report.judge("one hot merchant against the textbook implementation", ratio, "×", ratio >= 8, "at least 8 ×");
        report.judge("one connection against plain SQL on one", single, "×", single >= 0.4, "at least 0.4 ×");
        report.judge("16 connections, p50", fewMillis, "ms", fewMillis < 3, "under 3 ms");
        // Independent of the speed of the machine, which other work may halve.
        report.judge("16 connections, p50, against a payout of plain SQL", few, "×", few <= 4, "at most 4 ×");
        report.judge("one hot merchant against set-based SQL", set, "×", set >= 0.65, "at least 0.65 ×");
        report.judge("one hot merchant against 1,000 merchants", share * 100, "%", share >= 0.8, "at least 80 %");
        report.judge("deep page against the first page", depth, "×", depth <= 1.2, "at most 1.2 ×");
        report.judgeResponses();
    }
}

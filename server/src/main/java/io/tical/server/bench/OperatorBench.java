package io.tical.server.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Measures operators beside payouts: a page of a long queue of slips, the cost of their event streams, and many of them deciding on the
 * same queue.
 */
record OperatorBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine, AtomicLong numbers) {
    private static final int OPERATORS = 20;
    private static final int STREAMS = 200;
    private static final int PENDING = 100_000;
    private static final int INSERT_MAX = 20_000;
    private static final int PAYOUTS_PER_SECOND = 2_000;
    private static final int PAGES_PER_SECOND = 50;
    private static final int DECISIONS = 200;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY = 429;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration WARM_UP = Duration.ofSeconds(12);
    private static final String QUEUE = "/admin/v1/slips?status=pending&limit=50";
    private static final String PASSWORD = "the password of the bench";

    void measure() throws IOException, InterruptedException {
        var merchants = Payer.create(service, engine, 50, 20);
        var client = new LoadClient(service.port(), plan.connections());
        report.checked(client.run(WARM_UP, 201, Payer.payouts(merchants, numbers)));
        var operators = operators();
        report.say("Sending %d slips…", DECISIONS);
        var slips = slips(operators.getFirst());
        decisions(operators, slips);
        report.say("Loading %,d pending slips…", PENDING);
        load(slips.getFirst());
        report.checked(pages().runAt(PAGES_PER_SECOND, WARM_UP, 200, page(operators)));
        for (int round = 1; round <= plan.rounds(); round++) {
            report.say("Round %d of %d…", round, plan.rounds());
            page(client, merchants, operators);
            streams(client, merchants, operators);
        }
        judge();
    }

    private List<BenchOperator> operators() throws IOException, InterruptedException {
        var port = service.adminPort();
        var admin = BenchOperator.administrator(service, "admin");
        var second = BenchOperator.administrator(service, "admin2");
        var operators = new ArrayList<BenchOperator>();
        for (int number = 0; number < OPERATORS; number++) {
            var name = "finance-" + number;
            var body = "{\"username\":\"%s\",\"password\":\"%s\",\"role\":\"finance\",\"note\":\"bench\"}"
                    .formatted(name, PASSWORD);
            var created = admin.post("/admin/v1/operators", body);
            report.expect(created.status() == 202, "an operator", created.status());
            var approval = "/admin/v1/approvals/" + created.data().get("id").textValue() + "/approve";
            var approved = second.post(approval, "{}");
            report.expect(approved.status() == 200, "the approval of an operator", approved.status());
            operators.add(BenchOperator.signIn(port, name, PASSWORD));
        }
        return operators;
    }

    /** Sends slips that wait for operators, and returns their ids. */
    private List<String> slips(BenchOperator operator) throws IOException, InterruptedException {
        var merchant = new BenchMerchant(
                service.address(), engine.liveKey(engine.organization("Slips").id()));
        for (int number = 0; number < DECISIONS; number++) {
            // A transfer pays once, so each has its own.
            var status = merchant.slip(merchant.payin().id(), SlipPictures.screenshot(number));
            report.expect(status == 200, "a slip", status);
        }
        var ids = new ArrayList<String>();
        while (ids.size() < DECISIONS) {
            Thread.sleep(200);
            ids.clear();
            var target = "/admin/v1/slips?status=pending&limit=100";
            for (var next = target; !next.isEmpty(); ) {
                var page = operator.get(next).json();
                page.get("data").forEach(slip -> ids.add(slip.get("id").textValue()));
                var cursor = page.at("/meta/next_cursor").asText();
                next = cursor.isEmpty() ? "" : target + "&cursor=" + cursor;
            }
        }
        return ids;
    }

    /** Every operator works through the same list; each slip must be decided by exactly one of them. */
    private void decisions(List<BenchOperator> operators, List<String> slips) throws IOException, InterruptedException {
        report.say("Deciding…");
        var decided = new ConcurrentHashMap<String, AtomicInteger>();
        var unexpected = new AtomicInteger();
        var begin = System.nanoTime();
        inParallel(operators.stream()
                .<Callable<Void>>map(operator -> () -> {
                    for (var slip : slips) {
                        decide(operator, slip, decided, unexpected);
                    }
                    return null;
                })
                .toList());
        var perSecond = slips.size() / ((System.nanoTime() - begin) / 1e9);
        var once = decided.values().stream().filter(times -> times.get() == 1).count();
        report.add("decisions/s by 20 operators", perSecond);
        report.judge("decisions/s by 20 operators on one queue", perSecond, "", perSecond >= 20, "at least 20");
        report.judge(
                "slips decided once",
                (double) once,
                "",
                once == slips.size() && decided.size() == once,
                "all " + DECISIONS);
        report.judge("unexpected answers to decisions", unexpected.get(), "", unexpected.get() == 0, "none");
    }

    private static void decide(
            BenchOperator operator, String slip, Map<String, AtomicInteger> decided, AtomicInteger unexpected)
            throws IOException, InterruptedException {
        var path = "/admin/v1/slips/" + slip;
        while (!decided.containsKey(slip)) {
            var status = operator.post(path + "/claim", "{}").status();
            if (status == 200) {
                status = operator.post(
                                path + "/accept", acceptance(operator.get(path).data()))
                        .status();
                if (status == 200) {
                    decided.computeIfAbsent(slip, id -> new AtomicInteger()).incrementAndGet();
                }
            }
            if (status == TOO_MANY) {
                Thread.sleep(PAUSE);
            } else {
                // Refused, because a colleague has it.
                if (status != 200 && status != CONFLICT) {
                    unexpected.incrementAndGet();
                }
                return;
            }
        }
    }

    /** What an operator reads on a slip that nobody verified. */
    private static String acceptance(JsonNode slip) {
        return String.format(
                Locale.ROOT,
                "{\"version\":%d,\"paid_amount\":%d,\"sending_bank\":\"%s\",\"reference\":\"%s\"}",
                slip.get("version").longValue(),
                slip.at("/expected/amount").longValue(),
                slip.at("/transfer/bank").textValue(),
                slip.at("/transfer/reference").textValue());
    }

    /** Copies a slip as it was before its decision. The list shows copies; nobody could decide on them, because they have no MACs. */
    private void load(String slip) throws IOException {
        try (var connections = engine.connections(1);
                var connection = connections.getConnection()) {
            copy(connection, slip);
        } catch (SQLException e) {
            throw new IOException("the slips could not be loaded", e);
        }
    }

    private static void copy(Connection connection, String slip) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, 120_000);
        var columns = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var found = statement.executeQuery("""
                        SELECT attname FROM pg_attribute WHERE attrelid = 'slip'::regclass AND attnum > 0 AND NOT attisdropped
                        """)) {
            while (found.next()) {
                columns.add(found.getString(1));
            }
        }
        var values = columns.stream()
                .map(column -> switch (column) {
                    case "slip_id" -> "uuidv7()";
                    case "payin_id" -> "gen_random_uuid()";
                    case "status" -> "'pending'";
                    case "stage" -> "'review'";
                    case "decided_at", "paid", "decided_by", "decided_request", "reason", "note", "due_at", "mac" ->
                        "NULL";
                    default -> "s." + column;
                })
                .toList();
        try (var copies = connection.prepareStatement("INSERT INTO slip (" + String.join(", ", columns) + ") SELECT "
                + String.join(", ", values) + " FROM (SELECT * FROM slip WHERE slip_id = cast(? AS uuid)) s,"
                + " generate_series(1, " + INSERT_MAX + ")")) {
            copies.setString(1, slip);
            for (int rows = 0; rows < PENDING; rows += INSERT_MAX) {
                copies.executeUpdate();
            }
        }
    }

    private LoadClient pages() {
        return new LoadClient(service.adminPort(), 4);
    }

    /** The operators in turn, because one of them may not send so many requests. */
    private static Supplier<byte[]> page(List<BenchOperator> operators) {
        var turn = new AtomicInteger();
        return () -> operators.get(turn.getAndIncrement() % operators.size()).request("GET", QUEUE, "");
    }

    /** Reads pages of the queue while payouts are created. */
    private void page(LoadClient client, List<Payer> merchants, List<BenchOperator> operators)
            throws IOException, InterruptedException {
        var results = inParallel(List.<Callable<LoadClient.Result>>of(
                () -> client.runAt(PAYOUTS_PER_SECOND, plan.round(), 201, Payer.payouts(merchants, numbers)),
                () -> pages().runAt(PAGES_PER_SECOND, plan.round(), 200, page(operators))));
        var pages = report.checked(results.get(1));
        report.add("payouts/s beside pages", report.checked(results.getFirst()).perSecond());
        report.add("page of 50 slips", pages.latenciesMicros(), 50, 95);
    }

    /** Creates payouts with and without operators who listen. */
    private void streams(LoadClient client, List<Payer> merchants, List<BenchOperator> operators)
            throws IOException, InterruptedException {
        var before = payouts(client, merchants);
        var streams = new ArrayList<HttpResponse<InputStream>>();
        var lines = new AtomicLong();
        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; number < STREAMS; number++) {
                var stream = operators.get(number % operators.size()).events();
                streams.add(stream);
                readers.submit(() -> {
                    try (var in = stream.body()) {
                        while (in.read() >= 0) {
                            lines.incrementAndGet();
                        }
                    }
                    return null;
                });
            }
            var listened = payouts(client, merchants);
            for (var stream : streams) {
                stream.body().close();
            }
            report.expect(lines.get() > 0, "the event streams", 0);
            // Between two measurements without, so that a machine that becomes faster or slower does not count.
            var without = (before + payouts(client, merchants)) / 2;
            report.add("payouts/s without listeners", without);
            report.add("payouts/s with 200 listeners", listened);
            report.add("payouts/s with 200 listeners against none", listened / without);
        }
    }

    private double payouts(LoadClient client, List<Payer> merchants) {
        return report.checked(client.run(plan.round(), 201, Payer.payouts(merchants, numbers)))
                .perSecond();
    }

    private static <T> List<T> inParallel(List<Callable<T>> tasks) throws IOException, InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (var result : threads.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new IOException("an operator failed", e.getCause());
        }
    }

    private void judge() {
        var page = report.median("page of 50 slips, p95 ms");
        var share = report.median("payouts/s with 200 listeners against none");
        report.judge("page of 50 slips of 100,000, p95", page, "ms", page < 20, "under 20 ms");
        report.judge("payouts/s with 200 listeners against none", share * 100, "%", share >= 0.95, "at least 95 %");
        report.judgeResponses();
    }
}

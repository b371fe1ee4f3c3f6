package io.tical.server.bench;

import io.tical.common.Ids;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures reads: one payout and pages of payouts compared with {@code /v1/me}, which needs no database, on a new database and
 * with two million payouts; and the size of an idempotency record.
 */
record ReadBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine, AtomicLong numbers) {
    private static final int CONNECTIONS = 32;
    private static final int MERCHANTS = 100;
    private static final int PAYOUTS = 2_000_000;
    private static final int INSERT_MAX = 100_000;
    private static final Duration A_MOMENT = Duration.ofMillis(100);
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final String PAGE = "/v1/payouts?limit=20";
    private static final List<String> FILTERS =
            List.of("/v1/payouts?currency=USD", "/v1/payouts?currency=USD&status=success");

    void measure() throws IOException, InterruptedException {
        var client = new LoadClient(service.port(), CONNECTIONS);
        var merchants = Payer.create(service, engine, MERCHANTS, 1);
        var merchant = merchants.getFirst();
        create(client, merchants);
        try (var connections = engine.connections(1);
                var connection = connections.getConnection()) {
            var bytes = bytesOfIdempotencyRecord(connection);
            report.judge("bytes of an idempotency record", bytes, "B", bytes <= 350, "at most 350");
            rounds("new database", client, merchant);
            report.say("Loading %,d payouts…", PAYOUTS);
            load(connection, merchant);
        } catch (SQLException e) {
            throw new IOException("the payouts could not be loaded", e);
        }
        rounds("2 million payouts", client, merchant);
        filters(client, merchant);
        report.judgeResponses();
    }

    /** Measures payouts in the first seconds of a new database, while its tables grow. */
    private void create(LoadClient client, List<Payer> merchants) {
        for (var part : List.of("first", "second", "third")) {
            var result = client.run(
                    Duration.ofSeconds(5),
                    201,
                    () -> merchants
                            .get((int) (numbers.incrementAndGet() % MERCHANTS))
                            .payout(Ids.next().toString()));
            report.add("payouts/s in the " + part + " 5 s of a new database", result.perSecond());
            report.checked(result);
        }
    }

    /** The size of an idempotency record: heap, indexes and TOAST, divided by the number of records. */
    private static double bytesOfIdempotencyRecord(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(
                        "SELECT pg_total_relation_size('idempotency')::float8 / count(*) FROM idempotency")) {
            row.next();
            return row.getDouble(1);
        }
    }

    /** Inserts succeeded payouts with their legs, faster than the service can create them. */
    private static void load(Connection connection, Payer merchant) throws SQLException {
        try (var settings = connection.createStatement()) {
            settings.execute("SET synchronous_commit = off");
        }
        connection.setNetworkTimeout(Runnable::run, 120_000);
        try (var payouts = connection.prepareStatement("""
                WITH loaded AS (
                    INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee,
                        delivered, account_id, customer_id, customer_name, bank_code, account_no, holder_name, request_id,
                        daily_date, updated_at, finalized_at)
                    SELECT ?, false, uuidv7(), 'success', 'v1', 'loaded-' || i, 'THB', 100, 0, 100, ?, gen_random_uuid(), 'Bench',
                           'KBANK', '1234567890', 'Bench', 'loaded', now(), now(), now()
                    FROM generate_series(?, ?) i
                    RETURNING organization_id, payout_id)
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, transfer_amount, status)
                SELECT organization_id, false, payout_id, 1, uuidv7(), 100, 100, 'success' FROM loaded
                """)) {
            for (int from = 1; from <= PAYOUTS; from += INSERT_MAX) {
                payouts.setObject(1, merchant.organizationId());
                payouts.setObject(2, merchant.accountId());
                payouts.setInt(3, from);
                payouts.setInt(4, Math.min(PAYOUTS, from + INSERT_MAX - 1));
                payouts.executeUpdate();
            }
        }
    }

    private void rounds(String name, LoadClient client, Payer merchant) throws IOException, InterruptedException {
        report.say("Reads, %s…", name);
        // Those that were loaded have no MACs, so the service shows none of them alone.
        report.checked(
                client.run(A_MOMENT, 201, () -> merchant.payout(Ids.next().toString())));
        var newest = new BenchMerchant(service.address(), merchant.key()).get("/v1/payouts?limit=1");
        var targets = new LinkedHashMap<String, String>();
        targets.put("/v1/me", "/v1/me");
        targets.put("one payout", "/v1/payouts/" + newest.at("/data/0/id").textValue());
        targets.put("page of 20", PAGE);
        targets.put("page of 100", "/v1/payouts?limit=100");
        targets.values().forEach(target -> run(client, merchant, target, WARM_UP));
        for (int round = 0; round < plan.rounds(); round++) {
            targets.forEach((read, target) ->
                    report.add(name + ": " + read + ", reads/s", run(client, merchant, target, plan.round())));
        }
        judge(name, "one payout", 0.15);
        judge(name, "page of 20", 0.06);
    }

    private void judge(String name, String read, double wanted) {
        var ratio = report.median(name + ": " + read + ", reads/s") / report.median(name + ": /v1/me, reads/s");
        report.judge(name + ": " + read + " against /v1/me", ratio, "×", ratio >= wanted, "at least " + wanted + " ×");
    }

    /** Measures a filter that matches nothing against a full page. */
    private void filters(LoadClient client, Payer merchant) {
        for (int round = 0; round < plan.rounds(); round++) {
            for (var target : List.of(PAGE, FILTERS.getFirst(), FILTERS.getLast())) {
                run(client, merchant, target, Duration.ofSeconds(1));
                report.add(target + ", reads/s", run(client, merchant, target, plan.round()));
            }
        }
        for (var target : FILTERS) {
            var cost = report.median(PAGE + ", reads/s") / report.median(target + ", reads/s");
            report.judge("cost of " + target + " against a page", cost, "×", cost <= 1.5, "at most 1.5 ×");
        }
    }

    private double run(LoadClient client, Payer merchant, String target, Duration duration) {
        var request = merchant.get(target);
        return report.checked(client.run(duration, 200, () -> request)).perSecond();
    }
}

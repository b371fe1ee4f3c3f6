package io.tical.server.bench;

import io.tical.db.ReplicatedDatabase;
import io.tical.db.ReplicatedDatabase.Mode;
import io.tical.db.ReplicatedDatabase.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Kills the primary with a synchronous standby again and again, while merchants pay out and repeat what has no answer. The standby is
 * promoted at once, and a new one is made. Measures for how long no payout is acknowledged and how long an answer takes, and counts what was
 * lost and what was sent twice. At last an asynchronous standby that lags is promoted: measures until what it lacks is named.
 */
record FailoverBench(Report report, int kills) {
    private static final int CLIENTS = 16;
    private static final Duration BETWEEN = Duration.ofSeconds(2);
    private static final Duration DONE_WITHIN = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(50);

    /** What operating.md says of the time after a promotion. */
    private static final double AFTER_PROMOTION_MAX_S = 5;

    /** What operating.md says of requests without a database. */
    private static final double ANSWER_MAX_S = 3;

    private static final String NAMED = "a lagging standby: promotion to the last named case";

    private static final String GAP = "from the kill to an acknowledged payout, s";
    private static final String PROMOTED = "of it from the promotion on, s";

    void measure() throws IOException, InterruptedException {
        var home = Files.createTempDirectory("tical-bench");
        var data = Files.createDirectory(home.resolve("servers"));
        try (var servers = ReplicatedDatabase.start(data, home.resolve("programs"), true)) {
            var primary = servers.primary();
            var standby = servers.standby(Mode.SYNCHRONOUS);
            var database = servers.settings(primary, standby);
            String url = Objects.requireNonNull(database.url());
            String user = Objects.requireNonNull(database.user());
            String password = Objects.requireNonNull(database.password());
            var settings = Map.of(
                    "TICAL_RATE_LIMIT_TEST",
                    "0",
                    "TICAL_SANDBOX_DISPATCH_SECONDS",
                    "0",
                    "TICAL_RAIL_POLL_SECONDS",
                    "1,2,5,10,20,40",
                    "TICAL_DATABASE_URL",
                    url,
                    "TICAL_DATABASE_USER",
                    user,
                    "TICAL_DATABASE_PASSWORD",
                    password);
            var node = Files.createDirectory(home.resolve("node"));
            try (var service = ServiceProcess.start(node, settings);
                    var orders = new RepeatedOrders(service, CLIENTS, "failover-");
                    var lost = new RepeatedOrders(service, CLIENTS, "lagging-")) {
                orders.start();
                for (int kill = 1; kill <= kills; kill++) {
                    orders.awaitMore();
                    Thread.sleep(BETWEEN);
                    orders.requireNoRefusal();
                    var killedAt = System.nanoTime();
                    primary.kill();
                    standby.promote();
                    var promotedAt = System.nanoTime();
                    var acknowledgedAt = orders.awaitMore();
                    report.add(GAP, (acknowledgedAt - killedAt) / 1e9);
                    report.add(PROMOTED, (acknowledgedAt - promotedAt) / 1e9);
                    report.say(
                            "Kill %d of %d: %.2f s without an acknowledged payout, %.2f s of it after the promotion",
                            kill, kills, (acknowledgedAt - killedAt) / 1e9, (acknowledgedAt - promotedAt) / 1e9);
                    primary.follow(standby, Mode.SYNCHRONOUS);
                    var promoted = standby;
                    standby = primary;
                    primary = promoted;
                }
                orders.stop();
                judge(primary, node, orders);
                promoteALaggingStandby(primary, standby, node, lost);
            }
        } catch (SQLException e) {
            throw new IOException(e);
        } finally {
            Bench.delete(home);
        }
    }

    private void judge(Server primary, Path node, RepeatedOrders orders)
            throws SQLException, InterruptedException, IOException {
        var end = System.nanoTime() + DONE_WITHIN.toNanos();
        var open = "SELECT count(*) FROM payout WHERE status <> 'success'";
        while (count(primary, open) > 0 && System.nanoTime() < end) {
            Thread.sleep(POLL);
        }
        var stored = new HashSet<String>();
        var attempts = new HashMap<UUID, UUID>();
        try (var connection = primary.owner();
                var statement = connection.createStatement()) {
            try (var rows = statement.executeQuery("SELECT merchant_ref FROM payout")) {
                while (rows.next()) {
                    stored.add(rows.getString(1));
                }
            }
            try (var rows = statement.executeQuery("SELECT attempt_id, payout_id FROM payout_attempt")) {
                while (rows.next()) {
                    attempts.put(rows.getObject(1, UUID.class), rows.getObject(2, UUID.class));
                }
            }
        }
        var acknowledged = orders.acknowledged();
        var lost =
                acknowledged.stream().filter(order -> !stored.contains(order)).count();
        var transfers = transfers(node);
        // One that the database does not have is of no payout that it has, so it was lost or doubled.
        var paid = transfers.stream()
                .map(attempt -> attempts.getOrDefault(attempt, attempt))
                .collect(Collectors.toSet());
        var unknown = transfers.stream()
                .filter(attempt -> !attempts.containsKey(attempt))
                .count();
        var doubled = transfers.size() - paid.size() + unknown;
        report.say("%,d payouts were acknowledged; the bank made %,d transfers", acknowledged.size(), transfers.size());
        none("acknowledged payouts that are lost", lost);
        none("transfers that were made twice or are not known", doubled);
        none("payouts that have not arrived", count(primary, open));
        none("cases of what left", count(primary, "SELECT count(*) FROM outward_case"));
        report.judge(
                "longest answer",
                orders.longestAnswerSeconds(),
                "s",
                orders.longestAnswerSeconds() <= ANSWER_MAX_S,
                "at most " + ANSWER_MAX_S + " s");
        report.judge("longest " + GAP, report.max(GAP), "s", true, "no target");
        report.judge(
                "longest " + PROMOTED,
                report.max(PROMOTED),
                "s",
                report.max(PROMOTED) <= AFTER_PROMOTION_MAX_S,
                "at most " + AFTER_PROMOTION_MAX_S + " s");
    }

    private void promoteALaggingStandby(Server primary, Server standby, Path node, RepeatedOrders orders)
            throws InterruptedException, IOException, SQLException {
        primary.execute("ALTER SYSTEM RESET synchronous_standby_names");
        primary.execute("SELECT pg_reload_conf()");
        orders.start();
        orders.awaitMore();
        standby.kill();
        orders.awaitMore();
        Thread.sleep(BETWEEN);
        primary.kill();
        standby.restart();
        standby.promote();
        var promotedAt = standby.value("SELECT clock_timestamp()");
        orders.awaitMore();
        orders.stop();
        // Nothing is sent before all that is missing is named.
        var end = System.nanoTime() + DONE_WITHIN.toNanos();
        var sentSince = "SELECT count(*) FROM payout_attempt WHERE created_at > '" + promotedAt + "'";
        while (count(standby, sentSince) == 0 && System.nanoTime() < end) {
            Thread.sleep(POLL);
        }
        var named = count(standby, "SELECT count(*) FROM outward_case");
        var seconds =
                standby.value("SELECT extract(epoch FROM max(found_at) - '" + promotedAt + "') FROM outward_case");
        report.judge("cases of what a lagging standby lacked", (double) named, "", named > 0, "some");
        var last = seconds == null ? Double.POSITIVE_INFINITY : Double.parseDouble(seconds);
        report.judge(NAMED, last, "s", last <= AFTER_PROMOTION_MAX_S, "at most " + AFTER_PROMOTION_MAX_S + " s");
        var known = ids(standby, "SELECT attempt_id FROM payout_attempt UNION SELECT case_id FROM outward_case");
        none(
                "transfers that are neither attempts nor cases",
                transfers(node).stream().filter(one -> !known.contains(one)).count());
        var twice = "SELECT count(*) FROM (SELECT FROM payout_attempt WHERE status = 'delivered'"
                + " GROUP BY payout_id HAVING count(*) > 1) more";
        none("payouts that a lagging standby delivered twice", count(standby, twice));
    }

    private static Set<UUID> ids(Server server, String query) throws SQLException {
        var ids = new HashSet<UUID>();
        try (var connection = server.owner();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            while (rows.next()) {
                ids.add(rows.getObject(1, UUID.class));
            }
        }
        return ids;
    }

    private void none(String name, long found) {
        report.judge(name, (double) found, "", found == 0, "none");
    }

    private static long count(Server server, String query) {
        var counted = server.value(query);
        return counted == null ? 0 : Long.parseLong(counted);
    }

    /** The attempts that the simulated bank has executed, by its own book. */
    private static List<UUID> transfers(Path home) throws IOException {
        var executed = new ArrayList<UUID>();
        try (var books = Files.list(home.resolve("simulator"))) {
            for (var book : books.toList()) {
                try (var lines = Files.lines(book)) {
                    lines.map(line -> line.split(" ", -1))
                            .filter(entry -> entry[1].equals("DELIVERED"))
                            .forEach(entry -> executed.add(UUID.fromString(entry[0])));
                }
            }
        }
        return executed.stream().distinct().toList();
    }
}

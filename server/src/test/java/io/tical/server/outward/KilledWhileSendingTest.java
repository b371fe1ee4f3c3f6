package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.DatabaseSettings;
import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.ServiceCommand;
import io.tical.server.TestService;
import io.tical.server.Tical;
import io.tical.server.bench.ServiceProcess;
import io.tical.server.config.Settings;
import io.tical.server.ledger.Audit;
import io.tical.server.webhook.CallbackEndpoint;
import io.tical.server.webhook.CallbackSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * A real process is killed while it sends a payout: before it has written down that it does, after that and before the bank has it, and after
 * the bank has executed it and before the outcome is in the database; and while it tells a merchant an outcome, before and after it has written
 * that down. Locks of the database, a log that is not in its place, and a merchant who does not answer hold it there.
 */
@Order(1)
class KilledWhileSendingTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    /** A lock holds the service for some seconds; on a starved machine these may be over too early. */
    private static final int TRIES = 10;

    private static final Duration HELD_MAX = Duration.ofSeconds(20);

    private static final List<String> HEAP = List.of("-Xmx256m");
    private static final String THE_BANK = "simulator_transfer";
    private static final String OUTCOMES = "payout";

    private final DatabaseSettings database = TestDatabase.settings();
    private final List<String> orders = new ArrayList<>();
    private Path home;
    private @Nullable Merchant merchant;
    private int dispatchSeconds;

    @BeforeEach
    void home() throws IOException {
        home = TestDatabase.temporaryFolder("tical-sending-");
    }

    @AfterEach
    void clean() {
        TestDatabase.deleteTree(home);
    }

    private Map<String, String> settings(DatabaseSettings on) {
        return Map.of(
                "TICAL_SANDBOX_DISPATCH_SECONDS", Integer.toString(dispatchSeconds),
                "TICAL_WEBHOOK_ALLOW", "127.0.0.1",
                "TICAL_RAIL_POLL_SECONDS", "1,2,5,10",
                "TICAL_DATABASE_URL", on.url(),
                "TICAL_DATABASE_USER", on.user(),
                "TICAL_DATABASE_PASSWORD", on.password());
    }

    private ServiceProcess service(DatabaseSettings on) throws IOException {
        return ServiceProcess.start(home, settings(on), ServiceCommand.of(HEAP, "serve"));
    }

    private void requireCleanAudit(DatabaseSettings on) {
        var environment = new HashMap<>(settings(on));
        environment.put("TICAL_HOME", home.toString());
        assertThat(Tical.audit(Settings.read(environment), Audit::run).findings())
                .isEmpty();
    }

    /** The merchant of the first start, with money and an account. */
    private Merchant merchant(ServiceProcess service) throws IOException {
        var known = merchant;
        if (known == null) {
            known = new Merchant(
                            service.port(),
                            service.credential("test_key"),
                            UUID.fromString(service.credential("organization_id")))
                    .funded("THB", 10_000_000);
            known.account();
            merchant = known;
        }
        return known.at(service.port());
    }

    /** Holds a table of the database, so that whoever writes to it waits. */
    private static Connection held(DatabaseSettings on, String table) throws SQLException {
        var connection = TestDatabase.owner(on);
        connection.setAutoCommit(false);
        hold(connection, table);
        return connection;
    }

    private static void hold(Connection connection, String table) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("LOCK TABLE " + table + " IN SHARE ROW EXCLUSIVE MODE");
        }
    }

    private long writtenDown() {
        try (Stream<Path> files = Files.walk(home.resolve("outward"))) {
            return files.filter(Segment::isNamed)
                    .mapToLong(KilledWhileSendingTest::size)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void order(Merchant merchant) {
        var reference = "order-" + orders.size();
        merchant.payout(reference, 50_000).expect(201);
        orders.add(reference);
    }

    private void requireEachSentOnce(DatabaseSettings on, Merchant merchant) {
        for (var order : orders) {
            await().atMost(SOON)
                    .ignoreExceptions()
                    .until(() -> merchant.get("/v1/payouts?order_ref=" + order)
                            .data()
                            .get(0)
                            .get("status")
                            .asText()
                            .equals("success"));
        }
        assertThat(RestoredDatabaseTest.transfers(home)).hasSize(orders.size());
        requireCleanAudit(on);
    }

    /** As long as the log is not in its place, nothing is written down. What the process does to its file meanwhile is not seen later. */
    private void takeTheLogAway() throws IOException {
        Files.move(home.resolve("outward"), away());
        try (var files = Files.walk(away())) {
            for (var file : files.toList()) {
                Files.copy(file, kept().resolve(away().relativize(file).toString()));
            }
        }
    }

    /** The log as it was. */
    private void putTheLogBack() throws IOException {
        TestDatabase.deleteTree(away());
        Files.move(kept(), home.resolve("outward"));
    }

    private Path away() {
        return home.resolve("outward-away");
    }

    private Path kept() {
        return home.resolve("outward-kept");
    }

    private void execute(String sql) throws SQLException {
        try (var connection = TestDatabase.owner(database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long committed(String what) throws SQLException {
        return rows(database, "SELECT count(*) FROM " + what);
    }

    @Test
    void whatIsNotWrittenDownYetIsSentByTheNextProcess() throws Exception {
        try (var service = service(database)) {
            var merchant = merchant(service);
            order(merchant);
            await().atMost(SOON).until(() -> committed("payout WHERE status = 'success'") == 1);
            takeTheLogAway();
            // Otherwise the attempt ends at once, as never sent.
            execute("""
                    CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'held'; END $$;
                    CREATE TRIGGER held BEFORE UPDATE ON payout_attempt FOR EACH ROW EXECUTE FUNCTION held()""");
            order(merchant);
            await().atMost(SOON).until(() -> committed("payout_attempt WHERE status = 'open'") == 1);
            service.kill();
        }
        assertThat(committed("payout_attempt WHERE status = 'open'")).isEqualTo(1);
        assertThat(RestoredDatabaseTest.transfers(home)).hasSize(1);
        execute("DROP TRIGGER held ON payout_attempt");
        putTheLogBack();
        try (var service = service(database)) {
            requireEachSentOnce(database, merchant(service));
        }
    }

    @Test
    void whatAMerchantWasNotToldOrMayNotHaveReadIsToldByTheNextProcess() throws Exception {
        dispatchSeconds = 3_600;
        var unanswered = new CountDownLatch(1);
        try (var receiver = new CallbackSink()) {
            try (var service = service(database)) {
                receivedAt(receiver.url(), merchant(service));
            }
            long before;
            try (var service = service(database)) {
                var merchant = merchant(service);
                var told = merchant.payout("told", 50_000).expect(201).word("id");
                before = writtenDown();
                takeTheLogAway();
                merchant.post("/v1/payouts/" + told + "/test-confirm").expect(200);
                await().atMost(SOON).until(() -> healthOf(service) == 503);
                service.kill();
            }
            assertThat(receiver.received()).isEmpty();
            putTheLogBack();

            receiver.answering(_ -> {
                awaitSilently(unanswered);
                return 500;
            });
            try (var service = service(database)) {
                await().atMost(SOON).until(() -> !receiver.received().isEmpty());
                assertThat(writtenDown()).isGreaterThan(before);
                service.kill();
            }
            unanswered.countDown();
            receiver.answering(200);
            try (var _ = service(database)) {
                await().atMost(SOON).until(() -> committed("delivery WHERE status = 'delivered'") == 1);
            }
            assertThat(receiver.received())
                    .hasSize(2)
                    .extracting(CallbackSink.Received::bodyId)
                    .containsOnly(receiver.received().getFirst().bodyId());
            requireCleanAudit(database);
        }
    }

    private void receivedAt(String url, Merchant merchant) {
        try (var node = TestService.over(database, home, settings(database))) {
            node.tical()
                    .callbackEndpoints()
                    .save(merchant.organizationId(), CallbackEndpoint.Kind.PAYOUT, url, CallbackEndpoint.Form.AUTO);
        }
    }

    private static int healthOf(ServiceProcess service) throws Exception {
        var health = URI.create("http://127.0.0.1:" + service.adminPort() + "/observe/health");
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static void awaitSilently(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whatTheBankDoesNotHaveYetIsSentByTheNextProcess() throws Exception {
        try (var bank = held(database, THE_BANK)) {
            try (var service = service(database)) {
                var merchant = merchant(service);
                var before = writtenDown();
                order(merchant);
                await().atMost(SOON).until(() -> writtenDown() > before);
                service.kill();
            }
            assertThat(RestoredDatabaseTest.transfers(home)).isEmpty();
            bank.rollback();
        }
        try (var service = service(database)) {
            requireEachSentOnce(database, merchant(service));
        }
    }

    @Test
    void whatTheBankHasIsNotSentAgain() throws Exception {
        killAfterTheBankHasIt(database);
        try (var service = service(database)) {
            requireEachSentOnce(database, merchant(service));
            assertThat(rows(database, "SELECT count(*) FROM payout_attempt")).isEqualTo(orders.size());
        }
    }

    /** And the database is restored from a backup that has not even the order. */
    @Test
    void whatTheBankHasIsNotSentAgainByARestoredDatabase() throws Exception {
        try (var service = service(database)) {
            merchant(service);
        }
        var backup = TestDatabase.copy(database);
        killAfterTheBankHasIt(database);
        try (var service = service(backup)) {
            var merchant = merchant(service);
            for (var order : orders) {
                merchant.payout(order, 50_000).expect(201);
            }
            requireEachSentOnce(backup, merchant);
        }
    }

    private void killAfterTheBankHasIt(DatabaseSettings on) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            if (killedBeforeTheOutcome(on)) {
                return;
            }
        }
        throw new AssertionError("the service could not be held for long enough");
    }

    private boolean killedBeforeTheOutcome(DatabaseSettings on) throws Exception {
        try (var service = service(on)) {
            var merchant = merchant(service);
            var before = writtenDown();
            var transfers = RestoredDatabaseTest.transfers(home).size();
            try (var outcomes = TestDatabase.owner(on)) {
                outcomes.setAutoCommit(false);
                try (var bank = held(on, THE_BANK)) {
                    order(merchant);
                    await().atMost(SOON).until(() -> writtenDown() > before);
                    hold(outcomes, OUTCOMES);
                    bank.rollback();
                }
                // Nothing ends while its outcome is held, so the bank has it soon, unless the service was held for too
                // long.
                var deadline = System.nanoTime() + HELD_MAX.toNanos();
                while (RestoredDatabaseTest.transfers(home).size() == transfers && System.nanoTime() < deadline) {
                    Thread.sleep(20);
                }
                service.kill();
                outcomes.rollback();
                return RestoredDatabaseTest.transfers(home).size() > transfers
                        && rows(on, "SELECT count(*) FROM payout_attempt WHERE status = 'open'") == 1;
            }
        }
    }

    private static long rows(DatabaseSettings on, String query) throws SQLException {
        try (var connection = TestDatabase.owner(on);
                var statement = connection.createStatement();
                var found = statement.executeQuery(query)) {
            found.next();
            return found.getLong(1);
        }
    }
}

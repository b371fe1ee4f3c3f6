package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.DatabaseSettings;
import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.bench.ServiceProcess;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * A real process is killed while it sends a payout: before it has written down that it does, after that and before the bank has it, and after
 * the bank has executed it and before the outcome is in the database. Locks of the database, and a log that is not in its place, hold it there.
 */
@Order(1)
class KilledWhileSendingTest extends KilledServices {
    /** A lock holds the service for some seconds; on a starved machine these may be over too early. */
    private static final int TRIES = 10;

    private static final Duration HELD_MAX = Duration.ofSeconds(20);

    private static final String THE_BANK = "simulator_transfer";
    private static final String OUTCOMES = "payout";
    private static final String ATTEMPTS = "payout_attempt";

    private final List<String> orders = new ArrayList<>();
    private @Nullable Merchant merchant;

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

    @Test
    void whatIsNotWrittenDownYetIsSentByTheNextProcess() throws Exception {
        try (var service = service(database)) {
            var merchant = merchant(service);
            order(merchant);
            awaitAllSent();
            for (int i = 0; !attemptedWithoutALog(merchant); i++) {
                assertThat(i)
                        .as("the service could not be held for long enough")
                        .isLessThan(TRIES);
                execute("DROP TRIGGER held ON payout_attempt");
                putTheLogBack();
                awaitAllSent();
            }
            service.kill();
        }
        assertThat(committed("payout_attempt WHERE status = 'open'")).isEqualTo(1);
        assertThat(RestoredDatabaseTest.transfers(home)).hasSize(orders.size() - 1);
        execute("DROP TRIGGER held ON payout_attempt");
        putTheLogBack();
        try (var service = service(database)) {
            requireEachSentOnce(database, merchant(service));
        }
    }

    private void awaitAllSent() {
        await().atMost(SOON).until(() -> committed("payout WHERE status = 'success'") == orders.size());
    }

    /** An attempt is committed while the log is not in its place. A service that sees that before makes none, so the attempt waits meanwhile. */
    private boolean attemptedWithoutALog(Merchant merchant) throws Exception {
        // Otherwise the attempt ends at once, as never sent.
        execute("""
                CREATE OR REPLACE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'held'; END $$;
                CREATE TRIGGER held BEFORE UPDATE ON payout_attempt FOR EACH ROW EXECUTE FUNCTION held()""");
        try (var attempts = held(database, ATTEMPTS)) {
            order(merchant);
            await().atMost(SOON)
                    .until(() ->
                            committed("pg_locks WHERE relation = '" + ATTEMPTS + "'::regclass AND NOT granted") > 0);
            takeTheLogAway();
            attempts.rollback();
        }
        var deadline = System.nanoTime() + HELD_MAX.toNanos();
        while (committed("payout_attempt WHERE status = 'open'") == 0 && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        return committed("payout_attempt WHERE status = 'open'") == 1;
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
}

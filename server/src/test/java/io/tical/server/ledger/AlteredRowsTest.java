package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.problem.Problem;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Rows that somebody with the database's password wrote: they are found, nothing is decided on them, and the rest goes on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AlteredRowsTest {
    private static final List<String> TABLES = List.of("wallet", "transfer", "seal");

    private TestLedger ledger;
    private WalletKey whole;

    @BeforeAll
    void open() {
        ledger = TestLedger.open();
        whole = TestLedger.wallet("THB");
        for (int time = 0; time < 3; time++) {
            ledger.topUp(whole, 10);
        }
        ledger.seal();
    }

    @AfterAll
    void close() {
        ledger.close();
    }

    private record Column(String table, String name, String type, boolean key) {}

    /** Every column of these tables, from the catalogue, so that none that is added is forgotten. */
    private List<Column> columns() {
        return ledger.database()
                .run(session -> session.sql("""
                        SELECT c.relname, a.attname, a.atttypid::regtype::text AS type,
                               a.attnum = ANY (i.indkey) AS key
                        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                        JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
                        WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
                          AND c.relname = ANY (cast(:tables AS text[]))
                        ORDER BY c.relname, a.attnum
                        """)
                        .bindEach("tables", TABLES, table -> table)
                        .list(row -> new Column(
                                row.text("relname"), row.text("attname"), row.text("type"), row.flag("key"))));
    }

    private static String other(Column column) {
        return switch (column.type()) {
            case "uuid" -> "gen_random_uuid()";
            case "bigint" -> column.name() + " + 1";
            case "boolean" -> "NOT " + column.name();
            case "text" -> column.name() + " || 'x'";
            case "timestamp with time zone" -> column.name() + " + interval '1 millisecond'";
            case "date" -> "coalesce(" + column.name() + ", date '2026-01-01') + 1";
            case "bytea" -> "sha256(" + column.name() + ")";
            default -> throw new IllegalArgumentException(column + " has a type that this test does not change");
        };
    }

    @TestFactory
    List<DynamicTest> everyColumnThatIsAlteredIsNamed() {
        return columns().stream()
                .map(column -> DynamicTest.dynamicTest(column.table() + "." + column.name(), () -> named(column)))
                .toList();
    }

    private void named(Column column) {
        var owned = " WHERE organization_id = '" + whole.organizationId() + "'";
        var kept = "kept_" + column.table();
        ledger.asOwnerQuery("CREATE TABLE " + kept + " AS SELECT * FROM " + column.table());
        // A constraint stops nobody who may alter rows.
        ledger.asOwnerQuery("UPDATE " + column.table() + " SET " + column.name() + " = " + other(column) + owned
                + (column.table().equals("transfer") ? " AND seq = 3" : ""));
        var finding = ledger.journalFinding();
        ledger.asOwnerQuery("TRUNCATE " + column.table() + "; INSERT INTO " + column.table() + " SELECT * FROM " + kept
                + "; DROP TABLE " + kept);
        assertThat(finding).isNotNull();
        if (!column.key()) {
            assertThat(finding.table()).isEqualTo(column.table());
            assertThat(finding.sentence()).contains(" " + column.name() + ": expected what the service wrote");
        }
        assertThat(ledger.journalFinding()).isNull();
    }

    @Test
    void nothingIsPostedOnAnAlteredWalletAndAllOthersGoOn() throws Exception {
        try (var service = TestLedger.open();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var forged = TestLedger.wallet("THB");
            var honest = new WalletKey(forged.organizationId(), false, "USD");
            service.topUp(forged, 10);
            service.topUp(honest, 10);
            service.asOwner("UPDATE wallet SET available = 1000000 WHERE currency = 'THB'");
            // Many together, so that both wallets meet in a group.
            var refused = new ArrayList<Future<?>>();
            var accepted = new ArrayList<Future<?>>();
            for (int time = 0; time < 20; time++) {
                refused.add(threads.submit(() -> service.topUp(forged, 1)));
                accepted.add(threads.submit(() -> service.topUp(honest, 1)));
            }
            for (var each : refused) {
                assertThatThrownBy(each::get).hasCauseInstanceOf(Problem.Unavailable.class);
            }
            for (var each : accepted) {
                each.get();
            }
            assertThat(service.row(honest).available()).isEqualTo(30);
            assertThat(service.row(forged).lastSeq()).isEqualTo(1);
            assertThat(service.database().alteredRows())
                    .singleElement()
                    .asString()
                    .contains("In wallet, organization_id " + forged.organizationId()
                            + ", livemode false, currency THB: available was not");
            service.asOwner("UPDATE wallet SET available = 10 WHERE currency = 'THB'");
            service.topUp(forged, 1);
            assertThat(service.journalFinding()).isNull();
        }
    }

    @Test
    void aForgeryThatIsFreshAndConsistentIsNotSealed() {
        try (var service = TestLedger.open()) {
            var forged = TestLedger.wallet("THB");
            var honest = TestLedger.wallet("THB");
            service.topUp(forged, 10);
            service.topUp(honest, 10);
            // A top-up as the service would have written it, and the wallet as it would be then: only the key is
            // missing.
            service.asOwner("""
                    INSERT INTO transfer SELECT organization_id, livemode, currency, 2, gen_random_uuid(), debit, credit, amount, operation,
                        gen_random_uuid(), 20, 0, 0, created_at, mac FROM transfer WHERE organization_id = '%s'
                    """.formatted(forged.organizationId()));
            service.asOwner("UPDATE wallet SET available = 20, last_seq = 2 WHERE organization_id = '"
                    + forged.organizationId() + "'");
            assertThat(service.seal()).isEqualTo(1);
            assertThat(service.database().alteredRows())
                    .singleElement()
                    .asString()
                    .contains(
                            forged.organizationId()
                                    + ", livemode false, currency THB, seq 2: seq, transfer_id, reference, available_after was not");
            assertThat(service.journalFinding()).isNotNull();
        }
    }

    @Test
    void theRowsOfATableAreProvedPageByPage() {
        try (var service = TestLedger.open()) {
            ManyTransfers.fill(service, TestLedger.wallet("THB"), 20_000);
            ManyTransfers.fill(service, TestLedger.wallet("USD"), 3);
            assertThat(transfersProved(service)).isEqualTo(20_003);
            service.asOwner("UPDATE transfer SET amount = amount + 1 WHERE seq = 19999");
            assertThatThrownBy(() -> transfersProved(service))
                    .isInstanceOf(Finding.Found.class)
                    .hasMessageContaining("seq 19999: amount: expected what the service wrote");
        }
    }

    private static long transfersProved(TestLedger service) {
        return service.database().snapshot(session -> new RowAudit(session, LedgerStore.TRANSFERS).run());
    }

    @Test
    void aRowWithoutAMacIsAltered() {
        try (var service = TestLedger.open()) {
            var wallet = TestLedger.wallet("THB");
            service.topUp(wallet, 10);
            service.asOwner("UPDATE transfer SET mac = NULL");
            assertThat(service.seal()).isZero();
            assertThat(service.journalFinding().sentence()).contains("seq 1 mac: expected what the service wrote");
        }
    }

    @Test
    void rowsOfEarlierVersionsGetTheirMacsOnce() throws SQLException {
        var settings = TestDatabase.settings("31");
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("""
                    INSERT INTO wallet VALUES ('%1$s', false, 'THB', 5, 0, 0, NULL, 0, 12000, now());
                    INSERT INTO transfer
                    SELECT '%1$s', false, 'THB', n, gen_random_uuid(), CASE WHEN n %% 2 = 1 THEN 'sandbox' ELSE 'available' END,
                           CASE WHEN n %% 2 = 1 THEN 'available' ELSE 'in_transit' END, 5,
                           CASE WHEN n %% 2 = 1 THEN 'sandbox_top_up' ELSE 'payout_capture' END, gen_random_uuid(),
                           CASE WHEN n %% 2 = 1 THEN 5 ELSE 0 END, 0, n / 2 * 5, date_trunc('milliseconds', now())
                    FROM generate_series(1, 12000) AS n;
                    UPDATE wallet SET available = 0, in_transit = 30000;
                    """.formatted(whole.organizationId()));
        }
        try (var migrated = TestLedger.on(settings)) {
            assertThat(migrated.journalFinding()).isNull();
            assertThat(migrated.seal()).isEqualTo(12_000);
            migrated.asOwner("UPDATE transfer SET mac = NULL WHERE seq = 7");
        }
        Databases.open(settings).close();
        try (var again = TestLedger.on(settings)) {
            assertThat(again.journalFinding().sentence()).contains("seq 7 mac");
        }
    }
}

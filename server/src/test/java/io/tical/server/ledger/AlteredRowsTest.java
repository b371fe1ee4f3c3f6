package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.AlteredRow;
import io.tical.db.BulkWrite;
import io.tical.server.key.WalletKey;
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

    @TestFactory
    List<DynamicTest> everyColumnThatIsAlteredIsNamed() {
        return AlteredColumn.of(ledger.database(), TABLES).stream()
                .map(column -> DynamicTest.dynamicTest(column.toString(), () -> named(column)))
                .toList();
    }

    private void named(AlteredColumn column) {
        var finding = column.whileAltered(ledger::asOwnerQuery, ledger::journalFinding);
        assertThat(finding).isNotNull();
        if (!column.key()) {
            assertThat(finding.table()).isEqualTo(column.table());
            assertThat(finding.sentence()).contains(" " + column.name() + ": expected what the service wrote");
        }
        assertThat(ledger.journalFinding()).isNull();
    }

    /** Either somebody inserted the transfer, or the wallet was reverted. */
    @Test
    void nothingIsPostedWhereTheNextNumberIsInUse() {
        try (var service = TestLedger.open()) {
            var forged = TestLedger.wallet("THB");
            var honest = new WalletKey(forged.organizationId(), false, "USD");
            service.topUp(forged, 10);
            service.asOwnerQuery("CREATE TABLE other AS TABLE transfer; UPDATE other SET seq = 2;"
                    + " INSERT INTO transfer TABLE other; DROP TABLE other");
            assertThatThrownBy(() -> service.topUp(forged, 1)).isInstanceOf(AlteredRow.class);
            service.topUp(honest, 1);
            assertThat(service.database().alteredRows())
                    .containsExactly("In transfer, organization " + forged.organizationId()
                            + " test THB: the number after the last one of the wallet is in use, so the wallet or that"
                            + " transfer was not written by the service. Run ./tical audit.");
        }
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
                assertThatThrownBy(each::get).hasCauseInstanceOf(AlteredRow.class);
            }
            for (var each : accepted) {
                each.get();
            }
            assertThatThrownBy(() -> service.row(forged)).isInstanceOf(AlteredRow.class);
            assertThat(service.database().alteredRows())
                    .singleElement()
                    .asString()
                    .contains("In wallet, organization_id " + forged.organizationId()
                            + ", livemode false, currency THB: available was not");
            service.asOwner("UPDATE wallet SET available = 10 WHERE currency = 'THB'");
            assertThat(service.row(honest).available()).isEqualTo(30);
            assertThat(service.row(forged).lastSeq()).isEqualTo(1);
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
            var findings = new Findings();
            assertThat(proved(service, LedgerStore.TRANSFERS, findings)).isEqualTo(20_003);
            assertThat(findings.count()).isZero();
            service.asOwner("UPDATE transfer SET amount = amount + 1 WHERE seq IN (7, 19999)");
            assertThat(proved(service, LedgerStore.TRANSFERS, findings)).isEqualTo(20_003);
            assertThat(findings.until(1))
                    .extracting(Finding::sentence)
                    .satisfiesExactly(
                            first -> assertThat(first).contains("seq 7 amount: expected what the service wrote"),
                            second -> assertThat(second).contains("seq 19999 amount: expected what the service wrote"));
        }
    }

    private static long proved(TestLedger service, BulkWrite<?> table, Findings findings) {
        return service.database().snapshot(session -> Audit.prove(session, table, row -> {}, findings));
    }

    @Test
    void aChainDoesNotGoOnFromAnAlteredSeal() {
        try (var service = TestLedger.open()) {
            var forged = TestLedger.wallet("THB");
            var honest = TestLedger.wallet("THB");
            service.topUp(forged, 10);
            service.topUp(honest, 10);
            assertThat(service.seal()).isEqualTo(2);
            service.asOwner(
                    "UPDATE seal SET hash = sha256('x') WHERE organization_id = '" + forged.organizationId() + "'");
            service.topUp(forged, 10);
            service.topUp(honest, 10);
            assertThat(service.seal()).isEqualTo(1);
            assertThat(service.database().alteredRows())
                    .singleElement()
                    .asString()
                    .contains("In seal, organization_id " + forged.organizationId(), "from_seq 1: hash was not");
        }
    }

    @Test
    void aBoundedNumberOfAlteredRowsIsShown() {
        try (var service = TestLedger.open()) {
            for (int number = 0; number < 30; number++) {
                service.topUp(TestLedger.wallet("THB"), 1);
            }
            service.asOwner("UPDATE wallet SET available = 2");
            service.asOwner("UPDATE transfer SET amount = 2");
            assertThat(service.seal()).isZero();
            assertThat(service.database().alteredRows()).hasSize(21).last().isEqualTo("And 10 more.");
        }
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
}

package io.tical.server.ledger;

import static io.tical.server.ledger.TestPayouts.PAYOUTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.DatabaseSettings;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.TestPayouts.Event;
import io.tical.server.ledger.TestPayouts.Kind;
import io.tical.server.ledger.TestPayouts.Payout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Each thing that somebody with the database in hand could change is changed, and the audit names that row. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditTest {
    private static final List<String> TABLES =
            List.of("wallet", "transfer", "seal", "payout", "payout_step", "payout_attempt", "simulator_transfer");

    /** Of traffic, and shorter than an audit: without it, the audits would read tens of thousands of rows. */
    private static final Duration PAUSE = Duration.ofMillis(10);

    private TestLedger ledger;
    private WalletKey wallet;
    private Payout delivered;

    @BeforeAll
    void open() {
        ledger = TestLedger.open();
        wallet = TestLedger.wallet("THB");
        delivered = new Payout(wallet, UUID.randomUUID(), 300, 10);
        var back = new Payout(wallet, UUID.randomUUID(), 100, 5);
        var waiting = new Payout(wallet, UUID.randomUUID(), 50, 1);
        ledger.topUp(wallet, 1_000);
        play(delivered, Kind.RESERVE, Kind.ACTIVATE);
        ledger.topUp(wallet, 1);
        ledger.seal();
        play(delivered, Kind.DELIVER);
        play(back, Kind.CAPTURE, Kind.RETURN);
        ledger.seal();
        play(waiting, Kind.RESERVE);
        ledger.topUp(wallet, 1);
        for (var table : TABLES) {
            ledger.asOwner("CREATE TABLE kept_" + table + " AS SELECT * FROM " + table);
        }
    }

    private void play(Payout payout, Kind... kinds) {
        for (var kind : kinds) {
            ledger.groupCommit().run(PAYOUTS, new Event(payout, kind), wallet.organizationId(), wallet.livemode());
        }
    }

    @AfterEach
    void mend() {
        ledger.asOwnerQuery(TABLES.stream()
                .map(table -> "TRUNCATE " + table + "; INSERT INTO " + table + " SELECT * FROM kept_" + table)
                .collect(Collectors.joining(";")));
        assertThat(ledger.audit().finding()).isNull();
    }

    @AfterAll
    void close() {
        assertThat(ledger.database().activeConnections()).isZero();
        ledger.close();
    }

    @ParameterizedTest
    @FieldSource("io.tical.server.ledger.Tampering#ALL")
    void anAlteredRowIsNamed(Tampering tampering) {
        ledger.asOwnerQuery(filled(tampering.sql()));
        var report = ledger.audit();
        assertThat(report.clean()).isFalse();
        var finding = report.finding();
        assertThat(finding.table()).as(finding.sentence()).isEqualTo(tampering.table());
        for (var part : tampering.says()) {
            assertThat(finding.sentence()).contains(filled(part));
        }
    }

    private String filled(String text) {
        return text.replace(":o", wallet.organizationId().toString())
                .replace(":p", delivered.id().toString());
    }

    @Test
    void aConsistentForgeryIsFoundByTheMac() {
        // Somebody rewrites the money and deletes the seals, for the service to seal it anew.
        ledger.asOwner("UPDATE transfer SET amount = amount + 7 WHERE seq = 1");
        ledger.asOwner("UPDATE transfer SET available_after = available_after + 7");
        ledger.asOwner("UPDATE wallet SET available = available + 7");
        ledger.asOwner("DELETE FROM seal");
        assertThat(ledger.seal()).isZero();
        assertThat(ledger.audit().finding().sentence()).contains("available: expected what the service wrote");
    }

    @Test
    void theReportCountsRowsSumsAccountsAndShowsTheChainsHeads() {
        var report = ledger.audit();
        assertThat(report.counts())
                .containsEntry("wallet", 1L)
                .containsEntry("transfer", 10L)
                .containsEntry("seal", 2L)
                .containsEntry("payout", 3L)
                .containsEntry("payout_step", 3L)
                .containsEntry("payout_attempt", 1L)
                .containsEntry("simulator_transfer", 1L);
        assertThat(report.heads().getFirst()).satisfies(head -> {
            assertThat(head.chain()).isEqualTo(wallet.organizationId() + " test THB");
            assertThat(head.number()).isEqualTo(8);
            assertThat(head.hash()).hasSize(64);
        });
        assertThat(report.heads())
                .element(1)
                .satisfies(head -> assertThat(head.line())
                        .matches("transfer " + wallet.organizationId() + " test THB 10 [0-9a-f]{32}"));
        assertThat(report.heads())
                .element(2)
                .satisfies(head -> assertThat(head.line()).matches("journal [0-9a-f-]{36} 4 [0-9a-f]{32}"));
        var total = report.totals().getFirst();
        assertThat(total.transfers()).isEqualTo(10);
        assertThat(total.balances().values().stream().mapToLong(Long::longValue).sum())
                .isZero();
        assertThat(total.balances())
                .containsEntry(Account.SANDBOX, -1_002L)
                .containsEntry(Account.RAIL, 300L)
                .containsEntry(Account.FEE, 10L)
                .containsEntry(Account.HELD, 51L)
                .containsEntry(Account.AVAILABLE, 641L);
    }

    @Test
    void oldTransfersAreSealedBesideARunningService() {
        assertThat(unsealed(Duration.ofSeconds(30), true)).isNull();
        assertThat(unsealed(Duration.ofSeconds(61), false)).isNull();
        assertThat(unsealed(Duration.ofSeconds(61), true).sentence()).contains("seq 9:", "a seal", "60 s");
    }

    /** What an audit after this time finds, when nothing more is sealed. */
    private @Nullable Finding unsealed(Duration later, boolean serving) {
        return ledger.unsealed(Instant.now().plus(later), serving);
    }

    @Test
    void aServiceIsSeenByTheNameOfItsConnections() {
        var settings = TestDatabase.settings();
        assertThat(serving(settings, "tical audit", Duration.ZERO)).isFalse();
        assertThat(serving(settings, Databases.SERVICE, Duration.ZERO)).isTrue();
        assertThat(serving(settings, Databases.SERVICE, Duration.ofMinutes(1))).isFalse();
    }

    private static boolean serving(DatabaseSettings settings, String name, Duration since) {
        try (var database = Databases.open(settings, name)) {
            return database.snapshot(session -> Audit.serving(session, since));
        }
    }

    @Test
    void aCleanLedgerPassesWhileTrafficAndSealingRun() throws Exception {
        var busy = new AtomicBoolean(true);
        var failures = new ArrayList<Throwable>();
        try (var live = TestLedger.open()) {
            var threads = new ArrayList<Thread>();
            for (int number = 0; number < 8; number++) {
                var mine = TestLedger.wallet("THB");
                threads.add(Thread.ofVirtual().unstarted(() -> {
                    live.topUp(mine, 1_000_000);
                    while (busy.get()) {
                        var payout = new Payout(mine, UUID.randomUUID(), 3, 1);
                        for (var kind : List.of(Kind.RESERVE, Kind.ACTIVATE, Kind.DELIVER)) {
                            live.groupCommit().run(PAYOUTS, new Event(payout, kind), mine.organizationId(), false);
                        }
                        LockSupport.parkNanos(PAUSE.toNanos());
                    }
                }));
            }
            threads.add(Thread.ofVirtual().unstarted(() -> {
                while (busy.get()) {
                    live.seal();
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }));
            threads.forEach(thread -> thread.setUncaughtExceptionHandler((dead, failure) -> failures.add(failure)));
            threads.forEach(Thread::start);
            var audit = new Audit(live.database(), List.of(), MoneyAudits.ALL);
            var heads = new ArrayList<Head>();
            for (int time = 0; time < 15; time++) {
                var report = audit.run();
                assertThat(report.findings()).isEmpty();
                assertThat(
                                heads.isEmpty()
                                        ? report.findings()
                                        : audit.since(heads, List.of()).findings())
                        .isEmpty();
                heads.clear();
                heads.addAll(report.heads());
            }
            busy.set(false);
            for (var thread : threads) {
                thread.join();
            }
            assertThat(failures).isEmpty();
            assertThat(live.audit().counts().get("payout")).isPositive();
        }
    }
}

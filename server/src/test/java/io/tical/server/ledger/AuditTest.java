package io.tical.server.ledger;

import static io.tical.server.ledger.TestPayouts.PAYOUTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.DatabaseSettings;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.ledger.TestPayouts.Event;
import io.tical.server.ledger.TestPayouts.Kind;
import io.tical.server.ledger.TestPayouts.Payout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /**
     * A wallet of ten transfers, sealed by fours: see {@link #open}.
     *
     * @param sql what is done to the database; {@code :o} is the organization, {@code :p} the delivered payout
     * @param table where the finding must be
     * @param says what its sentence must say
     */
    private record Tampering(String name, String sql, String table, String... says) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Tampering> TAMPERINGS = List.of(
            new Tampering(
                    "an amount is changed",
                    "UPDATE transfer SET amount = amount + 1 WHERE seq = 3",
                    "transfer",
                    "seq 3 amount: expected what the service wrote"),
            new Tampering(
                    "a balance is changed",
                    "UPDATE transfer SET held_after = held_after + 1 WHERE seq = 4",
                    "transfer",
                    "seq 4 held_after"),
            new Tampering(
                    "a transfer is deleted", "DELETE FROM transfer WHERE seq = 5", "transfer", "seq 5:", "found none"),
            new Tampering(
                    "the last transfer is deleted",
                    "DELETE FROM transfer WHERE seq = 10",
                    "transfer",
                    "seq 10:",
                    "found none"),
            new Tampering(
                    "the first transfer is deleted",
                    "DELETE FROM transfer WHERE seq = 1",
                    "transfer",
                    "seq 1:",
                    "the next one is seq 2"),
            new Tampering(
                    "an account is changed",
                    "UPDATE transfer SET debit = 'rail' WHERE seq = 1",
                    "transfer",
                    "seq 1 debit:"),
            new Tampering(
                    "an account is made up",
                    "UPDATE transfer SET credit = 'moon' WHERE seq = 2",
                    "transfer",
                    "seq 2 credit:"),
            new Tampering(
                    "an operation is made up",
                    "UPDATE transfer SET operation = 'theft' WHERE seq = 2",
                    "transfer",
                    "seq 2 operation:"),
            new Tampering(
                    "an operation is another",
                    "UPDATE transfer SET operation = 'payout_release' WHERE seq = 1",
                    "transfer",
                    "seq 1 operation:"),
            new Tampering(
                    "a time goes back",
                    "UPDATE transfer SET created_at = created_at - interval '1 day' WHERE seq = 6",
                    "transfer",
                    "seq 6 created_at"),
            new Tampering(
                    "a time has microseconds",
                    "UPDATE transfer SET created_at = created_at + interval '1 microsecond' WHERE seq = 10",
                    "transfer",
                    "seq 10 created_at:"),
            new Tampering(
                    "a reference is changed",
                    "UPDATE transfer SET reference = gen_random_uuid() WHERE seq = 1",
                    "transfer",
                    "seq 1 reference:"),
            new Tampering(
                    "an id is changed",
                    "UPDATE transfer SET transfer_id = gen_random_uuid() WHERE seq = 7",
                    "transfer",
                    "seq 7 transfer_id:"),
            new Tampering(
                    "a wallet is richer",
                    "UPDATE wallet SET available = available + 1",
                    "wallet",
                    "available: expected"),
            new Tampering("a wallet counts fewer", "UPDATE wallet SET last_seq = 9", "wallet", "last_seq:"),
            new Tampering("a wallet counts more", "UPDATE wallet SET last_seq = 11", "wallet", "last_seq:"),
            new Tampering("a wallet is deleted", "DELETE FROM wallet", "wallet", "because it has transfers"),
            new Tampering(
                    "a seal is forged",
                    "UPDATE seal SET hash = sha256('x') WHERE from_seq = 5",
                    "seal",
                    "transfers 5 to 8 hash"),
            new Tampering(
                    "a MAC is forged",
                    "UPDATE seal SET mac = sha256('x') WHERE from_seq = 1",
                    "seal",
                    "transfers 1 to 4 mac"),
            new Tampering(
                    "a seal is deleted",
                    "DELETE FROM seal WHERE from_seq = 1",
                    "seal",
                    "from transfer 1: expected the seal",
                    "5 to 8"),
            new Tampering(
                    "a seal is moved", "UPDATE seal SET from_seq = 6 WHERE from_seq = 5", "seal", "transfers 6 to 8"),
            new Tampering(
                    "a seal ends later", "UPDATE seal SET to_seq = 12 WHERE from_seq = 5", "seal", "transfers 5 to 12"),
            new Tampering(
                    "a seal of nothing",
                    "INSERT INTO seal SELECT organization_id, livemode, currency, 11, 12, hash, mac, now() FROM seal WHERE from_seq = 5",
                    "seal",
                    "transfers 11 to 12"),
            new Tampering(
                    "a seal of nobody",
                    "INSERT INTO seal SELECT gen_random_uuid(), livemode, currency, 1, 2, hash, mac, now() FROM seal WHERE from_seq = 5",
                    "seal",
                    "transfers 1 to 2 organization_id"),
            new Tampering(
                    "a leg is dispatched twice",
                    "DROP INDEX payout_attempt_one_alive; INSERT INTO payout_attempt SELECT organization_id, livemode, payout_id, step, 2,"
                            + " gen_random_uuid(), rail, amount, 'delivered', 0, NULL, now(), now() FROM payout_attempt WHERE payout_id = ':p'",
                    "payout_attempt",
                    "attempt 1:",
                    "dead"),
            new Tampering(
                    "a dead attempt arrived",
                    "UPDATE payout_attempt SET status = 'dead' WHERE payout_id = ':p'; UPDATE payout_step SET transfer_amount = 0 WHERE payout_id = ':p'",
                    "payout_attempt",
                    ":p step 1 attempt 1",
                    "not dead"),
            new Tampering(
                    "an attempt is numbered 2",
                    "UPDATE payout_attempt SET attempt = 2 WHERE payout_id = ':p'",
                    "payout_attempt",
                    "expected attempt 1"),
            new Tampering(
                    "an attempt is deleted",
                    "DELETE FROM payout_attempt WHERE payout_id = ':p'",
                    "payout_step",
                    ":p step 1 transfer_amount"),
            new Tampering(
                    "an attempt sent more",
                    "UPDATE payout_attempt SET amount = amount + 1 WHERE payout_id = ':p'",
                    "payout_attempt",
                    ":p step 1"),
            new Tampering(
                    "the rail delivered less",
                    "UPDATE simulator_transfer SET delivered = 1 WHERE payout_id = ':p'; UPDATE payout_step SET transfer_amount = 299 WHERE payout_id = ':p'",
                    "payout_step",
                    "1, as the rail says"),
            new Tampering(
                    "the rail was told twice",
                    "INSERT INTO simulator_transfer SELECT organization_id, livemode, gen_random_uuid(), payout_id, step, amount, delivered,"
                            + " outcome, now(), subject FROM simulator_transfer WHERE payout_id = ':p'",
                    "simulator_transfer",
                    ":p step 1",
                    "committed before the rail was called"),
            new Tampering(
                    "a leg arrived in part",
                    "UPDATE payout_step SET transfer_amount = 100 WHERE payout_id = ':p'",
                    "payout_step",
                    ":p step 1"),
            new Tampering(
                    "a payout delivered less",
                    "UPDATE payout SET delivered = 100 WHERE payout_id = ':p'",
                    "payout",
                    ":p delivered"),
            new Tampering(
                    "a payout is smaller",
                    "UPDATE payout SET amount = 299, delivered = 299 WHERE payout_id = ':p'",
                    "payout",
                    ":p amount"),
            new Tampering(
                    "a payout is larger than any",
                    AlteredColumn.withoutChecks(List.of("payout"))
                            + "; UPDATE payout SET amount = 9223372036854775807 WHERE payout_id = ':p'",
                    "payout",
                    ":p: expected amounts whose sums"),
            new Tampering(
                    "a transfer is larger than any",
                    "UPDATE transfer SET amount = 9223372036854775807 WHERE operation = 'payout_reserve'",
                    "transfer",
                    " amount: expected what the service wrote"),
            new Tampering(
                    "a payout failed",
                    "UPDATE payout SET status = 'failed' WHERE payout_id = ':p'",
                    "payout",
                    ":p returned"),
            new Tampering(
                    "a payout failed and returned",
                    "UPDATE payout SET status = 'failed', returned = 310, fee_returned = 10, delivered = 0 WHERE payout_id = ':p';"
                            + " UPDATE payout_step SET transfer_amount = 0 WHERE payout_id = ':p'; DELETE FROM payout_attempt WHERE payout_id = ':p';"
                            + " DELETE FROM simulator_transfer WHERE payout_id = ':p'",
                    "payout",
                    ":p, failed",
                    "0 in available"),
            new Tampering(
                    "a payout is still under way",
                    "UPDATE payout SET status = 'processing', delivered = 0 WHERE payout_id = ':p'",
                    "payout",
                    ":p, processing"),
            new Tampering(
                    "a fee is forgotten",
                    "UPDATE payout SET fee = 0 WHERE payout_id = ':p'",
                    "payout",
                    ":p, success",
                    "-300 in available"),
            new Tampering(
                    "a status is made up",
                    "UPDATE payout SET status = 'done' WHERE payout_id = ':p'",
                    "payout",
                    ":p status",
                    "done"),
            new Tampering(
                    "a payout is of another currency",
                    "UPDATE payout SET currency = 'USD' WHERE payout_id = ':p'",
                    "transfer",
                    ":p payout_",
                    "postings in USD"),
            new Tampering(
                    "a payout is deleted",
                    "DELETE FROM payout WHERE payout_id = ':p'",
                    "payout",
                    ":p:",
                    "because it has legs"),
            new Tampering(
                    "a payout is deleted with its legs",
                    "DELETE FROM payout WHERE payout_id = ':p'; DELETE FROM payout_step WHERE payout_id = ':p';"
                            + " DELETE FROM payout_attempt WHERE payout_id = ':p'; DELETE FROM simulator_transfer WHERE payout_id = ':p'",
                    "transfer",
                    "reference",
                    "a payout of this organization"));

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
    @FieldSource("TAMPERINGS")
    void whatIsTamperedWithIsNamed(Tampering tampering) {
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
    void whatIsMadeAnewConsistentlyIsStillCaughtByTheMac() {
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
                    }
                }));
            }
            threads.add(Thread.ofVirtual().unstarted(() -> {
                while (busy.get()) {
                    live.seal();
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

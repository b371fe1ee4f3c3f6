package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An audit that goes on from noted heads finds what was done to rows that changed since, and to no other. */
class AuditSinceTest extends AuditedService {
    private static final List<String> TABLES = List.of(
            "wallet",
            "transfer",
            "seal",
            "journal",
            "payin",
            "payout",
            "payout_step",
            "state_change",
            "slip_reference");

    private Merchant merchant;
    private List<Head> heads;
    /** Created before the heads; the first one did not change since, the second one did. */
    private String untouched;

    private String touched;
    /** Created after the heads. */
    private String fresh;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void play() {
        service.sql("CREATE SCHEMA before; CREATE SCHEMA after");
        merchant = service.merchant().funded("THB", 1_000_000);
        untouched = merchant.payin("untouched", 10_000).expect(201).word("id");
        touched = merchant.payin("touched", 20_000).expect(201).word("id");
        merchant.payout("old", 1_000).expect(201);
        seal();
        // Not sealed when the heads are noted.
        merchant.payout("unsealed", 2_000).expect(201);
        service.asService("slip_reference", """
                INSERT INTO slip_reference SELECT 'r', '004', livemode, organization_id, payin_id, payin_id, now() FROM payin LIMIT 1""");
        keep("before");
        heads = service.audit().run().heads();
        service.asService("slip_reference", "DELETE FROM slip_reference");
        cancel(touched);
        fresh = merchant.payin("fresh", 30_000).expect(201).word("id");
        cancel(fresh);
        for (int number = 0; number < 5; number++) {
            merchant.payout("new " + number, 3_000).expect(201);
        }
        seal();
        service.merchant().funded("THB", 1_000).payout("another", 500).expect(201);
        keep("after");
    }

    private void seal() {
        new Sealing(service.serviceDatabase(), TestLedger.CLOCK).runOnce();
    }

    private void cancel(String payin) {
        merchant.post("/v1/payins/" + payin + "/cancel").expect(200);
    }

    private void keep(String schema) {
        service.sql(TABLES.stream()
                .map(table -> "CREATE TABLE %1$s.%2$s AS TABLE public.%2$s".formatted(schema, table))
                .collect(Collectors.joining(";")));
    }

    private void restore(String schema, String... tables) {
        service.sql(Arrays.stream(tables)
                .map(table -> "TRUNCATE public.%2$s; INSERT INTO public.%2$s TABLE %1$s.%2$s".formatted(schema, table))
                .collect(Collectors.joining(";")));
    }

    /** Changes rows as the service would, looks, and changes them back. */
    private void whileChanged(String table, String sql, Runnable look) {
        service.sql("ALTER TABLE " + table + " ALTER COLUMN mac DROP NOT NULL");
        service.asService(table, sql);
        look.run();
        service.asService(table, "DELETE FROM %1$s; INSERT INTO %1$s TABLE after.%1$s".formatted(table));
        service.sql("DROP SCHEMA after CASCADE; CREATE SCHEMA after");
        keep("after");
    }

    @AfterEach
    void mend() {
        restore("after", TABLES.toArray(String[]::new));
        assertThat(service.audit().since(heads, List.of()).findings()).isEmpty();
    }

    /** The audit in one share and in many, which must not differ. */
    private AuditReport audit() {
        var report = service.audit().since(heads, List.of());
        var inShares = service.audit().since(heads, List.of(), 3, progress -> {});
        assertThat(inShares.findings()).containsExactlyInAnyOrderElementsOf(report.findings());
        return report;
    }

    private List<String> findings() {
        return audit().findings().stream().map(Finding::sentence).toList();
    }

    private void found(String sql, String... sentences) {
        service.sql(sql);
        var findings = audit().wrongRows().stream().map(Finding::sentence).toList();
        assertThat(findings).hasSize(sentences.length / 2);
        for (int number = 0; number < findings.size(); number++) {
            var table = sentences[2 * number];
            var what = sentences[2 * number + 1];
            assertThat(findings).anyMatch(sentence -> sentence.startsWith(table) && sentence.contains(what));
        }
    }

    @Test
    void whatChangedSinceIsReadAndNothingElse() {
        var report = audit();
        assertThat(report.findings()).isEmpty();
        assertThat(report.counts())
                .containsEntry("payin", 2L)
                .containsEntry("payout", 6L)
                .containsEntry("payout_step", 6L)
                .containsEntry("wallet", 2L);
        assertThat(report.heads()).isEqualTo(service.audit().run().heads());
        var next = service.audit().since(report.heads(), heads);
        assertThat(next.findings()).isEmpty();
        assertThat(next.counts()).doesNotContainKey("payin");
        assertThat(next.heads()).isEqualTo(report.heads());
    }

    @Test
    void alteredRowsAreFound() {
        found(
                "UPDATE payin SET merchant_ref = merchant_ref || 'x' WHERE payin_id IN ('%s', '%s')"
                        .formatted(touched, fresh),
                "In payin, ",
                touched + " merchant_ref: expected what the service wrote",
                "In payin, ",
                fresh + " merchant_ref: expected what the service wrote");
    }

    @Test
    void deletedRowsAreFound() {
        found(
                "DELETE FROM payin WHERE payin_id IN ('%s', '%s')".formatted(touched, fresh),
                "In payin, ",
                touched + ": expected this row",
                "In payin, ",
                fresh + ": expected this row");
    }

    @Test
    void transfersOfADeletedPayoutAreFound() {
        service.sql("DELETE FROM payout WHERE merchant_ref = 'new 3'");
        var report = audit();
        assertThat(report.wrongRows())
                .singleElement()
                .satisfies(finding -> assertThat(finding.table()).isEqualTo("payout"));
        assertThat(report.contradictions())
                .extracting(Finding::sentence)
                .hasSize(2)
                .anySatisfy(sentence -> assertThat(sentence).contains("a payout of this organization and environment"))
                .anySatisfy(sentence -> assertThat(sentence).contains("a row, because it has legs"));
    }

    @Test
    void aHeadThatIsGoneIsFound() {
        var gone = new Head("journal " + heads.getFirst().chain().substring(0, 36), 3, "0".repeat(32));
        assertThat(service.audit().since(List.of(gone), List.of()).findings())
                .extracting(Finding::sentence)
                .singleElement()
                .satisfies(sentence -> assertThat(sentence).contains("number 3: expected the hash 0", "no such row"));
    }

    @Test
    void rowsThatWereRevertedOrAddedAgainAreFound() {
        restore("before", "payin", "slip_reference");
        found(
                "INSERT INTO payin SELECT * FROM after.payin WHERE payin_id = '%s'".formatted(fresh),
                "In payin, ",
                touched + ": expected the newest version in the journal, found an earlier version",
                "In slip_reference, ",
                "expected no such row, because the service deleted it, found an earlier version");
    }

    @Test
    void aForgedTransferIsFound() {
        found(
                """
                INSERT INTO transfer SELECT organization_id, livemode, currency, seq + 1, gen_random_uuid(), debit, credit, amount, operation,
                    reference, available_after, held_after, in_transit_after, created_at, mac, changes
                FROM transfer WHERE organization_id = '%s' ORDER BY seq DESC LIMIT 1""".formatted(merchant.organizationId()),
                "In transfer, ",
                "seq, transfer_id: expected what the service wrote");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            UPDATE transfer SET amount = amount + 1 WHERE seq = 6           | seq 6 amount: expected what the service wrote
            DELETE FROM transfer WHERE seq = 5                              | seq 5: expected this transfer
            DELETE FROM seal WHERE from_seq = 3                             | from_seq 3: expected this row
            UPDATE seal SET hash = sha256('x') WHERE from_seq = 3           | hash: expected what the service wrote
            UPDATE wallet SET held = 1 WHERE last_seq > 2                   | held: expected what the service wrote
            DELETE FROM seal WHERE from_seq = 1                             | which was noted, found no seal that ends there
            UPDATE journal SET changes = '' WHERE number > 6                | changes: expected what the service wrote
            TRUNCATE journal                                                | which was noted, found no such row
            """)
    void theLedgerAndTheJournalAreProvedBehindTheHeads(String sql, String sentence) {
        service.sql(sql);
        assertThat(findings()).anySatisfy(finding -> assertThat(finding).contains(sentence));
    }

    @Test
    void walletsAreReverted() {
        restore("before", "wallet");
        assertThat(findings())
                .anySatisfy(
                        finding -> assertThat(finding).startsWith("In wallet, ").contains("last_seq: expected"))
                .anySatisfy(finding -> assertThat(finding).contains("a row, because it has transfers"));
    }

    /** Somebody rewrites what was before the heads, seals it anew, and changes the journal: it takes the master key. */
    @Test
    void whatWasRewrittenBeforeTheHeadsIsFound() {
        whileChanged(
                "seal",
                "UPDATE seal SET hash = sha256('x') WHERE from_seq = 1",
                () -> assertThat(findings())
                        .anySatisfy(finding -> assertThat(finding)
                                .contains("to transfer 2: expected the hash ", "which was noted, found")));
    }

    /** As if the service had a bug: the MACs are valid. */
    @Test
    void contradictionsOfRowsThatChangedAreFound() {
        whileChanged("payin", "UPDATE payin SET paid = 1 WHERE payin_id = '" + fresh + "'", () -> {
            var report = audit();
            assertThat(report.wrongRows()).isEmpty();
            assertThat(report.contradictions())
                    .extracting(Finding::key)
                    .singleElement()
                    .satisfies(key -> assertThat(key).contains(fresh + " paid"));
        });
        whileChanged("payout_step", "UPDATE payout_step SET transfer_amount = amount WHERE amount = 3000", () -> {
            var report = audit();
            assertThat(report.wrongRows()).isEmpty();
            assertThat(report.contradictions())
                    .hasSize(5)
                    .allSatisfy(finding -> assertThat(finding.sentence())
                            .startsWith("In payout_step, ")
                            .contains("0, because no attempt is delivered"));
        });
    }

    /** This is what an audit since heads does not see, and the audit of everything does. */
    @Test
    void anUntouchedRowIsNotRead() {
        service.sql("UPDATE payin SET merchant_ref = 'x' WHERE payin_id = '" + untouched + "'");
        service.sql("UPDATE transfer SET amount = amount + 1 WHERE seq = 1 AND organization_id = '"
                + merchant.organizationId() + "'");
        assertThat(findings()).isEmpty();
        assertThat(service.audit().run().findings()).hasSize(2);
    }
}

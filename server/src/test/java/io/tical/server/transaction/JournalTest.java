package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.ledger.AlteredColumn;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody with the owner's password deletes rows, or reverts them to what they were: every MAC is still valid, and nothing contradicts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JournalTest {
    private static final List<String> TABLES = List.of(
            "payin",
            "payout",
            "payout_step",
            "payout_attempt",
            "state_change",
            "disclosure",
            "p2p_match",
            "slip_reference",
            "seal",
            "journal");

    /** Audits, and writes nothing. */
    private TestService service;

    private Merchant merchant;
    private String payout;
    private String payin;

    @BeforeAll
    void play() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        service.sql("CREATE SCHEMA before; CREATE SCHEMA after");
        merchant = service.merchant().funded("THB", 1_000_000);
        payin = merchant.payin("payin", 20_000).expect(201).word("id");
        service.asService("disclosure", """
                INSERT INTO disclosure SELECT organization_id, livemode, payin_id, '1', '127.0.0.1', 'request', date_trunc('second', now())
                FROM payin""");
        service.asService("slip_reference", """
                INSERT INTO slip_reference SELECT 'r', '004', livemode, organization_id, payin_id, payin_id, now() FROM payin""");
        payout = merchant.payout("payout", 1_000).expect(201).word("id");
        keep("before");
        service.asService("slip_reference", "DELETE FROM slip_reference");
        service.makeDue(payout);
        service.expire(payin);
        try (var node = service.node(Map.of(), TestService.Work.RUNNING)) {
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> merchant.payout(payout).word("status").equals("success")
                            && merchant.get("/v1/payins/" + payin)
                                    .word("status")
                                    .equals("expired"));
            await().atMost(Duration.ofSeconds(90)).until(() -> service.count("SELECT count(*) FROM seal") > 0);
            node.tical().database().noteJournal();
        }
        keep("after");
        service.requireCleanAudit();
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    @AfterEach
    void mend() {
        restore("after", TABLES);
        service.requireCleanAudit();
    }

    @AfterAll
    void close() {
        service.close();
    }

    /** Copies the tables. */
    private void keep(String schema) {
        service.sql(TABLES.stream()
                .map(table -> "CREATE TABLE %1$s.%2$s AS TABLE public.%2$s".formatted(schema, table))
                .collect(Collectors.joining(";")));
    }

    private void restore(String schema, List<String> tables) {
        service.sql(tables.stream()
                .map(table -> "TRUNCATE public.%2$s; INSERT INTO public.%2$s TABLE %1$s.%2$s".formatted(schema, table))
                .collect(Collectors.joining(";")));
    }

    private String finding() {
        var finding = service.audit().run().finding();
        assertThat(finding).isNotNull();
        return finding.sentence();
    }

    @ParameterizedTest
    @ValueSource(strings = {"state_change", "disclosure", "seal", "payout_attempt", "payout_step", "payin", "payout"})
    void deletedRowsAreNamed(String table) {
        service.sql("TRUNCATE " + table);
        assertThat(finding()).startsWith("In ");
    }

    @Test
    void aDeletedRowIsNamedByItsKey() {
        service.sql("TRUNCATE disclosure");
        assertThat(finding())
                .isEqualTo("In disclosure, organization_id " + merchant.organizationId() + ", livemode false, payin_id "
                        + payin
                        + ", text_version 1, address 127.0.0.1: expected this row, which the service wrote and did"
                        + " not delete, found none.");
    }

    /** The service would send it again. */
    @Test
    void aPayoutThatIsRevertedWithEverythingThatTellsOfItIsNamed() {
        restore("before", List.of("payout", "payout_step", "payout_attempt"));
        service.sql("DELETE FROM state_change WHERE object_id = '" + payout + "'");
        assertThat(finding()).contains(payout);
    }

    /** It would take a payer's money again. */
    @Test
    void aPayinThatIsRevertedIsNamed() {
        restore("before", List.of("payin", "state_change"));
        service.sql("INSERT INTO state_change SELECT * FROM after.state_change WHERE object_id = '" + payout + "'");
        assertThat(finding()).contains("organization_id " + merchant.organizationId() + ", livemode false", payin);
        service.sql("INSERT INTO state_change SELECT * FROM after.state_change WHERE object_id = '" + payin + "'");
        assertThat(finding())
                .isEqualTo("In payin, organization_id " + merchant.organizationId() + ", livemode false, payin_id "
                        + payin + ": expected the newest version in the journal, found an earlier version.");
    }

    @Test
    void everyRowThatIsWrongIsNamedOnce() {
        restore("before", List.of("payin", "slip_reference"));
        service.sql("TRUNCATE disclosure");
        service.sql("DELETE FROM state_change WHERE object_id = '" + payin + "'");
        service.sql("UPDATE payout SET updated_at = updated_at + interval '1 second'");
        service.sql("UPDATE payout_attempt SET mac = '\\x00'");
        service.sql("UPDATE journal SET previous = 'x' WHERE number = 2");
        var transitions = service.count("SELECT count(*) FROM after.state_change WHERE object_id = '" + payin + "'");
        var linked = service.count("SELECT count(*) FROM journal WHERE number = 2");
        assertThat(service.audit().run().findings())
                .extracting(finding -> finding.table() + ": " + finding.found())
                .containsExactlyElementsOf(Stream.of(
                                Stream.of("payout: other values", "payout_attempt: other values"),
                                Stream.generate(() -> "journal: other values").limit(linked),
                                Stream.of(
                                        "disclosure: none",
                                        "payin: an earlier version",
                                        "slip_reference: an earlier version"),
                                Stream.generate(() -> "state_change: none").limit(transitions))
                        .flatMap(each -> each)
                        .toList());
    }

    /** What only an altered row of the journal tells is not known, so the rest of the journal is compared, and rows that it lacks are counted. */
    @Test
    void rowsThatOnlyAnAlteredRowOfTheJournalTellsOfAreCounted() {
        service.sql("TRUNCATE disclosure");
        service.sql("UPDATE journal SET changes = changes || changes WHERE encode(changes, 'hex') LIKE '%"
                + hex("payin") + "%' AND encode(changes, 'hex') NOT LIKE '%" + hex("disclosure") + "%'");
        var altered = service.count(
                "SELECT count(*) FROM journal j WHERE changes NOT IN (SELECT changes FROM after.journal)");
        var findings = service.audit().run().findings();
        assertThat(findings).hasSize(Math.toIntExact(altered + 2));
        assertThat(findings.subList(0, findings.size() - 2))
                .allSatisfy(finding -> assertThat(finding.sentence())
                        .startsWith("In journal, ")
                        .contains(" changes: expected what the service wrote"));
        assertThat(findings.get(findings.size() - 2).sentence())
                .startsWith("In disclosure, ")
                .contains("and, according to the remaining journal, did not delete, found none");
        assertThat(findings.getLast().sentence())
                .startsWith("In journal, rows of {")
                .contains(" payin=1, ", "audit again");
    }

    @Test
    void anEmptyJournalIsOneFinding() {
        service.sql("TRUNCATE journal");
        assertThat(service.audit().run().findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).startsWith("In journal, rows of {"));
    }

    @Test
    void theJournalCannotBeRevertedWithTheRows() {
        restore("before", List.of("payin"));
        service.sql("DELETE FROM state_change WHERE object_id = '" + payin + "'");
        service.sql("DELETE FROM journal WHERE (chain, number) NOT IN (SELECT chain, number FROM before.journal)"
                + " AND encode(changes, 'hex') LIKE '%" + payin.replace("-", "").substring(12) + "%'");
        assertThat(finding()).startsWith("In journal, chain ").contains(": expected this row", "found none");
    }

    @TestFactory
    Stream<DynamicTest> everyAlteredColumnOfTheJournalIsNamed() {
        service.sql(AlteredColumn.withoutChecks(List.of("journal")));
        return AlteredColumn.of(service.serviceDatabase(), List.of("journal")).stream()
                .filter(AlteredColumn::evidence)
                .map(column -> DynamicTest.dynamicTest(
                        column.toString(),
                        () -> assertThat(column.whileAltered(service::sql, this::finding))
                                .startsWith("In journal, ")
                                .contains(" " + column.name() + ": expected what the service wrote")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM journal WHERE number = 1",
                "DELETE FROM journal j WHERE number = (SELECT max(number) - 1 FROM journal k WHERE k.chain = j.chain)",
                "UPDATE journal SET changes = changes || changes WHERE number = 1",
                "UPDATE journal SET number = number + 1000",
                "UPDATE journal SET previous = mac WHERE number = 2",
                "INSERT INTO journal SELECT gen_random_uuid(), number, previous, changes, mac, created_at FROM journal LIMIT 1",
                """
                INSERT INTO journal SELECT chain, number + 1, previous, changes, mac, created_at FROM journal ORDER BY number DESC LIMIT 1""",
                "TRUNCATE journal"
            })
    void theJournalProvesItself(String tampering) {
        service.sql(tampering);
        assertThat(finding()).startsWith("In ");
    }
}

package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.TestService;
import io.tical.server.merchant.MatchFallback;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Somebody with the owner's password alters one column of one row, whatever rule that breaks or keeps. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionMacsTest {
    private static final List<String> TABLES = List.of(
            "payout",
            "payout_step",
            "payout_attempt",
            "payin",
            "state_change",
            "p2p_match",
            "disclosure",
            "slip_reference",
            "slip_first_use");

    private TestService service;

    private record Column(String table, String name, String type) {}

    @BeforeAll
    void transactionsOfEveryKind() {
        service = TestService.start(Map.of());
        var merchant = service.matching(service.merchant().funded("THB", 100_000), MatchFallback.OFF);
        var payout = merchant.payout("delivered", 1_000).expect(201).word("id");
        merchant.payin("open", 10_000).expect(201);
        service.makeDue(payout);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> merchant.payout(payout).word("status").equals("success"));
        merchant.payout("matched", 20_000).expect(201);
        var shop = service.matching(service.merchant(), MatchFallback.OFF);
        shop.post("/v1/payins", """
                {"order_ref":"matched","amount":20000,"currency":"THB","receiving_type":"p2p"}""").expect(201);
        // As if a payer had accepted the conditions and sent a slip.
        service.asService("disclosure", """
                INSERT INTO disclosure SELECT organization_id, livemode, payin_id, '1', '127.0.0.1', 'request', now() FROM payin LIMIT 1""");
        service.asService("slip_reference", """
                INSERT INTO slip_reference SELECT 'r', '004', livemode, organization_id, payin_id, payin_id, now() FROM payin LIMIT 1""");
        service.asService("slip_first_use", """
                INSERT INTO slip_first_use SELECT 'r', livemode, organization_id, payin_id, payin_id FROM payin LIMIT 1""");
        service.sql("""
                DO $$ DECLARE rule record; BEGIN
                    FOR rule IN SELECT conrelid::regclass AS of_table, conname FROM pg_constraint
                                WHERE contype = 'c' AND conrelid::regclass::text = ANY ('{%s}')
                    LOOP EXECUTE format('ALTER TABLE %%s DROP CONSTRAINT %%I', rule.of_table, rule.conname); END LOOP;
                END $$
                """.formatted(String.join(",", TABLES)));
        service.requireCleanAudit();
    }

    @AfterAll
    void close() {
        service.close();
    }

    private List<Column> columns(String evidence) {
        return service.serviceDatabase()
                .run(session -> session.sql("""
                        SELECT c.relname, a.attname, a.atttypid::regtype::text AS type
                        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                        WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
                          AND c.relname = ANY (cast(:tables AS text[]))
                          AND coalesce(col_description(a.attrelid, a.attnum), '') %s LIKE 'not evidence%%'
                        ORDER BY c.relname, a.attnum
                        """.formatted(evidence))
                        .bindEach("tables", TABLES, table -> table)
                        .list(row -> new Column(row.text("relname"), row.text("attname"), row.text("type"))));
    }

    private static String other(Column column) {
        var name = column.name();
        return switch (column.type()) {
            case "uuid" -> "gen_random_uuid()";
            case "bigint", "integer" -> "coalesce(" + name + ", 0) + 1";
            case "boolean" -> "NOT " + name;
            case "text" -> "coalesce(" + name + ", '') || 'x'";
            case "timestamp with time zone" -> "coalesce(" + name + ", now()) + interval '1 millisecond'";
            case "date" -> name + " + 1";
            case "bytea" -> "sha256(" + name + ")";
            default -> throw new IllegalArgumentException(column + " has a type that this test does not change");
        };
    }

    @TestFactory
    List<DynamicTest> everyAlteredColumnIsNamed() {
        return columns("NOT").stream()
                .map(column -> DynamicTest.dynamicTest(column.table() + "." + column.name(), () -> named(column)))
                .toList();
    }

    private void named(Column column) {
        var table = column.table();
        service.sql("CREATE TABLE kept AS TABLE " + table);
        try {
            service.sql("UPDATE " + table + " SET " + column.name() + " = " + other(column)
                    + " WHERE ctid = (SELECT min(ctid) FROM " + table + ")");
            var finding = service.audit().run().finding();
            assertThat(finding).isNotNull();
            assertThat(finding.sentence())
                    .startsWith("In " + table + ", ")
                    .contains(": " + column.name() + ": expected what the service wrote");
        } finally {
            service.sql("TRUNCATE " + table + "; INSERT INTO " + table + " TABLE kept; DROP TABLE kept");
        }
    }

    /** Each with the reason: a column that is added to this list must have one. */
    @Test
    void onlyTheseColumnsAreNotProved() {
        assertThat(columns(""))
                .extracting(column -> column.table() + "." + column.name())
                .containsExactly(
                        // Background work moves them without deciding anything.
                        "p2p_match.release_at",
                        "payin.due_at",
                        "payout.due_at",
                        // The history of the slip tells when.
                        "slip_reference.taken_at");
    }
}

package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.BulkWrite;
import io.tical.server.TestService;
import io.tical.server.ledger.AlteredColumn;
import io.tical.server.ledger.Finding;
import io.tical.server.merchant.Fee;
import io.tical.server.merchant.FeeRule;
import io.tical.server.merchant.FeeType;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.merchant.OneChange;
import io.tical.server.module.Kind;
import io.tical.server.outward.LostDepartures;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
            "crypto_deposit",
            "crypto_transfer",
            "suspense",
            "slip",
            "customer",
            "customer_account",
            "organization_account",
            "issue",
            "issue_comment",
            "organization_transfer",
            "daily_statement",
            "settlement",
            "settlement_attempt",
            "settlement_transfer",
            "conversion",
            "exchange_rate",
            "collection_account",
            "bank_file",
            "bank_profile",
            "bank_statement",
            "bank_entry",
            "bank_posting",
            "bank_sighting",
            "bank_day",
            "bank_day_seal",
            "payment_proof",
            "transfer_proof",
            "paying_account",
            "payment_file",
            "payment_file_line",
            "payment_result",
            "crypto_source",
            "crypto_address",
            "pay_token",
            "slip_seen",
            "slip_verification",
            "holder_lookup",
            "idempotency",
            "organization",
            "organization_code",
            "amount_limit",
            "fee",
            "api_key",
            "api_key_hash",
            "ip_allowlist",
            "pay_page_brand",
            "callback_endpoint",
            "operator",
            "operator_session",
            "operator_second_factor",
            "operator_role",
            "audit_entry",
            "notice_acknowledgement",
            "approval",
            "dashboard_user",
            "dashboard_username",
            "dashboard_session",
            "dashboard_second_factor",
            "dashboard_passkey",
            "simulator",
            "outward_log",
            "outward_case",
            "event",
            "delivery",
            "delivery_attempt",
            "redelivery",
            "p2p_offer");

    /** Those that {@code AlteredRowsTest} and {@code JournalTest} alter. */
    private static final List<String> OF_LEDGER = List.of("wallet", "transfer", "seal", "journal");

    private static final String WHEN_WORK_LOOKS = "when background work looks at the row";
    private static final String ATTEMPTED =
            "what the attempts have come to: more or fewer of them, of the same callback";

    /** Whose MACs have no checksums of columns. */
    private static final List<String> BRIEF = List.of("idempotency", "bank_sighting");

    private TestService service;

    @BeforeAll
    void transactionsOfEveryKind() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        // Background work that changes a row between its alteration and the audit would undo the alteration.
        try (var working = service.node(Map.of(), TestService.Work.RUNNING)) {
            makeTransactions(working);
        }
        service.sql(AlteredColumn.withoutChecks(TABLES));
        service.requireCleanAudit();
    }

    private void makeTransactions(TestService working) {
        var merchant = service.matching(service.merchant().funded("THB", 100_000), MatchFallback.OFF);
        var payout = merchant.payout("delivered", 1_000).expect(201).word("id");
        LostDepartures.closed(service, merchant.organizationId(), false, "lost");
        merchant.payin("open", 10_000).expect(201);
        service.makeDue(payout);
        await().atMost(Duration.ofSeconds(90))
                .until(() -> merchant.payout(payout).word("status").equals("success"));
        merchant.payout("matched", 20_000).expect(201);
        var shop = service.matching(service.merchant(), MatchFallback.OFF);
        // A node that does no background work matches no payouts.
        shop.at(working.port()).post("/v1/payins", """
                {"order_ref":"matched","amount":20000,"currency":"THB","receiving_type":"p2p"}""").expect(201);
        merchant.post("/v1/organization-transfers", """
                {"target_code":"%s","currency_code":"THB","amount":5,"merchant_ref_id":"sent","notes":"n"}""".formatted(service.tical()
                        .organizations()
                        .read(shop.organizationId())
                        .code()))
                .expect(201);
        service.tical()
                .organizations()
                .change(
                        merchant.organizationId(),
                        OneChange.fee(new FeeRule(false, "THB", FeeType.PAYOUT, new Fee(1, 1))));
        service.limit(merchant, "THB", 1, 100_000, null, List.of(new long[] {7, 8}));
        service.owner(merchant)
                .replace("/api/pay-page", "{\"display_name\":\"Shop\"}")
                .expect(200);
        merchant.post("/v1/organizations/accounts", """
                {"bank_code":"KBANK","account_no":"1234567890","holder_name":"Shop","label":"main"}""").expect(201);
        var admin = service.operator(Operator.Role.ADMIN);
        admin.put("/admin/v1/simulator", "{}").expect(200);
        admin.delete("/admin/v1/operators/" + service.operatorId(service.operator(Operator.Role.SUPPORT)))
                .expect(200);
        var notice = admin.get("/admin/v1/notices")
                .expect(200)
                .data()
                .get(0)
                .get("id")
                .asText();
        admin.post("/admin/v1/notices/" + notice + "/acknowledge").expect(200);
        var issue =
                merchant.post("/v1/issues", """
                {"issue_type":"payout","issue_sub_type":"delayed","request_id":"%s","description":"late"}""".formatted(payout)).expect(201).word("id");
        admin.post("/admin/v1/issues/" + issue + "/claim").expect(200);
        admin.post("/admin/v1/issues/" + issue + "/comment", "{\"version\":2,\"text\":\"a\",\"public\":true}")
                .expect(200);
        admin.post("/admin/v1/issues/" + issue + "/resolve", "{\"version\":3,\"resolution\":\"b\"}")
                .expect(200);
        var settlement = merchant.post(
                        "/v1/settlements", "{\"dest_account_id\":\"" + merchant.account() + "\",\"amount\":1000}")
                .expect(201)
                .word("id");
        admin.put(
                        "/admin/v1/rates",
                        "{\"environment\":\"test\",\"source_currency_code\":\"THB\",\"target_currency_code\":\"USD\",\"rate\":\"0.028\"}")
                .expect(200);
        var dollars =
                merchant.post("/v1/organizations/accounts", """
                {"bank_code":"CHASUS33","account_no":"1234567891","holder_name":"Shop","currency_code":"USD"}""").expect(201).word("id");
        var asked =
                "\"organization_account_id\":\"%s\",\"source_currency_code\":\"THB\",\"source_amount\":1000,\"target_currency_code\":\"USD\""
                        .formatted(dollars);
        var quote = merchant.post("/v1/organization-settlements/preview", "{" + asked + "}")
                .expect(200)
                .word("quote_id");
        merchant.post("/v1/organization-settlements", "{" + asked + ",\"quote_id\":\"" + quote + "\"}")
                .expect(201);
        var file = admin.upload("/admin/v1/bank-statements?livemode=false&name=day.json", """
                {"account":"TEST%s","currency":"THB","entries":[{"booked":"2026-01-02","amount":5,"reference":"r"}]}""".formatted(
                                admin.get("/admin/v1/collection-accounts")
                                        .expect(200)
                                        .data()
                                        .get(0)
                                        .get("account_no")
                                        .asText()))
                .expect(201)
                .word("id");
        admin.post("/admin/v1/bank-statements/" + file + "/import", "{\"version\":1}")
                .expect(200);
        var entry = admin.get("/admin/v1/bank-entries?livemode=false")
                .expect(200)
                .data()
                .get(0);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
        admin.post(
                        "/admin/v1/bank-entries/" + entry.get("id").asText() + "/allocate",
                        "{\"version\":1,\"category\":\"interest\",\"note\":\"seen\"}")
                .expect(200);
        // As if a day had been opened again. The document is empty.
        service.asService("bank_day_seal", """
                INSERT INTO bank_day_seal SELECT collection_account_id, livemode, 1, 'reopened', day, day, day, 5, '{}', decode(repeat('00', 32), 'hex'),
                    sha256(''), sha256(decode(repeat('00', 32), 'hex') || sha256('')), 1, 'ann', 'bob', 'note', date_trunc('second', now())
                FROM bank_day LIMIT 1""");
        service.sql("""
                INSERT INTO bank_day_part SELECT collection_account_id, livemode, 1, 0, decode('1f8b08000000000000ff0300' || repeat('00', 8), 'hex')
                FROM bank_day_seal""");
        service.asService("payment_proof", """
                INSERT INTO payment_proof SELECT organization_id, livemode, payin_id, payin_id, 'THB', 5, date_trunc('second', now()), true, 'waiting',
                    NULL, NULL, NULL, NULL, 1, date_trunc('second', now()) FROM payin LIMIT 1""");
        service.asService("transfer_proof", """
                INSERT INTO transfer_proof SELECT payin_id, livemode, 'payout', organization_id, payin_id, payin_id, NULL, date_trunc('second', now())
                FROM payin LIMIT 1""");
        service.asService("paying_account", """
                INSERT INTO paying_account SELECT payin_id, 'CSV', '{}', 'UTC', '15:30', 1, 2, true, 1, date_trunc('second', now())
                FROM payin LIMIT 1""");
        service.asService("payment_file", """
                INSERT INTO payment_file SELECT payin_id, livemode, payin_id, 'T1', 'CSV', '{}', 'UTC', 'THB', '2026-01-02', 1, 5, 'closed',
                    repeat('a', 64), 'ann', 'bob', 'ann', date_trunc('second', now()), date_trunc('second', now()), payin_id, 1,
                    date_trunc('second', now()), date_trunc('second', now()) FROM payin LIMIT 1""");
        service.asService("payment_file_line", """
                INSERT INTO payment_file_line SELECT payin_id, 1, 'payout', organization_id, livemode, payin_id, payin_id, 5, 'SCB', '1', 'a',
                    'T100001', 'name_changed', 'failed', 'failed', 'RJCT', 'no_account', 'w', 'r', payin_id, date_trunc('second', now())
                FROM payin LIMIT 1""");
        service.asService("payment_result", """
                INSERT INTO payment_result SELECT payin_id, payin_id, livemode, 'r', repeat('b', 64), 'applied', 'ann', 1,
                    date_trunc('second', now()), date_trunc('second', now()) FROM payin LIMIT 1""");
        service.sql("UPDATE settlement SET due_at = now()");
        await().atMost(Duration.ofSeconds(90))
                .until(() -> merchant.get("/v1/settlements/" + settlement)
                        .word("status")
                        .equals("completed"));
        service.asService("approval", """
                INSERT INTO approval SELECT organization_id, livemode, payin_id, 'payin', payin_id, 'path', '{"id": "1"}', '{}', 5, 'THB', 'failed',
                    'ann', 'request', 'a', 'bob', 'b', 'C', 'd', NULL, date_trunc('second', now()), date_trunc('second', now()), NULL,
                    '{"why": ["amount"], "differences": [], "override_reason": "other", "expected": 1, "booked": 5, "booked_currency": "THB"}'
                FROM payin LIMIT 1""");
        // As if a payer had accepted the conditions and sent a slip.
        service.asService("disclosure", """
                INSERT INTO disclosure SELECT organization_id, livemode, payin_id, '1', '127.0.0.1', 'request', now() FROM payin LIMIT 1""");
        service.asService("slip_reference", """
                INSERT INTO slip_reference SELECT 'r', '004', livemode, organization_id, payin_id, payin_id, now() FROM payin LIMIT 1""");
        service.asService("crypto_deposit", """
                INSERT INTO crypto_deposit SELECT organization_id, livemode, payin_id, 'TRC20', 'T1', 5, 3, 'waiting', 0, NULL, 0, 0, NULL, NULL,
                    1, date_trunc('second', now()), date_trunc('second', now()), NULL FROM payin LIMIT 1""");
        service.asService("crypto_transfer", """
                INSERT INTO crypto_transfer SELECT 'TRC20', 'a1', 0, organization_id, livemode, payin_id, 'T2', 5000000, 5, 0, 7, 3,
                    date_trunc('second', now()), 'seen', now(), now() FROM payin LIMIT 1""");
        service.asService("suspense", """
                INSERT INTO suspense SELECT organization_id, livemode, payin_id, 'slip', 'r', payin_id, 'late', 'THB', 5, 'noted', NULL, NULL, NULL,
                    NULL, 1, date_trunc('second', now()) FROM payin WHERE NOT livemode LIMIT 1""");
        service.asService("slip", """
                INSERT INTO slip SELECT organization_id, livemode, payin_id, payin_id, 1, 'api', false, 'r', 5, 'THB', 'bank', 1, 1, 'a', '{1,2}',
                    NULL, 'r', 'rejected', NULL, 0, NULL, '{"a": 1}', '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1,
                    date_trunc('second', now()), NULL, 'b' FROM payin LIMIT 1""");
        service.asService("bank_profile", """
                INSERT INTO bank_profile SELECT bank_file_id, 1, 'Bank', '{}', 'active', bank_file_id, 'a', date_trunc('second', now())
                FROM bank_file LIMIT 1""");
        service.asService(
                "operator_role", "INSERT INTO operator_role VALUES ('finance', false, 1, date_trunc('second', now()))");
        service.asService("operator_second_factor", """
                INSERT INTO operator_second_factor SELECT operator_id, '\\x01', 'a b', 7, date_trunc('second', now()),
                    date_trunc('second', now()) FROM operator LIMIT 1""");
        service.asService("dashboard_second_factor", """
                INSERT INTO dashboard_second_factor SELECT organization_id, user_id, '\\x01', 'a b', 7, date_trunc('second', now()),
                    date_trunc('second', now()) FROM dashboard_user LIMIT 1""");
        service.asService("dashboard_passkey", """
                INSERT INTO dashboard_passkey SELECT '\\x01', organization_id, user_id, user_id, 'a', 'h', '\\x02', 3,
                    date_trunc('second', now()), date_trunc('second', now()) FROM dashboard_user LIMIT 1""");
        service.asService("delivery", """
                INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type, transaction_id, endpoint, url,
                    status, created_at)
                SELECT organization_id, livemode, event_id, event_id, type, transaction_type, transaction_id, 'payout', 'u', 'failed', created_at
                FROM event LIMIT 1""");
        service.asService("delivery_attempt", """
                INSERT INTO delivery_attempt SELECT organization_id, livemode, delivery_id, 1, event_id, 'u', 500, 7, 'a', 'b', created_at
                FROM delivery LIMIT 1""");
        service.asService("redelivery", """
                INSERT INTO redelivery SELECT organization_id, livemode, delivery_id, 'payout', 'payout.succeeded', 503, transaction_id, 'r',
                    transaction_id, delivery_id, 7, 'mali', 'q', '127.0.0.1', created_at, 'stopped', delivery_id, 5, NULL, created_at
                FROM delivery LIMIT 1""");
        service.asService("p2p_offer", """
                INSERT INTO p2p_offer SELECT gen_random_uuid(), organization_id, livemode, currency, amount, 'SCB', '1', 'a', now() FROM payout LIMIT 1""");
        service.asService("crypto_source", "INSERT INTO crypto_source VALUES ('xpub', 1)");
        service.asService("crypto_address", """
                INSERT INTO crypto_address SELECT 'T1', 'xpub', 0, organization_id, livemode, payin_id FROM payin LIMIT 1""");
        service.asService("slip_seen", """
                INSERT INTO slip_seen SELECT organization_id, livemode, 'r', '004', 2, now(), now() FROM payin LIMIT 1""");
        service.asService("slip_verification", """
                INSERT INTO slip_verification SELECT organization_id, livemode, 'r', '004', '\\x01', 5, 'THB', now(), '1', 'a', '014', '2', 'b',
                    now() FROM payin LIMIT 1""");
        service.asService("holder_lookup", """
                INSERT INTO holder_lookup SELECT organization_id, livemode, '004', '123456', 'a', now() FROM payin LIMIT 1""");
        // A day before the first movement, which has a head as every day.
        service.asService("daily_statement", """
                INSERT INTO daily_statement SELECT organization_id, livemode, currency, 1, date '2026-01-01', 1, 0,
                    sha256(decode(repeat('00', 32), 'hex') || sha256(convert_to(concat_ws(E'\\n', 'tical-statement 1', 'organization '
                        || organization_id, 'environment ' || CASE WHEN livemode THEN 'live' ELSE 'test' END, 'currency ' || currency,
                        'date 2026-01-01', 'previous ' || repeat('0', 64), 'opening 0 0 0 0', 'closing 0 0 0 0', ''), 'UTF8'))),
                    date_trunc('second', now()) FROM wallet LIMIT 1""");
    }

    @AfterAll
    void close() {
        service.close();
    }

    private Stream<AlteredColumn> columns(boolean evidence) {
        return AlteredColumn.of(service.serviceDatabase(), TABLES).stream()
                .filter(column -> column.evidence() == evidence);
    }

    /** One of each table at a time, which takes fewer audits. */
    @TestFactory
    Stream<DynamicTest> everyAlteredColumnIsNamed() {
        var rounds = new ArrayList<List<AlteredColumn>>();
        columns(true)
                .collect(Collectors.groupingBy(AlteredColumn::table))
                .values()
                .forEach(ofTable -> {
                    for (int number = 0; number < ofTable.size(); number++) {
                        if (number == rounds.size()) {
                            rounds.add(new ArrayList<>());
                        }
                        rounds.get(number).add(ofTable.get(number));
                    }
                });
        return rounds.stream().map(round -> DynamicTest.dynamicTest(round.toString(), () -> named(round)));
    }

    /** A checksum of 16 bits names the column. Now and then it is the same, and the MAC is named; not for another value too. */
    private void named(List<AlteredColumn> columns) {
        var unnamed = unnamed(columns);
        assertThat(unnamed.isEmpty() ? unnamed : unnamed(unnamed)).isEmpty();
    }

    private List<AlteredColumn> unnamed(List<AlteredColumn> columns) {
        var found = AlteredColumn.whileAltered(
                        columns, service::sql, () -> service.audit().run().wrongRows())
                .stream()
                .map(Finding::sentence)
                .toList();
        return columns.stream()
                .filter(column -> {
                    var named = " " + (BRIEF.contains(column.table()) ? "mac" : column.name())
                            + ": expected what the service wrote";
                    return found.stream()
                            .noneMatch(sentence ->
                                    sentence.startsWith("In " + column.table() + ", ") && sentence.contains(named));
                })
                .toList();
    }

    /** The columns of tables with MACs that no MAC covers, each with the reason why nothing wrong follows from another value. */
    private static final Map<String, String> COLUMNS_NOT_PROVED = Map.ofEntries(
            Map.entry("api_key.unsigned_requests", "for people, who decide when to require signatures"),
            Map.entry("api_key.unsigned_at", "for people, who decide when to require signatures"),
            Map.entry("approval.due_at", WHEN_WORK_LOOKS),
            Map.entry("bank_entry.due_at", WHEN_WORK_LOOKS),
            Map.entry("payment_proof.due_at", WHEN_WORK_LOOKS),
            Map.entry("payment_file_line.due_at", WHEN_WORK_LOOKS),
            Map.entry("callback_endpoint.last_success_at", "for people"),
            Map.entry("callback_endpoint.failing_since", "delays callbacks, and does not decide where to"),
            Map.entry("callback_endpoint.suspended_at", "delays callbacks, and does not decide where to"),
            Map.entry("crypto_deposit.due_at", WHEN_WORK_LOOKS),
            Map.entry("crypto_deposit.check_at", WHEN_WORK_LOOKS),
            Map.entry("crypto_transfer.seen_at", "for people; the time of the block is proved"),
            Map.entry("crypto_transfer.updated_at", "for people; the time of the block is proved"),
            Map.entry("dashboard_session.last_seen_at", "a session ends by its expires_at, which is proved"),
            Map.entry("dashboard_user.last_sign_in_at", "for people"),
            Map.entry("delivery.url", "for people; a callback is sent to the address of its endpoint, which is proved"),
            Map.entry("delivery.status", ATTEMPTED),
            Map.entry("delivery.attempts", ATTEMPTED),
            Map.entry("delivery.round_attempts", ATTEMPTED),
            Map.entry("delivery.next_attempt_at", WHEN_WORK_LOOKS),
            Map.entry("delivery.claim", WHEN_WORK_LOOKS),
            Map.entry("delivery.delivered_at", ATTEMPTED),
            Map.entry("delivery.last_code", ATTEMPTED),
            Map.entry("operator_session.last_seen_at", "a session ends by its expires_at, which is proved"),
            Map.entry("outward_log.seen_at", "a log that is not compared keeps everything back anyway"),
            Map.entry("p2p_match.release_at", WHEN_WORK_LOOKS),
            Map.entry("payin.due_at", WHEN_WORK_LOOKS),
            Map.entry("payout.due_at", WHEN_WORK_LOOKS),
            Map.entry("redelivery.due_at", WHEN_WORK_LOOKS),
            Map.entry("settlement.due_at", WHEN_WORK_LOOKS),
            Map.entry("slip.due_at", WHEN_WORK_LOOKS),
            Map.entry("slip_reference.taken_at", "for people; the history of the slip is proved"),
            Map.entry("suspense.due_at", WHEN_WORK_LOOKS));

    /** The tables without MACs, each with the reason why nothing wrong follows from other rows. */
    private static final Map<String, String> TABLES_NOT_PROVED = Map.ofEntries(
            Map.entry(
                    "bank_day_part",
                    "the digest in the row of the seal proves it in the audit, and its head everybody"),
            Map.entry("bank_file_part", "the hash in the row of the file proves it when it is read"),
            Map.entry(
                    "payment_file_content",
                    "the hash in the row of the file or of the result proves it when it is read"),
            Map.entry("slip_image", "the hash in the row of the slip proves it when it is read"),
            Map.entry("pay_page_logo", "the hash in the row of the brand proves it when it is read"),
            Map.entry(
                    "configuration_version",
                    "a version that is reverted lets other nodes use settings that they know, as security.md says"),
            Map.entry("list_mark", "tells consoles to load a list again; what they load is proved"),
            Map.entry("sign_in_failure", "delays guesses of passwords"),
            Map.entry("sign_in_guess", "delays guesses of passwords"),
            Map.entry("lease", "keeps operators from each other's work for minutes; versions decide"),
            Map.entry(
                    "amount_reservation",
                    "says which amounts new payins may take; the account and the amount of each payin are proved, and"
                            + " the audit compares them"),
            Map.entry("simulator_transfer", "what the simulator did with test money; the audit compares it"),
            Map.entry("simulator_entry", "what the simulated bank says of test money; a person imports it"),
            Map.entry("flyway_schema_history", "which migrations ran"));

    /** From the catalogue: every column is covered by the MAC of its row, or is listed here with a reason. */
    @Test
    void onlyTheseColumnsAreNotProved() {
        assertThat(columns(false))
                .extracting(AlteredColumn::toString)
                .containsExactlyInAnyOrderElementsOf(COLUMNS_NOT_PROVED.keySet());
    }

    /** From the catalogue: every table carries MACs, or is listed here with a reason. */
    @Test
    void onlyTheseTablesAreNotProved() {
        var without = service.serviceDatabase().run(session -> session.sql("""
                        SELECT c.relname FROM pg_class c
                        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                          AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'mac')
                        """).list(row -> row.text("relname")));
        assertThat(without).containsExactlyInAnyOrderElementsOf(TABLES_NOT_PROVED.keySet());
    }

    /** From the catalogue: the test alters the columns of every table with MACs. */
    @Test
    void everyTableWithMacsIsTested() {
        var with = service.serviceDatabase()
                .run(session -> session.sql(
                                "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'mac'")
                        .list(row -> row.text("table_name")));
        assertThat(with)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(TABLES.stream(), OF_LEDGER.stream()).toList());
    }

    /** The audit proves the rows that the modules say that they write. */
    @Test
    void everyTableWithMacsIsAudited() {
        var audited = service.tical().all(Kind.AUTHENTICATED_TABLES).stream()
                .map(BulkWrite::table)
                .toList();
        assertThat(audited).contains("event", "delivery", "delivery_attempt", "p2p_offer");
        assertThat(TABLES).containsAll(audited);
    }
}

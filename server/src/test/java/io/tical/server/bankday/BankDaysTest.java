package io.tical.server.bankday;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.bank.CamtText;
import io.tical.server.bank.SlipPayments;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.ExpectedTransfers.Paid;
import io.tical.server.statement.VerifyScript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How the days of bank accounts are explained, closed and opened again. Each test has an account of its own. */
class BankDaysTest extends OperatedService {
    private static final String FILES = "/admin/v1/bank-statements";
    private static final String DAYS = "/admin/v1/bank-days";
    private static final ZoneId ZONE = ZoneId.of("Asia/Bangkok");
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final long OPENING = 1_000_000;

    private Merchant live;
    private String number;
    private String account;

    @BeforeEach
    void newAccount() {
        live = service.live(service.merchant());
        account = account("THB");
    }

    private String account(String currency) {
        number = String.format(Locale.ROOT, "55%08d", NUMBERS.incrementAndGet());
        return accountOf(number, currency);
    }

    private String accountOf(String no, String currency) {
        var asked = finance.post("/admin/v1/collection-accounts", """
                {"currency":"%s","bank_code":"%s","account_no":"%s","holder_name":"Operator","weight":0,"note":"for a test"}
                """.formatted(
                        currency, currency.equals("THB") ? "KBANK" : "BIDV", no));
        colleague
                .post("/admin/v1/approvals/" + asked.expect(202).word("approval_id") + "/approve")
                .expect(200);
        return finance.get("/admin/v1/collection-accounts")
                .data()
                .valueStream()
                .filter(one -> one.get("account_no").asText().equals(no)
                        && one.get("currency").asText().equals(currency))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
    }

    private static LocalDate ago(int days) {
        return LocalDate.now(ZONE).minusDays(days);
    }

    private CamtText statement(LocalDate day) {
        return new CamtText(number, "D" + NUMBERS.incrementAndGet(), day);
    }

    private String send(String text) {
        return finance.upload(FILES + "?name=day.xml", text).expect(201).word("id");
    }

    private Reply decide(String file, String action, String more) {
        var version = finance.get(FILES + "/" + file).expect(200).number("version");
        return finance.post(
                FILES + "/" + file + "/" + action, String.format(Locale.ROOT, "{\"version\":%d%s}", version, more));
    }

    private String imported(String text) {
        var file = send(text);
        decide(file, "import", "").expect(200);
        settled();
        return file;
    }

    private void settled() {
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
    }

    private JsonNode row(LocalDate day) {
        return row(account, day);
    }

    private JsonNode row(String of, LocalDate day) {
        return finance.get(DAYS + "?limit=100&account_id=" + of)
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("day").asText().equals(day.toString()))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode day(LocalDate day) {
        return finance.get(DAYS + "/" + row(day).get("id").asText()).expect(200).data();
    }

    private static List<String> words(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    private static String body(JsonNode detail, String note) {
        return String.format(
                Locale.ROOT,
                "{\"version\":%d,\"state\":\"%s\",\"note\":\"%s\"}",
                detail.get("day").get("version").asLong(),
                detail.get("state").asText(),
                note);
    }

    private static String path(JsonNode detail, String action) {
        return DAYS + "/" + detail.get("day").get("id").asText() + "/" + action;
    }

    /** Closes a day, by two people if it must be. */
    private void close(LocalDate day) {
        var detail = day(day);
        var reply = finance.post(path(detail, "close"), body(detail, "as seen"));
        if (reply.status() == 202) {
            approve(reply);
        } else {
            reply.expect(200);
        }
        assertThat(row(day).get("status").asText()).isEqualTo("closed");
    }

    private void approve(Reply asked) {
        colleague
                .post("/admin/v1/approvals/" + asked.expect(202).word("approval_id") + "/approve")
                .expect(200);
    }

    private Reply reopen(LocalDate day) {
        return finance.post(
                path(day(day), "reopen"),
                String.format(
                        Locale.ROOT,
                        "{\"version\":%d,\"note\":\"the bank corrected it\"}",
                        row(day).get("version").asLong()));
    }

    private JsonNode entry(String reference) {
        return finance.get("/admin/v1/bank-entries?limit=100&account_id=" + account)
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("bank_reference").asText().equals(reference))
                .findFirst()
                .orElseThrow();
    }

    private Reply explain(String reference, String action, String more) {
        var entry = entry(reference);
        return finance.post(
                "/admin/v1/bank-entries/" + entry.get("id").asText() + "/" + action,
                String.format(
                        Locale.ROOT, "{\"version\":%d%s}", entry.get("version").asLong(), more));
    }

    private void explained(String reference, String category) {
        explain(reference, "allocate", ",\"category\":\"" + category + "\",\"note\":\"seen\"")
                .expect(200);
    }

    private void paidBySlip(long amount, LocalDate day) {
        var payin = live.payin("day-" + NUMBERS.incrementAndGet(), amount).expect(201);
        var key = new TransactionKey(live.organizationId(), true, UUID.fromString(payin.word("id")));
        service.serviceDatabase().transaction(session -> {
            SlipPayments.record(
                    session,
                    new Paid(
                            key,
                            UUID.fromString(account),
                            "THB",
                            amount,
                            day.atTime(LocalTime.NOON).atZone(ZONE).toInstant(),
                            true));
            return true;
        });
    }

    private static long amount(JsonNode list, String kind, String field) {
        return list.valueStream()
                .filter(one -> one.get("kind").asText().equals(kind))
                .mapToLong(one -> one.get(field).asLong())
                .sum();
    }

    /** The equations of a day, as a person would add it up. */
    private static void requireSums(JsonNode detail) {
        var lines = detail.get("lines")
                .valueStream()
                .mapToLong(one -> one.get("amount").asLong())
                .sum();
        var ledger = detail.get("ledger");
        var carried = detail.get("differences")
                .valueStream()
                .mapToLong(one -> one.get("carried").asLong())
                .sum();
        assertThat(lines).isEqualTo(detail.get("day").get("amount").asLong());
        assertThat(ledger.get("closing").asLong() + carried)
                .isEqualTo(detail.get("closing").asLong());
        assertThat(ledger.get("opening").asLong()
                        + ledger.get("posted").asLong()
                        + ledger.get("credited").asLong())
                .isEqualTo(ledger.get("closing").asLong());
    }

    @Test
    void aDayIsExplainedAndClosed() {
        var first = ago(3);
        var second = ago(2);
        imported(statement(first).entry(-2_500, "A1").text(OPENING));
        explained("A1", "fee");
        var detail = day(first);
        assertThat(words(detail.get("hindrances"))).isEmpty();
        assertThat(words(detail.get("reasons")))
                .as("it says where the chain begins")
                .containsExactly("first");
        requireSums(detail);
        var asked = finance.post(path(detail, "close"), body(detail, "begins here"));
        finance.post("/admin/v1/approvals/" + asked.expect(202).word("approval_id") + "/approve")
                .expect(403, "FOUR_EYES_REQUIRED");
        approve(asked);
        assertThat(row(first).get("number").asLong()).isEqualTo(1);

        imported(statement(second)
                .entry(40_000, "B1")
                .entry(700, "B2")
                .entry(-1_500, "B3")
                .text(OPENING - 2_500));
        explained("B2", "interest");
        explained("B3", "fee");
        detail = day(second);
        assertThat(words(detail.get("reasons"))).containsExactly("open_entries");
        assertThat(detail.get("day").get("open").asLong()).isEqualTo(1);
        explained("B1", "own_transfer");
        detail = day(second);
        requireSums(detail);
        assertThat(words(detail.get("reasons"))).isEmpty();
        assertThat(detail.get("differences")).as("all is booked in the ledger").isEmpty();
        assertThat(amount(detail.get("lines"), "fee", "amount")).isEqualTo(-1_500);
        assertThat(detail.get("ledger").get("posted").asLong()).isEqualTo(39_200);
        assertThat(service.count("""
                        SELECT sum(CASE WHEN t.debit = 'rail' THEN t.amount ELSE -t.amount END) FROM transfer t
                        JOIN bank_posting p ON p.organization_id = t.organization_id AND p.livemode = t.livemode AND p.bank_posting_id = t.reference
                        JOIN bank_entry e ON e.bank_entry_id = p.bank_entry_id
                        WHERE e.collection_account_id = '%s'""".formatted(account)))
                .as("what the ledger has of both days")
                .isEqualTo(39_200 - 2_500);
        finance.post(path(detail, "close"), body(detail, "")).expect(200);
        finance.post(path(detail, "close"), body(detail, "")).expect(409);
        detail = day(second);
        requireSums(detail);
        assertThat(detail.get("seals").get(0).get("number").asLong()).isEqualTo(2);
        assertThat(detail.get("opening").asLong()).isEqualTo(OPENING - 2_500);
        assertThat(detail.get("closing").asLong()).isEqualTo(OPENING - 2_500 + 39_200);
        assertThat(finance.get(DAYS + "?status=open&account_id=" + account)
                        .expect(200)
                        .data())
                .isEmpty();
    }

    @Test
    void aPaymentThatNoEntryShowsIsADifference() {
        var first = ago(4);
        var second = ago(3);
        imported(statement(first).text(OPENING));
        close(first);
        paidBySlip(30_000, second);
        imported(statement(second).entry(8_000, "C1").text(OPENING));
        explained("C1", "other");
        var detail = day(second);
        requireSums(detail);
        assertThat(detail.get("ledger").get("closing").asLong()).isEqualTo(OPENING + 30_000 + 8_000);
        assertThat(amount(detail.get("differences"), "credited_waiting", "carried"))
                .isEqualTo(-30_000);
        assertThat(detail.get("unshown")).hasSize(1);
        close(second);

        // The statement of the day after does not have it, so it is missing.
        imported(statement(ago(2)).text(OPENING + 8_000));
        await().atMost(SOON)
                .until(() -> amount(day(ago(2)).get("differences"), "credited_missing", "carried") == -30_000);
        detail = day(ago(2));
        requireSums(detail);
        assertThat(words(detail.get("reasons"))).containsExactly("missing_payments");
        assertThat(amount(detail.get("differences"), "credited_waiting", "carried"))
                .isZero();
        finance.post(path(detail, "close"), body(detail, "seen")).expect(202);
    }

    @Test
    void aPayinThatStaffMatchedIsInTheLedger() {
        var first = ago(2);
        imported(statement(first).entry(55_500, "M1").entry(1, "M2").text(OPENING));
        weigh(account, 1_000);
        var others = finance.get("/admin/v1/collection-accounts")
                .data()
                .valueStream()
                .filter(one ->
                        one.get("weight").asInt() > 0 && !one.get("id").asText().equals(account))
                .toList();
        others.forEach(one -> weigh(one.get("id").asText(), 0));
        try {
            var payin = live.payin("day-" + NUMBERS.incrementAndGet(), 55_500)
                    .expect(201)
                    .word("id");
            var expected = finance.get("/admin/v1/payins/" + payin)
                    .data()
                    .get("transfer_amount")
                    .asLong();
            explain(
                            "M1",
                            "match",
                            ",\"payin_id\":\"" + payin
                                    + "\",\"paid_amount\":55500,\"sending_bank\":\"KBANK\",\"note\":\"seen\""
                                    + (expected == 55_500 ? "" : ",\"override_reason\":\"seen_on_statement\""))
                    .expect(200);
        } finally {
            weigh(account, 0);
            others.forEach(
                    one -> weigh(one.get("id").asText(), one.get("weight").asInt()));
        }
        var detail = day(first);
        requireSums(detail);
        assertThat(amount(detail.get("lines"), "payin_paid", "amount")).isEqualTo(55_500);
        assertThat(detail.get("ledger").get("posted").asLong()).isEqualTo(55_500);
        assertThat(amount(detail.get("differences"), "open", "carried")).isEqualTo(1);
        // What the ledger has of it is proved, too.
        var altered =
                "SET session_replication_role = replica; UPDATE payment_proof SET amount = amount %s WHERE collection_account_id = '"
                        + account + "'";
        service.sql(altered.formatted("- 500"));
        finance.get(DAYS + "/" + detail.get("day").get("id").asText()).expect(503);
        service.sql(altered.formatted("+ 500"));
        requireSums(day(first));
    }

    private void weigh(String of, int weight) {
        var version = finance.get("/admin/v1/collection-accounts")
                .data()
                .valueStream()
                .filter(one -> one.get("id").asText().equals(of))
                .findFirst()
                .orElseThrow()
                .get("version")
                .asLong();
        var reply = finance.patch(
                "/admin/v1/collection-accounts/" + of,
                String.format(Locale.ROOT, "{\"version\":%d,\"weight\":%d,\"note\":\"for a test\"}", version, weight));
        if (reply.status() == 202) {
            approve(reply);
        } else {
            reply.expect(200);
        }
    }

    @Test
    void whatWouldChangeAClosedDayIsRefused() {
        var day = ago(2);
        var text = statement(day).entry(5_000, "E1").entry(-300, "E2");
        var file = imported(text.text(OPENING));
        explained("E1", "other");
        close(day);
        assertThat(words(day(day).get("reasons"))).isEmpty();

        decide(file, "undo", "").expect(409, "BANK_DAY_CLOSED");
        explain("E1", "reopen", "").expect(409, "BANK_DAY_CLOSED");
        explain("E2", "allocate", ",\"category\":\"fee\",\"note\":\"late\"").expect(409, "BANK_DAY_CLOSED");
        explain("E2", "ignore", ",\"note\":\"late\"").expect(409, "BANK_DAY_CLOSED");

        // The same entries in another format are no change.
        var mt = mt940(day, OPENING, List.of(5_000L, -300L));
        imported(mt);
        // An entry more is one, whoever says it.
        var late = send(mt940(day, OPENING, List.of(5_000L, -300L, 7_700L)));
        var preview = finance.get(FILES + "/" + late + "/preview").expect(200).data();
        assertThat(preview.get("possible").asBoolean()).isFalse();
        assertThat(preview.get("faults").get(0).get("code").asText()).isEqualTo("BANK_FILE_DAY_CLOSED");
        assertThat(preview.get("faults").get(0).get("text").asText())
                .contains("77.00 THB")
                .contains(day.toString());
        decide(late, "import", ",\"accept_conflicts\":true").expect(409, "BANK_FILE_UNREADABLE");
        // So is an entry less, and another balance.
        var less = send(statement(day).entry(5_000, "E1").text(OPENING));
        decide(less, "import", ",\"accept_conflicts\":true").expect(409, "BANK_FILE_UNREADABLE");
        var other = send(statement(day).entry(5_000, "E1").entry(-300, "E2").text(OPENING + 1));
        preview = finance.get(FILES + "/" + other + "/preview").expect(200).data();
        assertThat(preview.get("faults").get(0).get("code").asText()).isEqualTo("BANK_FILE_DAY_CLOSED_BALANCE");

        approve(reopen(day));
        assertThat(row(day).get("status").asText()).isEqualTo("open");
        decide(late, "import", ",\"accept_conflicts\":true").expect(200);
        settled();
        var detail = day(day);
        assertThat(words(detail.get("reasons"))).contains("open_entries", "contradicted");
        close(day);
        requireSums(day(day));
        assertThat(day(day).get("seals")
                        .valueStream()
                        .map(one -> one.get("kind").asText())
                        .toList())
                .containsExactly("closed", "reopened", "closed");
    }

    private String mt940(LocalDate day, long opening, List<Long> amounts) {
        return mt940(day, day, opening, amounts);
    }

    private static String short6(LocalDate day) {
        return String.format(
                Locale.ROOT, "%02d%02d%02d", day.getYear() % 100, day.getMonthValue(), day.getDayOfMonth());
    }

    /** A statement with an entry on each of its first days. */
    private String mt940(LocalDate from, LocalDate to, long opening, List<Long> amounts) {
        var text = new StringBuilder(":20:MT" + NUMBERS.incrementAndGet() + "\n:25:" + number + "\n:28C:1\n");
        text.append(":60F:C")
                .append(short6(from))
                .append("THB")
                .append(comma(opening))
                .append('\n');
        var sum = opening;
        var day = from;
        for (var amount : amounts) {
            sum += amount;
            text.append(":61:")
                    .append(short6(day))
                    .append(amount < 0 ? "D" : "C")
                    .append(comma(Math.abs(amount)));
            text.append("NTRFNONREF\n:86:transfer\n");
            day = day.equals(to) ? day : day.plusDays(1);
        }
        return text.append(":62F:C")
                .append(short6(to))
                .append("THB")
                .append(comma(sum))
                .append("\n-\n")
                .toString();
    }

    private static String comma(long minor) {
        return minor / 100 + "," + String.format(Locale.ROOT, "%02d", minor % 100);
    }

    @Test
    void daysAreClosedInTheirOrderAndWholeOnly() {
        var days = List.of(ago(6), ago(5), ago(4), ago(3));
        imported(statement(days.get(0)).entry(100, "O1").text(OPENING));
        imported(statement(days.get(1)).entry(200, "O2").text(OPENING + 100));
        imported(statement(days.get(3)).entry(300, "O3").text(OPENING + 300));
        List.of("O1", "O2", "O3").forEach(reference -> explained(reference, "other"));
        close(days.get(1));
        assertThat(words(day(days.get(0)).get("hindrances"))).containsExactly("before_first");
        assertThat(words(day(days.get(3)).get("hindrances"))).containsExactly("earlier_open");
        var late = day(days.get(3));
        finance.post(path(late, "close"), body(late, "x")).expect(409, "BANK_DAY_NOT_READY");
        assertThat(late.get("ledger").isNull()).as("it is not known yet").isTrue();
        // No statement is of this day, and the next one begins as the one before it ended.
        var quiet = day(days.get(2));
        assertThat(quiet.get("quiet").asBoolean()).isTrue();
        close(days.get(2));
        close(days.get(3));
        imported(statement(ago(0)).entry(1, "O4").text(OPENING + 600));
        assertThat(words(day(ago(0)).get("hindrances"))).contains("not_over");
        assertThat(words(day(ago(1)).get("hindrances"))).contains("earlier_open");
        assertThat(words(day(ago(2)).get("reasons"))).isEmpty();

        // Opening a day again opens the later ones, too.
        approve(reopen(days.get(2)));
        assertThat(row(days.get(1)).get("status").asText()).isEqualTo("closed");
        assertThat(row(days.get(2)).get("status").asText()).isEqualTo("open");
        assertThat(row(days.get(3)).get("status").asText()).isEqualTo("open");
    }

    @Test
    void aGapAndAnotherOpeningBalanceAreDifferences() {
        imported(statement(ago(5)).entry(100, "G1").text(OPENING));
        explained("G1", "other");
        close(ago(5));
        imported(statement(ago(3)).entry(50, "G2").text(OPENING + 777));
        explained("G2", "other");
        assertThat(words(day(ago(4)).get("hindrances"))).as("a day is missing").containsExactly("incomplete");
        var gap = day(ago(4));
        finance.post(path(gap, "close"), body(gap, "x")).expect(409, "BANK_DAY_NOT_READY");
        imported(statement(ago(4)).text(OPENING + 200));
        var detail = day(ago(4));
        assertThat(words(detail.get("reasons"))).containsExactly("opening_difference");
        assertThat(amount(detail.get("differences"), "opening_difference", "today"))
                .isEqualTo(100);
        requireSums(detail);
        close(ago(4));
        detail = day(ago(3));
        assertThat(amount(detail.get("differences"), "opening_difference", "before"))
                .isEqualTo(100);
        assertThat(amount(detail.get("differences"), "opening_difference", "today"))
                .isEqualTo(577);
        requireSums(detail);
    }

    @Test
    void pagesOfOneStatementMakeADay() {
        var day = ago(2);
        var one = new CamtText(number, "PAGES", day).entry(100, "P1").entry(250, "P2");
        var two = new CamtText(number, "PAGES", day).entry(-40, "P3");
        var three = new CamtText(number, "PAGES", day).entry(9, "P4");
        imported(one.page(1, false, OPENING));
        imported(three.page(3, true, OPENING + 310));
        assertThat(words(day(day).get("hindrances"))).containsExactly("incomplete");
        imported(two.page(2, false, OPENING + 350));
        var detail = day(day);
        assertThat(words(detail.get("hindrances"))).isEmpty();
        assertThat(detail.get("opening").asLong()).isEqualTo(OPENING);
        assertThat(detail.get("closing").asLong()).isEqualTo(OPENING + 319);
        assertThat(words(detail.get("reasons"))).containsExactlyInAnyOrder("first", "open_entries");
        close(day);
        requireSums(day(day));
    }

    /** Of several statements of a day, the one that came last says its balances, whatever an earlier one said. */
    @Test
    void theLastStatementOfADaySaysItsBalances() {
        var day = ago(2);
        imported(statement(day).entry(100, "N1").text(OPENING));
        imported(statement(day).entry(100, "N1").text(OPENING + 5));
        assertThat(day(day).get("opening").asLong()).isEqualTo(OPENING + 5);
        imported(statement(day).entry(100, "N1").text(OPENING));
        var detail = day(day);
        assertThat(detail.get("opening").asLong()).isEqualTo(OPENING);
        assertThat(detail.get("contradicted").asBoolean()).isTrue();
        assertThat(detail.get("state").asText()).isEqualTo(day(day).get("state").asText());
    }

    /** A closed day is within a statement, and between two of which one is taken back or replaced. */
    @Test
    void whatWouldChangeTheBalancesOfAClosedDayIsRefused() {
        imported(statement(ago(5)).entry(100, "K1").text(OPENING));
        var after = imported(statement(ago(3)).entry(50, "K2").text(OPENING + 100));
        explained("K1", "other");
        close(ago(5));
        assertThat(day(ago(4)).get("quiet").asBoolean()).isTrue();
        close(ago(4));
        decide(after, "undo", "").expect(409, "BANK_DAY_CLOSED");
        refused(statement(ago(3)).entry(50, "K2").text(OPENING + 101), ago(4));
        refused(mt940(ago(6), ago(4), OPENING - 7, List.of(8L, 100L)), ago(5));
        var pages = new CamtText(number, "K" + number, ago(5)).entry(100, "K1");
        imported(pages.page(1, false, OPENING + 1));
        refused(new CamtText(number, "K" + number, ago(5)).page(2, true, OPENING + 101), ago(5));
        // The same balances in a longer statement are no change.
        imported(mt940(ago(6), ago(4), OPENING - 8, List.of(8L, 100L)));
        assertThat(day(ago(5)).get("contradicted").asBoolean()).isFalse();
    }

    private void refused(String text, LocalDate closed) {
        var file = send(text);
        var fault = finance.get(FILES + "/" + file + "/preview")
                .expect(200)
                .data()
                .get("faults")
                .get(0);
        assertThat(fault.get("code").asText()).isEqualTo("BANK_FILE_DAY_CLOSED_BALANCE");
        assertThat(fault.get("text").asText()).contains(closed.toString());
        decide(file, "import", ",\"accept_conflicts\":true").expect(409, "BANK_FILE_UNREADABLE");
    }

    @Test
    void accountsWithOneNumberInTwoCurrenciesHaveTheirOwnDays() {
        var day = ago(2);
        var other = accountOf(number, "VND");
        imported(statement(day).entry(100, "V1").text(OPENING));
        imported(statement(day)
                .entry(300, "V2")
                .text(OPENING)
                .replace("\"THB\"", "\"VND\"")
                .replace("<Ccy>THB", "<Ccy>VND")
                .replaceAll("\\.\\d\\d</Amt>", "</Amt>"));
        assertThat(row(account, day).get("amount").asLong()).isEqualTo(100);
        assertThat(row(other, day).get("currency").asText()).isEqualTo("VND");
        close(day);
        assertThat(row(other, day).get("status").asText()).isEqualTo("open");
    }

    @Test
    void twoPeopleOnTwoNodesCloseOnce() throws Exception {
        imported(statement(ago(4)).text(OPENING));
        close(ago(4));
        for (int round = 3; round >= 1; round--) {
            imported(statement(ago(round)).text(OPENING));
        }
        try (var node = service.node(Map.of(), TestService.WITHOUT_WORK)) {
            for (int round = 3; round >= 1; round--) {
                var detail = day(ago(round));
                var here = (Callable<Integer>) () ->
                        finance.post(path(detail, "close"), body(detail, "")).status();
                var there = (Callable<Integer>) () -> colleague
                        .at(node.adminPort())
                        .post(path(detail, "close"), body(detail, ""))
                        .status();
                assertThat(together(List.of(here, there))).containsExactlyInAnyOrder(200, 409);
            }
        }
        assertThat(service.count("SELECT count(*) FROM bank_day_seal WHERE collection_account_id = '" + account + "'"))
                .isEqualTo(4);
    }

    private static <T> List<T> together(List<Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (var one : threads.invokeAll(tasks)) {
                results.add(one.get());
            }
            return results;
        }
    }

    /** Whoever closes and whoever explains at the same time: the seal has what the entry says, or the entry stays as it was. */
    @Test
    void aDayIsClosedWhileItsEntriesAreExplained() throws Exception {
        imported(statement(ago(3)).text(OPENING));
        close(ago(3));
        imported(statement(ago(2)).entry(900, "R1").text(OPENING));
        explained("R1", "other");
        var detail = day(ago(2));
        var entry = entry("R1");
        var statuses = together(List.<Callable<Integer>>of(
                () -> finance.post(path(detail, "close"), body(detail, "")).status(),
                () -> colleague
                        .post(
                                "/admin/v1/bank-entries/" + entry.get("id").asText() + "/reopen",
                                "{\"version\":" + entry.get("version").asLong() + "}")
                        .status()));
        assertThat(statuses).containsExactlyInAnyOrder(200, 409);
        service.requireCleanAudit();
    }

    @Test
    void theAuditNamesWhatWasAltered() {
        imported(statement(ago(3)).entry(4_200, "T1").entry(-50, "T2").text(OPENING));
        explained("T1", "other");
        explained("T2", "fee");
        close(ago(3));
        service.requireCleanAudit();
        var id = entry("T1").get("id").asText();
        altered("UPDATE bank_entry SET amount = 4300 WHERE bank_entry_id = '" + id + "'", "bank_entry", id);
        altered("UPDATE bank_entry SET text = 'other' WHERE bank_entry_id = '" + id + "'", "bank_entry", id);
        altered("DELETE FROM bank_entry WHERE bank_entry_id = '" + id + "'", "bank_entry", id);
        altered(
                "UPDATE bank_statement SET closing = closing + 1, opening = opening + 1 WHERE collection_account_id = '"
                        + account + "'",
                "bank_statement",
                "");
        altered(
                "UPDATE bank_day_seal SET ledger = ledger + 1 WHERE collection_account_id = '" + account + "'",
                "bank_day_seal",
                account);
        altered(
                "UPDATE bank_day_part SET content = set_byte(content, 40, (get_byte(content, 40) + 1) % 256) WHERE collection_account_id = '"
                        + account + "'",
                "bank_day_part",
                account);
        altered("DELETE FROM bank_day_seal WHERE collection_account_id = '" + account + "'", "bank_day_seal", account);
        var open = "UPDATE bank_day SET status = 'open', opening = NULL, closing = NULL, sealed_by = NULL";
        altered(open + " WHERE collection_account_id = '" + account + "'", "bank_day", "an open day");
        altered(
                "UPDATE bank_day SET sealed_by = 9 WHERE collection_account_id = '" + account + "'",
                "bank_day",
                "by number 9");
    }

    private void altered(String change, String table, String place) {
        service.sql("CREATE TABLE before_change AS TABLE " + table);
        try {
            service.sql("SET session_replication_role = replica; " + change);
            assertThat(service.audit().run().findings())
                    .as(change)
                    .anyMatch(finding -> finding.toString().contains(place)
                            && finding.toString().contains(table));
        } finally {
            service.sql("SET session_replication_role = replica; DELETE FROM " + table + "; INSERT INTO " + table
                    + " TABLE before_change; DROP TABLE before_change");
        }
    }

    @ParameterizedTest
    @EnumSource(VerifyScript.class)
    void programsVerifyTheChainWithoutTheService(VerifyScript script, @TempDir Path folder)
            throws IOException, InterruptedException {
        script.requireInterpreter();
        imported(statement(ago(5)).entry(4_200, "X1").text(OPENING));
        close(ago(5));
        paidBySlip(12_345, ago(4));
        imported(statement(ago(4)).entry(-75, "X2").text(OPENING + 4_200));
        close(ago(4));
        imported(statement(ago(3)).text(OPENING + 4_125));
        close(ago(3));
        approve(reopen(ago(4)));
        explained("X2", "fee");
        close(ago(4));
        close(ago(3));
        var files = new ArrayList<Path>();
        var day = row(ago(3)).get("id").asText();
        for (int line = 1; line <= 6; line++) {
            files.add(Files.write(
                    folder.resolve(line + ".txt"), finance.file(DAYS + "/" + day + "/document?number=" + line)));
        }
        var verdict = script.verify(files);
        assertThat(verdict.text())
                .isEqualTo("OK 6 days, head "
                        + day(ago(3)).get("seals").get(0).get("head").asText());
        assertThat(verdict.ok()).isTrue();
        assertThat(script.verify(files.subList(3, 6)).ok()).isTrue();
        assertThat(script.verify(files.reversed()).ok()).isFalse();
        assertThat(script.verify(List.of(files.get(0), files.get(2))).text())
                .endsWith("it does not begin where the day before ended");
        assertThat(script.verify(List.of(files.get(3), files.get(5))).text())
                .endsWith("it does not follow from the file before");
        var forged = Files.writeString(
                folder.resolve("forged.txt"), Files.readString(files.get(0)).replace(" 4200 ", " 4300 "));
        assertThat(script.verify(List.of(forged)).text()).endsWith("the lines do not come to the head");
        requireForgeriesRefused(script, files, folder);
        finance.get(DAYS + "/" + day + "/document?number=7").expect(404, "BANK_DAY_SEAL_NOT_FOUND");
        finance.get(DAYS + "/" + day + "/document?number=x").expect(400);
    }

    /** Documents whose heads follow from each other, though what they say cannot be. */
    private static void requireForgeriesRefused(VerifyScript script, List<Path> files, Path folder)
            throws IOException, InterruptedException {
        var texts = new ArrayList<String>();
        for (var file : files) {
            texts.add(Files.readString(file));
        }
        var entry = texts.getFirst()
                .lines()
                .filter(line -> line.startsWith("entry "))
                .findFirst()
                .orElseThrow();
        record Forgery(int at, String was, String is, String verdict) {}
        for (var forgery : List.of(
                // What came in is shown as a difference of another kind, and the other way round.
                new Forgery(
                        0,
                        "carried open 1 4200",
                        "carried open 1 4100\ncarried fee 1 100",
                        "does not follow from the day before and the entries"),
                new Forgery(
                        1,
                        "carried open 2 4125",
                        "carried open 2 4025\ncarried fee 1 100",
                        "does not follow from the day before and the entries"),
                new Forgery(0, "carried open 1 4200", "carried open 1 0x1068", "0x1068 is not a number"),
                new Forgery(0, "carried open 1 4200", "carried open 1 4100\ncarried open 1 100", "open is there twice"),
                new Forgery(0, "closing ", "closing 1\nclosing ", "not a sealed document"),
                new Forgery(0, "ledger ", "closing 1004200\nledger ", "not a sealed document"),
                new Forgery(0, entry, entry + "\n" + entry, "is there twice"),
                new Forgery(
                        2,
                        "closing 1004125\n",
                        entry.replace(" 4200 ", " 0 ") + "\nclosing 1004125\n",
                        "is there twice"),
                new Forgery(0, "previous 0", "previous f", "a chain begins with zeros"),
                new Forgery(
                        3,
                        "reopened " + ago(4) + " " + ago(3),
                        "reopened " + ago(4) + " " + ago(4),
                        "it opens days that are not closed"),
                new Forgery(3, "reopened " + ago(4), "reopened " + ago(2), "it opens days that are not closed"))) {
            var forged = new ArrayList<>(texts);
            assertThat(forged.get(forgery.at())).as(forgery.toString()).contains(forgery.was());
            forged.set(forgery.at(), forged.get(forgery.at()).replaceFirst(Pattern.quote(forgery.was()), forgery.is()));
            assertThat(script.verify(resealed(forged, folder)).text())
                    .as(forgery.toString())
                    .contains(forgery.verdict());
        }
        // A day is closed again without having been opened.
        var again = new ArrayList<>(texts.subList(0, 3));
        again.add(texts.get(1).replace("number 2", "number 4"));
        assertThat(script.verify(resealed(again, folder)).text())
                .endsWith("it does not begin where the day before ended");
        assertThat(script.verify(resealed(texts, folder)).ok()).isTrue();
    }

    /** The same documents with heads that follow from each other. */
    private static List<Path> resealed(List<String> texts, Path folder) throws IOException {
        var files = new ArrayList<Path>();
        byte[] head = null;
        for (var text : texts) {
            var body = text.substring(0, text.lastIndexOf("\nhead ") + 1);
            if (head != null) {
                body = body.replaceFirst(
                        "previous [0-9a-f]+", "previous " + HexFormat.of().formatHex(head));
            }
            var previous = HexFormat.of()
                    .parseHex(body.lines()
                            .filter(line -> line.startsWith("previous "))
                            .findFirst()
                            .orElseThrow()
                            .substring(9));
            head = DaySeal.head(previous, DaySeal.sha256().digest(body.getBytes(StandardCharsets.UTF_8)));
            files.add(Files.writeString(
                    folder.resolve("resealed-" + files.size() + ".txt"),
                    body + "head " + HexFormat.of().formatHex(head) + "\n"));
        }
        return files;
    }

    @Test
    void aDayIsExportedAndPrinted() {
        var day = ago(2);
        imported(statement(day)
                .entry(4_200, "F1")
                .text(OPENING)
                .replace("<AddtlNtryInf>transfer</AddtlNtryInf>", "<AddtlNtryInf>=1+1 &lt;b&gt;</AddtlNtryInf>"));
        var path = DAYS + "/" + row(day).get("id").asText();
        var csv = new String(finance.file(path + "/entries"), StandardCharsets.UTF_8);
        assertThat(csv).startsWith("\uFEFFid,booked,");
        assertThat(csv).contains(",42.00,4200,THB,open,open,0,").contains(",'=1+1 <b>,");
        var page = new String(finance.file(path + "/page"), StandardCharsets.UTF_8);
        assertThat(page).contains("0 of 1 entries explained").contains(number);
    }

    @Test
    void unknownDaysAndBadRequestsAreRefused() {
        finance.get(DAYS + "/" + Ids.next()).expect(404, "BANK_DAY_NOT_FOUND");
        finance.get(DAYS + "?status=shut").expect(400);
        imported(statement(ago(2)).text(OPENING));
        var detail = day(ago(2));
        finance.post(path(detail, "close"), "{\"version\":1}").expect(400);
        finance.post(path(detail, "close"), "{\"version\":1,\"state\":\"0\",\"note\":\"x\"}")
                .expect(409, "VERSION_CONFLICT");
        finance.post(path(detail, "reopen"), "{\"version\":1,\"note\":\"x\"}")
                .expect(409, "BANK_DAY_STATUS_TRANSITION_INVALID");
        finance.post(path(detail, "reopen"), "{\"version\":1}").expect(400);
    }
}

package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Debits that are transfers which staff made by hand, or with which they paid money back. */
class TransferDebitsTest extends OperatedService {
    private static final ZoneId ZONE = ZoneId.of("Asia/Bangkok");
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private String accountNo;
    private Merchant live;

    @BeforeAll
    void account() {
        accountNo = finance.bankAccount("THB").get("account_no").asText();
        live = service.fundedLive(service.merchant(), 100_000_000);
    }

    private String payout(long amount) {
        return awaitWithStaff(live.payout("debit-" + NUMBERS.incrementAndGet(), amount)
                .expect(201)
                .word("id"));
    }

    private String awaitWithStaff(String id) {
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                        .data()
                        .toString()
                        .contains(id));
        return id;
    }

    private JsonNode shown(String payout) {
        return finance.get("/admin/v1/payouts/" + payout).expect(200).data();
    }

    private String payee(String payout) {
        return shown(payout).at("/destination/account_no").asText();
    }

    private String attempt(String payout) {
        return shown(payout).at("/execution_steps/0/attempts/0/id").asText();
    }

    private Reply reported(String payout, String outcome) {
        return finance.post(
                "/admin/v1/payouts/" + payout + "/steps/1/outcome",
                String.format(
                        Locale.ROOT,
                        "{\"version\":%d,%s}",
                        shown(payout).get("version").asLong(),
                        outcome));
    }

    private void transferred(String payout, String reference) {
        reported(payout, "\"outcome\":\"success\",\"reference\":\"" + reference + "\"")
                .expect(200);
    }

    private CamtText statement() {
        return new CamtText(accountNo, "D" + NUMBERS.incrementAndGet(), LocalDate.now(ZONE));
    }

    private void imported(CamtText statement) {
        var file = finance.upload("/admin/v1/bank-statements?name=statement.xml", statement.text(1_000_000_000))
                .expect(201);
        finance.post(
                        "/admin/v1/bank-statements/" + file.word("id") + "/import",
                        "{\"version\":" + file.number("version") + ",\"accept_conflicts\":true}")
                .expect(200);
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
    }

    private JsonNode entry(String reference) {
        return finance.get("/admin/v1/bank-entries?limit=100")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("bank_reference").asText().equals(reference))
                .findFirst()
                .orElseThrow();
    }

    private void assertIs(String reference, String type, String id) {
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(entry(reference).get("status").asText()).as(reference).isEqualTo("matched");
            assertThat(entry(reference).get("matched_type").asText()).isEqualTo(type);
            assertThat(entry(reference).get("matched_id").asText()).isEqualTo(id);
        });
    }

    private void assertOpen(String reference, String reason) {
        assertThat(entry(reference).get("status").asText()).as(reference).isEqualTo("open");
        assertThat(entry(reference).get("reason").asText()).as(reference).isEqualTo(reason);
    }

    private void awaitSuccess(String payout) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(shown(payout).get("status").asText()).isEqualTo("success"));
    }

    private Reply matched(String reference, String attempt) {
        var entry = entry(reference);
        return finance.post(
                "/admin/v1/bank-entries/" + entry.get("id").asText() + "/match",
                "{\"version\":" + entry.get("version").asLong() + ",\"attempt_id\":\"" + attempt + "\"}");
    }

    private List<String> candidates(String reference) {
        return finance.get(
                        "/admin/v1/bank-entries/" + entry(reference).get("id").asText() + "/transfers")
                .expect(200)
                .data()
                .valueStream()
                .map(one -> one.get("attempt_id").asText())
                .toList();
    }

    @Test
    void aDebitProvesATransferByTheReferenceThatStaffReported() {
        var payout = payout(31_000);
        transferred(payout, "HAND 31 000");
        imported(statement().entry(-31_000, "hand31000").entry(-31_001, "HAND31001"));
        assertIs("hand31000", "payout", payout);
        assertOpen("HAND31001", "not_ordered");
    }

    @Test
    void anotherAmountAndASecondDebitOfATransferStayOpen() {
        var payout = payout(32_000);
        transferred(payout, "HAND32000");
        imported(statement().entry(-32_000, "HAND32000"));
        assertIs("HAND32000", "payout", payout);
        var other = payout(32_500);
        transferred(other, "HAND32500");
        imported(statement().entry(-32_501, "HAND32500"));
        assertOpen("HAND32500", "other_amount");
        assertThat(candidates("HAND32500")).as("of the same amount alone").isEmpty();
    }

    @Test
    void aDebitThatShowsThePayeeDeliversWhatNobodyReported() {
        var payout = payout(33_000);
        var digits = payee(payout).substring(4);
        imported(statement().debit(33_000, "SEEN33000", "XXX" + digits).debit(33_000, "SEEN33001", "000000000"));
        assertIs("SEEN33000", "payout", payout);
        awaitSuccess(payout);
        assertOpen("SEEN33001", "not_ordered");
        var balance = live.balance("THB").toString();
        service.sql("UPDATE bank_entry SET due_at = now() WHERE bank_reference = 'SEEN33000'");
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
        assertThat(live.balance("THB").toString()).isEqualTo(balance);
    }

    @Test
    void aDebitThatRepeatsTheIdOfTheAttemptDeliversIt() {
        var payout = payout(34_000);
        imported(statement()
                .debitSaying(
                        34_000,
                        "TEXT34000",
                        "PAY " + attempt(payout).replace("-", " ").toUpperCase(Locale.ROOT)));
        assertIs("TEXT34000", "payout", payout);
        awaitSuccess(payout);
    }

    @Test
    void aDebitWithoutPayeeWaitsUntilStaffReportTheTransfer() {
        var payout = payout(35_000);
        imported(statement().entry(-35_000, "LATER35000"));
        assertOpen("LATER35000", "may_be_transfer");
        assertThat(shown(payout).get("status").asText()).isEqualTo("processing");
        transferred(payout, "SLIP35000");
        assertIs("LATER35000", "payout", payout);
    }

    @Test
    void aPersonChoosesAmongEqualTransfers() {
        var first = payout(36_000);
        var second = payout(36_000);
        imported(statement().entry(-36_000, "EQUAL36000").entry(-36_000, "EQUAL36001"));
        assertOpen("EQUAL36000", "may_be_transfer");
        assertThat(candidates("EQUAL36000")).containsExactlyInAnyOrder(attempt(first), attempt(second));
        matched("EQUAL36000", attempt(first)).expect(200);
        assertIs("EQUAL36000", "payout", first);
        awaitSuccess(first);
        matched("EQUAL36001", attempt(first)).expect(409, "BANK_ENTRY_MATCH_INVALID");
        assertOpen("EQUAL36001", "may_be_transfer");
        transferred(second, "SLIP36001");
        assertIs("EQUAL36001", "payout", second);
        assertThat(entry("EQUAL36000").get("decided_by").asText()).isNotEmpty();
    }

    @Test
    void aLargeDebitNeedsASecondPerson() {
        var id = live.payout("debit-large", LARGE).expect(201).word("id");
        service.approved(finance.post(
                "/admin/v1/payouts/" + id + "/decision",
                "{\"version\":" + shown(id).get("version").asLong() + ",\"decision\":\"approve\"}"));
        var payout = awaitWithStaff(id);
        imported(statement().entry(-LARGE, "LARGE37000"));
        assertOpen("LARGE37000", "may_be_transfer");
        var asked = matched("LARGE37000", attempt(payout)).expect(202);
        assertThat(shown(payout).get("status").asText()).isEqualTo("processing");
        service.approved(asked);
        assertIs("LARGE37000", "payout", payout);
        awaitSuccess(payout);
    }

    @Test
    void aTransferThatStaffSaidHadFailedIsALateDelivery() {
        var payout = payout(38_000);
        reported(payout, "\"outcome\":\"failed\"").expect(200);
        imported(statement().entry(-38_000, "FAILED38000"));
        assertOpen("FAILED38000", "may_be_transfer");
        matched("FAILED38000", attempt(payout)).expect(200);
        assertIs("FAILED38000", "payout", payout);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(shown(payout).toString()).contains("late_delivery"));
    }

    @Test
    void moneyThatWasPaidBackIsKnownByItsReference() {
        var payin = live.payin("order-" + NUMBERS.incrementAndGet(), 39_000)
                .expect(201)
                .word("id");
        var path = "/admin/v1/payins/" + payin;
        var amount = finance.get(path).number("transfer_amount");
        change(path, "/confirm", "\"paid_amount\":" + amount + ",\"reference\":\"in-39\",\"note\":\"seen\"");
        change(path, "/refund", "\"reason\":\"wrong goods\"");
        change(path, "/refund/complete", "\"reference\":\"BACK 39000\"");
        var back = service.count("SELECT amount FROM settlement_transfer WHERE reference = 'BACK39000'");
        imported(statement().entry(-back, "BACK39000"));
        assertIs("BACK39000", "payin_refund", payin);
    }

    @Test
    void aTransferOfStaffThatCameBackGoesToItsMerchant() {
        var payout = payout(42_500);
        transferred(payout, "HAND42500");
        imported(statement().entry(-42_500, "HAND42500"));
        assertIs("HAND42500", "payout", payout);
        imported(statement().reversal(42_500, "CAME42500"));
        var entry = entry("CAME42500");
        var path = "/admin/v1/bank-entries/" + entry.get("id").asText();
        assertThat(finance.get(path + "/bookings")
                        .expect(200)
                        .data()
                        .get("possible")
                        .valueStream())
                .anyMatch(one -> one.at("/payment/id").asText().equals(payout)
                        && one.at("/payment/named").asText().equals("HAND42500"));
        finance.post(
                        path + "/return",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"type\":\"payout\",\"payment_id\":\"%s\",\"note\":\"it came back\"}",
                                entry.get("version").asLong(),
                                payout))
                .expect(200);
        assertThat(shown(payout).get("status").asText()).isEqualTo("refunded");
    }

    private void change(String path, String action, String fields) {
        finance.post(
                        path + action,
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,%s}",
                                finance.get(path).number("version"),
                                fields))
                .expect(200);
    }

    /** Else the one that cannot change would keep all others from being looked at again. */
    @Test
    void unknownDebitsOfClosedDaysAreNotLookedAtAgain() {
        var day = LocalDate.now(ZONE).minusDays(2);
        imported(new CamtText(accountNo, "D" + NUMBERS.incrementAndGet(), day).entry(-41_000, "SHUT41000"));
        assertThat(lookedAtAgain()).contains(entry("SHUT41000").get("id").asText());
        var path = "/admin/v1/bank-days/"
                + finance.get("/admin/v1/bank-days?limit=100")
                        .data()
                        .valueStream()
                        .filter(one -> one.get("day").asText().equals(day.toString()))
                        .findFirst()
                        .orElseThrow()
                        .get("id")
                        .asText();
        var detail = finance.get(path).expect(200).data();
        service.approved(finance.post(
                path + "/close",
                "{\"version\":1,\"state\":\"" + detail.get("state").asText() + "\",\"note\":\"as it is\"}"));
        assertThat(lookedAtAgain()).doesNotContain(entry("SHUT41000").get("id").asText());
    }

    private List<String> lookedAtAgain() {
        return service
                .serviceDatabase()
                .run(session -> AccountEntryStore.unknownDebits(
                        session, List.of(AccountEntry.NOT_ORDERED, AccountEntry.MAY_BE_TRANSFER), 1_000))
                .stream()
                .map(UUID::toString)
                .toList();
    }

    @Test
    void twoPeopleWhoChooseOneTransferForTwoDebitsMatchOne() throws Exception {
        var payout = payout(40_000);
        imported(statement().entry(-40_000, "RACE40000").entry(-40_000, "RACE40001"));
        var attempt = attempt(payout);
        var first = entry("RACE40000");
        var second = entry("RACE40001");
        try (var threads = Executors.newFixedThreadPool(2)) {
            var replies = threads.invokeAll(List.<Callable<Reply>>of(
                    () -> finance.post(
                            "/admin/v1/bank-entries/" + first.get("id").asText() + "/match",
                            "{\"version\":" + first.get("version").asLong() + ",\"attempt_id\":\"" + attempt + "\"}"),
                    () -> colleague.post(
                            "/admin/v1/bank-entries/" + second.get("id").asText() + "/match",
                            "{\"version\":" + second.get("version").asLong() + ",\"attempt_id\":\"" + attempt
                                    + "\"}")));
            assertThat(List.of(
                            replies.get(0).get().status(), replies.get(1).get().status()))
                    .containsExactlyInAnyOrder(200, 409);
        }
        awaitSuccess(payout);
        assertThat(service.count("SELECT count(*) FROM transfer_proof WHERE attempt_id = '" + attempt + "'"))
                .isEqualTo(1);
        service.requireCleanAudit();
    }
}

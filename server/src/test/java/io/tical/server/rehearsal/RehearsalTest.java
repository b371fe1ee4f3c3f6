package io.tical.server.rehearsal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.bank.CamtText;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An integration is rehearsed to the end with test keys: from a payout to a closed day of the simulated bank. */
class RehearsalTest extends OperatedService {
    private static final String FILES = "/admin/v1/payment-files";
    private static final String STATEMENTS = "/admin/v1/bank-statements";
    private static final String DAYS = "/admin/v1/bank-days";
    private static final ZoneId ZONE = ZoneId.of("Asia/Bangkok");

    private OperatorClient admin;
    private String account;
    private String accountNo;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1", "TICAL_SANDBOX_DISPATCH_SECONDS", "0");
    }

    @BeforeAll
    void byFile() {
        admin = service.operator(Operator.Role.ADMIN);
        admin.put("/admin/v1/simulator", "{\"payout\":\"file\"}").expect(200);
        var shown = finance.bankAccount("THB");
        account = shown.get("id").asText();
        accountNo = shown.get("account_no").asText();
        service.approved(finance.put("/admin/v1/paying-accounts/" + account, """
                {"version":0,"format":"pain.001.001.09","zone":"Asia/Bangkok","note":"as with the bank"}\
                """));
    }

    private static String payout(Merchant merchant, String reference, long amount) {
        return merchant.payout(reference, amount).expect(201).word("id");
    }

    private void awaitStatus(Merchant merchant, String payout, String status) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(merchant.payout(payout).word("status")).isEqualTo(status));
    }

    private String operatorsStatus(String payout) {
        return finance.get("/admin/v1/payouts/" + payout).expect(200).word("status");
    }

    private JsonNode outlook(boolean livemode) {
        return finance.get("/admin/v1/paying-accounts/" + account + "/waiting?livemode=" + livemode)
                .expect(200)
                .data();
    }

    private void awaitWaiting(int payments) {
        await().atMost(SOON).until(() -> outlook(false).get("payments").asInt() == payments);
    }

    private Reply file(String id) {
        return finance.get(FILES + "/" + id).expect(200);
    }

    /** Makes a test file of all that waits, which two people release, and hands it out. */
    private String handedOut() {
        var file = finance.post(FILES, "{\"account_id\":\"" + account + "\",\"livemode\":false}")
                .expect(201)
                .word("id");
        service.approved(finance.post(FILES + "/" + file + "/release", "{\"version\":1}"));
        finance.file(FILES + "/" + file + "/file");
        return file;
    }

    private String result(String file) {
        return new String(finance.file("/admin/v1/simulator/payment-files/" + file + "/result"), UTF_8);
    }

    private String statement() {
        return new String(finance.file("/admin/v1/simulator/accounts/" + account + "/statement"), UTF_8);
    }

    private void decided(Reply asked) {
        if (asked.status() == 202) {
            service.approved(asked);
        } else {
            asked.expect(200);
        }
    }

    private void imported(String text) {
        var file = finance.upload(STATEMENTS + "?livemode=false&name=statement.xml", text)
                .expect(201);
        var preview =
                finance.get(STATEMENTS + "/" + file.word("id") + "/preview").expect(200);
        assertThat(preview.data().get("possible").asBoolean())
                .as("%s", preview.data())
                .isTrue();
        decided(finance.post(
                STATEMENTS + "/" + file.word("id") + "/import", "{\"version\":" + file.number("version") + "}"));
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
    }

    private List<JsonNode> entries() {
        return finance.get("/admin/v1/bank-entries?limit=100&livemode=false")
                .expect(200)
                .data()
                .valueStream()
                .toList();
    }

    @Test
    void aPayoutOfATestKeyEndsInAClosedDay() {
        try (var sink = new CallbackSink()) {
            var merchant = service.merchant().funded("THB", 5_000_000);
            service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYOUT, sink.url(), Form.ENVELOPE);
            var payin = merchant.payin("order-1", 80_000).expect(201).word("id");
            merchant.post("/v1/payins/" + payin + "/test-confirm").expect(200);
            var paid = payout(merchant, "paid", 50_000);
            var rejected = payout(merchant, "rejected", 60_001);
            var returned = payout(merchant, "returned", 70_002);
            var unknown = payout(merchant, "unknown", 80_003);
            var late = payout(merchant, "late", 90_004);
            awaitWaiting(5);
            assertThat(outlook(true).get("payments").asInt()).as("live").isZero();
            finance.post(FILES, "{\"account_id\":\"" + account + "\"}").expect(409, "PAYMENT_FILE_EMPTY");

            var file = handedOut();
            var name = file(file).word("name");
            assertThat(name).startsWith("TEST");
            assertThat(file(file).data().get("livemode").asBoolean()).isFalse();
            assertThat(new String(finance.file(FILES + "/" + file + "/file"), UTF_8))
                    .contains("TEST" + accountNo, "<Nm>TEST ", name + "00001")
                    .doesNotContain("<Id>" + accountNo + "<");

            var answer = result(file);
            assertThat(result(file)).as("the same each time").isEqualTo(answer);
            finance.upload(STATEMENTS + "?name=result.xml", answer).expect(409, "PAYMENT_RESULT_OF_OTHER");
            var sent = finance.upload(STATEMENTS + "?livemode=false&name=result.xml", answer)
                    .expect(200);
            assertThat(sent.word("file_id")).isEqualTo(file);
            decided(finance.post("/admin/v1/payment-results/" + sent.word("id") + "/apply", "{\"version\":1}"));
            awaitStatus(merchant, paid, "success");
            awaitStatus(merchant, returned, "success");
            awaitStatus(merchant, rejected, "failed");
            await().atMost(SOON).until(() -> operatorsStatus(unknown).equals("in_review"));
            assertThat(operatorsStatus(late)).isEqualTo("processing");

            var statement = statement();
            assertThat(statement()).as("the same each time").isEqualTo(statement);
            var live = finance.upload(STATEMENTS + "?name=statement.xml", statement)
                    .expect(201)
                    .word("id");
            assertThat(finance.get(STATEMENTS + "/" + live + "/preview")
                            .expect(200)
                            .data()
                            .toString())
                    .contains("OF_TEST");
            imported(statement);
            finance.upload(STATEMENTS + "?livemode=false&name=again.xml", statement)
                    .expect(409, "BANK_FILE_KNOWN");
            awaitStatus(merchant, late, "success");
            assertThat(entries().stream()
                            .filter(entry -> entry.get("matched_type").asText().equals("payout")))
                    .hasSize(3);
            assertThat(entries().stream()
                            .filter(entry -> entry.get("matched_id").asText().equals(payin)))
                    .hasSize(1);
            assertThat(entries().stream()
                            .filter(entry -> entry.get("reason").asText().equals("payment_returned")))
                    .hasSize(1);
            await().atMost(SOON)
                    .until(() ->
                            sink.about(paid).stream().anyMatch(one -> one.body().contains("payout.succeeded")));

            close();
            assertThat(finance.get("/admin/v1/bank-entries?limit=100")
                            .expect(200)
                            .data())
                    .as("nothing of it is live")
                    .isEmpty();
            reopenAndCloseWithMore(merchant);
        }
    }

    private JsonNode day() {
        var row = finance.get(DAYS + "?livemode=false&account_id=" + account)
                .expect(200)
                .data()
                .valueStream()
                .filter(one ->
                        one.get("day").asText().equals(LocalDate.now(ZONE).toString()))
                .findFirst()
                .orElseThrow();
        return finance.get(DAYS + "/" + row.get("id").asText()).expect(200).data();
    }

    private void decideDay(String action, String more) {
        var detail = day();
        decided(finance.post(
                DAYS + "/" + detail.at("/day/id").asText() + "/" + action,
                String.format(
                        Locale.ROOT,
                        "{\"version\":%d,\"note\":\"rehearsed\"%s}",
                        detail.at("/day/version").asLong(),
                        more)));
    }

    private void close() {
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(day().get("hindrances")).as("%s", day()).isEmpty());
        decideDay("close", ",\"state\":\"" + day().get("state").asText() + "\"");
        assertThat(day().at("/day/status").asText()).isEqualTo("closed");
    }

    /** A second rehearsal on the same day. */
    private void reopenAndCloseWithMore(Merchant merchant) {
        var again = payout(merchant, "again", 51_000);
        awaitWaiting(1);
        handedOut();
        var statement = statement();
        var sent = finance.upload(STATEMENTS + "?livemode=false&name=more.xml", statement)
                .expect(201);
        assertThat(finance.get(STATEMENTS + "/" + sent.word("id") + "/preview")
                        .expect(200)
                        .data()
                        .toString())
                .contains("DAY_CLOSED");
        decideDay("reopen", "");
        decided(finance.post(STATEMENTS + "/" + sent.word("id") + "/import", "{\"version\":1}"));
        awaitStatus(merchant, again, "success");
        close();
    }

    @Test
    void aStatementOfABankIsNotTakenInTheTestEnvironment() {
        var text = new CamtText(accountNo, "LIVE", LocalDate.now(ZONE))
                .entry(1_000, "LIVE-1")
                .text();
        var file = finance.upload(STATEMENTS + "?livemode=false&name=live.xml", text)
                .expect(201)
                .word("id");
        assertThat(finance.get(STATEMENTS + "/" + file + "/preview")
                        .expect(200)
                        .data()
                        .toString())
                .contains("OF_NO_TEST");
        finance.post(STATEMENTS + "/" + file + "/import", "{\"version\":1}").expect(409, "BANK_FILE_UNREADABLE");
    }

    @Test
    void theSimulatorAnswersForTestMoneyOnly() {
        var live = service.fundedLive(service.merchant(), 1_000_000);
        var payout = payout(live, "live", 50_000);
        await().atMost(SOON).until(() -> outlook(true).get("payments").asInt() == 1);
        var file = finance.post(FILES, "{\"account_id\":\"" + account + "\"}")
                .expect(201)
                .word("id");
        finance.get("/admin/v1/simulator/payment-files/" + file + "/result").expect(409, "PAYMENT_FILE_LIVE");
        service.approved(finance.post(FILES + "/" + file + "/release", "{\"version\":1}"));
        finance.file(FILES + "/" + file + "/file");
        finance.get("/admin/v1/simulator/payment-files/" + file + "/result").expect(409, "PAYMENT_FILE_LIVE");
        assertThat(statement()).doesNotContain(file(file).word("name"));
        assertThat(operatorsStatus(payout)).isEqualTo("processing");
    }
}

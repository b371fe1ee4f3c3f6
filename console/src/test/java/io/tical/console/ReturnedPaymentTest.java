package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.bank.CamtText;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Finance says by keys what entries are that pay nothing: a payment that came back, and the operator's own money. */
class ReturnedPaymentTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final long AMOUNT = 50_000;
    private static final Map<String, String> NARROW =
            Map.of("theme", "LIGHT", "language", "ENGLISH", "width", "1000", "height", "800");
    private static final Map<String, String> WIDE =
            Map.of("theme", "DARK", "language", "THAI", "width", "1600", "height", "1000");

    private static TestService service;
    private static OperatorClient operator;
    private static Merchant merchant;
    private static JsonNode account;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.FINANCE);
        merchant = service.fundedLive(service.merchant(), 10_000_000);
        service.payinFee(merchant, "THB", 10, 100);
        account = operator.bankAccount("THB");
        service.approved(
                operator.put("/admin/v1/paying-accounts/" + account.get("id").asText(), """
                {"version":0,"format":"pain.001.001.09","zone":"Asia/Bangkok","note":"agreed with the bank"}"""));
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static CamtText statement(String name) {
        return new CamtText(account.get("account_no").asText(), name, LocalDate.now(ZoneId.of("Asia/Bangkok")));
    }

    private static void imported(CamtText statement) {
        var file = operator.upload("/admin/v1/bank-statements?name=statement.xml", statement.text(1_000_000_000))
                .expect(201);
        operator.post(
                        "/admin/v1/bank-statements/" + file.word("id") + "/import",
                        "{\"version\":" + file.number("version") + ",\"accept_conflicts\":true}")
                .expect(200);
        Awaitility.await()
                .atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
    }

    private static String status(String payout) {
        return operator.get("/admin/v1/payouts/" + payout).word("status");
    }

    /** A payout that left in a file and arrived; returns the reference of its payment. */
    private static String delivered(String payout) {
        Awaitility.await()
                .atMost(SOON)
                .until(() -> operator.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                        .data()
                        .toString()
                        .contains(payout));
        var files = "/admin/v1/payment-files";
        var file = operator.post(files, "{\"account_id\":\"" + account.get("id").asText() + "\"}")
                .expect(201)
                .word("id");
        service.approved(operator.post(
                files + "/" + file + "/release",
                "{\"version\":" + operator.get(files + "/" + file).number("version") + "}"));
        operator.file(files + "/" + file + "/file");
        var reference = operator.get(files + "/" + file + "/payments")
                .data()
                .get(0)
                .get("reference")
                .asText();
        imported(statement("D1").entry(-AMOUNT, reference));
        Awaitility.await().atMost(SOON).until(() -> status(payout).equals("success"));
        return reference;
    }

    @Test
    void whatCameBackAndWhatIsOursIsSaidByKeys() throws Exception {
        var payout = merchant.payout("came-back", AMOUNT).expect(201).word("id");
        var reference = delivered(payout);
        imported(statement("D2").entry(-3_500, "FEE1"));
        imported(statement("D3").reversal(AMOUNT, "Z" + reference));
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "bank-entries", WIDE)) {
            console.await(() -> console.canPress("#decision-bank-entries-return"));
            console.picture("return-open-bank-entries-thai");
            console.push(KeyCode.R);
            console.push(KeyCode.DIGIT1);
            console.await(() -> !console.text("#consequence").isEmpty());
            console.picture("return-bank-entries-thai");
        }
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "bank-entries", NARROW)) {
            console.await(() -> console.canPress("#decision-bank-entries-return"));
            console.picture("return-open-bank-entries");
            console.push(KeyCode.R);
            console.push(KeyCode.DIGIT1);
            console.await(() -> console.text("#consequence").contains("debit bank"));
            console.picture("return-bank-entries");
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible(".banner-success"));
            assertThat(status(payout)).isEqualTo("refunded");

            console.await(() -> console.shows("FEE1") && console.canPress("#decision-bank-entries-allocate"));
            console.push(KeyCode.A);
            console.push(KeyCode.DIGIT1);
            console.await(() -> console.text("#consequence").contains("debit bank fees, credit bank"));
            console.picture("allocate-booked-bank-entries");
            console.type("#input-note", "of the account");
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible(".banner-success"));
            console.choose("#filter", "bank-entries.filter.allocated");
            console.await(() -> console.canPress("#decision-bank-entries-reopen"));
            console.picture("booked-bank-entries");
            console.push(KeyCode.O);
            console.await(() -> console.text("#consequence").contains("debit bank, credit bank fees"));
            console.picture("reopen-booked-bank-entries");
        }
    }
}

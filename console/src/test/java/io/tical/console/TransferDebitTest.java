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
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Finance says which transfer a debit is that the bank does not name. */
class TransferDebitTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    private static TestService service;
    private static OperatorClient operator;
    private static Merchant merchant;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.FINANCE);
        merchant = service.fundedLive(service.merchant(), 10_000_000);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static String payout(String name, long amount) {
        var id = merchant.payout(name, amount).expect(201).word("id");
        Awaitility.await()
                .atMost(SOON)
                .until(() -> operator.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                        .data()
                        .toString()
                        .contains(id));
        return id;
    }

    private static void imported(String name, long amount) {
        var account = operator.bankAccount("THB").get("account_no").asText();
        var statement = new CamtText(account, name, LocalDate.now(ZoneId.of("Asia/Bangkok"))).entry(-amount, name);
        var file = operator.upload("/admin/v1/bank-statements?name=" + name + ".xml", statement.text(1_000_000_000))
                .expect(201);
        operator.post(
                        "/admin/v1/bank-statements/" + file.word("id") + "/import",
                        "{\"version\":" + file.number("version") + ",\"accept_conflicts\":true}")
                .expect(200);
        Awaitility.await()
                .atMost(SOON)
                .until(() -> operator.get("/admin/v1/bank-entries?status=open")
                        .data()
                        .valueStream()
                        .map(one -> one.get("reason"))
                        .map(JsonNode::asText)
                        .toList()
                        .equals(List.of("may_be_transfer")));
    }

    @Test
    void theTransferIsChosenByKey() throws Exception {
        var first = payout("first", 41_000);
        var second = payout("second", 41_000);
        imported("XFER41000", 41_000);
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "bank-entries", Map.of())) {
            console.await(() -> console.canPress("#decision-bank-entries-transfer"));
            console.picture("transfers-bank-entries");
            console.push(KeyCode.M);
            console.push(KeyCode.DIGIT2);
            console.await(() -> !console.text("#consequence").isEmpty());
            console.picture("transfer-bank-entries");
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible(".banner-success"));
        }
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(List.of(status(first), status(second)))
                        .as("the newest is the first to choose")
                        .containsExactly("success", "processing"));
    }

    private static String status(String payout) {
        return operator.get("/admin/v1/payouts/" + payout).word("status");
    }
}

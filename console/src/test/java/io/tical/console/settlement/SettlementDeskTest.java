package io.tical.console.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.OpenConsole;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators verify the accounts that money is settled to, and transfer it by hand. */
class SettlementDeskTest {
    private static final long FUNDS = 9_000_000;

    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_RAIL_POLL_SECONDS", "1"));
        operator = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    @TempDir
    private Path folder;

    @Test
    void anAccountIsVerifiedAndASettlementToItIsTransferredByHandOrReturned() throws Exception {
        var merchant = service.fundedLive(service.merchant(), FUNDS);
        var account = merchant.account();
        merchant.post("/v1/customers/" + account + "/verify").expect(202);
        var body = "{\"dest_account_id\":\"%s\",\"amount\":%s}";
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "customers", Map.of())) {
            console.await(() -> console.shows("1234567890") && console.canPress("#decision-accounts-verify"));
            console.picture("customers-light");
            console.push(KeyCode.A);
            assertThat(console.text("#consequence")).contains("need no review for this account");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Verified."));
            assertThat(operator.get("/admin/v1/customers/" + account).word("verification"))
                    .isEqualTo("verified");

            console.awaitConnected();
            var first = merchant.post("/v1/settlements", body.formatted(account, 300_000))
                    .expect(201)
                    .word("id");
            console.click("#nav-settlements");
            console.await(() -> console.canPress("#decision-settlements-arrived"));
            console.picture("settlements-light");
            console.push(KeyCode.T);
            assertThat(console.textsOf("#pay-to")).contains("1234567890", "3,000.00 THB");
            console.type("#input-transfer", "SET-1");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("The settlement is complete."));
            assertThat(merchant.get("/v1/settlements/" + first).word("status")).isEqualTo("completed");
            console.choose("#filter", "settlements.filter.all");
            console.await(() -> console.cells("queue.column.status").contains("completed") && console.isIdle());
            assertThat(Files.readString(console.export(folder)))
                    .contains("\r\n" + first + ",Live,", ",THB,", ",SET-1,");
            console.choose("#filter", "settlements.filter.manual");

            var before = merchant.available();
            merchant.post("/v1/settlements", body.formatted(account, 200_000)).expect(201);
            console.await(() -> console.canPress("#decision-settlements-failed"));
            console.push(KeyCode.X);
            assertThat(console.text("#consequence")).contains("available balance");
            console.push(KeyCode.ENTER);
            assertThat(console.shows("Choose one with its number.")).isTrue();
            console.push(KeyCode.DIGIT4);
            console.robot().write("account 4 is closed");
            console.picture("settlements-failed-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("The amount is back in the merchant's balance."));
            assertThat(merchant.available()).isEqualTo(before);

            // It arrived after all: the merchant keeps the amount, which the operator claims back.
            console.choose("#filter", "settlements.filter.failed");
            console.await(() -> console.canPress("#decision-settlements-late") && console.isIdle());
            console.push(KeyCode.L);
            console.push(KeyCode.DIGIT1);
            assertThat(console.textsOf("#pay-to")).contains("1234567890");
            console.type("#input-transfer", "SET-LATE");
            console.picture("settlements-late-light");
            console.click("#confirm");
            console.await(() -> console.shows("SET-LATE") && !console.exists("#decision-settlements-late"));
            assertThat(merchant.available()).isEqualTo(before);
            assertThat(operator.get("/admin/v1/suspense?status=open")
                            .expect(200)
                            .data()
                            .findValuesAsText("amount"))
                    .contains("200000");
        }
    }

    @Test
    void whatStaffTransferIsInTheCurrencyOfTheAccount() throws Exception {
        var merchant = service.fundedLive(service.merchant(), "USDT", 9_000_000);
        service.approved(service.operator(Operator.Role.ADMIN).put("/admin/v1/rates", """
                {"environment":"live","source_currency_code":"USDT","target_currency_code":"THB","rate":"35.1",
                 "note":"the rate of the bank"}"""));
        var account =
                merchant.post("/v1/organizations/accounts", """
                        {"bank_code":"SCB","account_no":"5556667770","holder_name":"Acme Co Ltd","currency_code":"THB"}""").expect(201).word("id");
        operator.post("/admin/v1/organization-accounts/" + account + "/verify", "{}")
                .expect(200);
        var body = """
                {"organization_account_id":"%s","source_currency_code":"USDT","source_amount":9000000,"target_currency_code":"THB"%s}""";
        var quote = merchant.post("/v1/organization-settlements/preview", body.formatted(account, ""))
                .expect(200)
                .word("quote_id");
        var id = merchant.post(
                        "/v1/organization-settlements", body.formatted(account, ",\"quote_id\":\"" + quote + "\""))
                .expect(201)
                .word("id");
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "settlements", Map.of())) {
            console.await(() -> console.shows("5556667770") && console.canPress("#decision-settlements-arrived"));
            assertThat(console.shows("315.90 THB")).isTrue();
            assertThat(console.shows("9.000000 USDT")).isTrue();
            assertThat(console.shows("1 USDT = 35.1 THB")).isTrue();
            console.picture("settlements-converted-light");
            console.push(KeyCode.T);
            assertThat(console.text("#consequence")).contains("315.90 THB").contains("9.000000 USDT");
            assertThat(console.textsOf("#pay-to")).contains("5556667770", "Acme Co Ltd", "315.90 THB");
            console.type("#input-transfer", "SET-USDT");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("The settlement is complete."));
            assertThat(merchant.get("/v1/settlements/" + id).word("status")).isEqualTo("completed");
        }
    }

    @Test
    void anOrganizationsOwnAccountIsRefused() throws Exception {
        var merchant = service.live(service.merchant());
        var account = merchant.post(
                        "/v1/organizations/accounts",
                        "{\"bank_code\":\"SCB\",\"account_no\":\"9876543210\",\"holder_name\":\"Acme Co Ltd\",\"currency_code\":\"THB\",\"label\":\"Main\"}")
                .expect(201)
                .word("id");
        try (var console = OpenConsole.as(
                operator,
                service.tical().ports().admin(),
                "organization-accounts",
                Map.of("theme", "DARK", "language", "THAI"))) {
            console.await(() -> console.shows("9876543210") && console.canPress("#decision-accounts-refuse"));
            console.picture("organization-accounts-dark-th");
            console.push(KeyCode.R);
            console.push(KeyCode.ENTER);
            console.await(() -> operator.get("/admin/v1/organization-accounts/" + account)
                    .word("verification")
                    .equals("refused"));
        }
    }
}

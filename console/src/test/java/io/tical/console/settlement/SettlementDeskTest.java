package io.tical.console.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.OpenConsole;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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

    @Test
    void anAccountIsVerifiedAndASettlementToItIsTransferredByHandOrReturned() throws Exception {
        var merchant = service.fundedLive(service.merchant(), FUNDS);
        var account = merchant.account();
        merchant.post("/v1/customers/" + account + "/verify").expect(202);
        var body = "{\"dest_account_id\":\"%s\",\"amount\":%d}";
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
            console.type("#input-transfer", "SET-1");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("The settlement is complete."));
            assertThat(merchant.get("/v1/settlements/" + first).word("status")).isEqualTo("completed");

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

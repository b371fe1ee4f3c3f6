package io.tical.console.organization;

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

/** Administrators configure organizations and the service at the keyboard, and the audit log shows it. */
class AdministrationTest {
    private static TestService service;
    private static OperatorClient admin;
    private static OperatorClient colleague;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        admin = service.operator(Operator.Role.ADMIN);
        colleague = service.operator(Operator.Role.ADMIN);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static OpenConsole console(OperatorClient operator, String place, Map<String, String> remembered)
            throws Exception {
        var console = OpenConsole.as(operator, service.tical().ports().admin(), place, remembered);
        console.awaitConnected();
        return console;
    }

    /** Sends the form with a reason. */
    private static void send(OpenConsole console) {
        console.type("#input-note", "the merchant asked for it");
        console.click("#confirm");
    }

    /** Sends the form, and lets a second administrator approve what waits then. */
    private static void sendAndApprove(OpenConsole console) {
        send(console);
        awaitColleague(console);
        approve(console);
    }

    private static void awaitColleague(OpenConsole console) {
        console.await(() -> console.shows("Nothing has changed yet: this waits for a colleague"));
    }

    private static void approve(OpenConsole console) {
        var waiting =
                colleague.get("/admin/v1/approvals?status=pending").expect(200).data();
        assertThat(waiting).hasSize(1);
        colleague
                .post("/admin/v1/approvals/" + waiting.get(0).get("id").asText() + "/approve")
                .expect(200);
        console.push(KeyCode.F5); // no person approves within the two seconds in which the service tells changes
    }

    @Test
    void anOrganizationIsCreatedAndConfigured() throws Exception {
        try (var console = console(admin, "organizations", Map.of())) {
            console.await(() -> console.canPress("#decision-organizations-create"));
            console.push(KeyCode.A);
            console.type("#input-name", "Acme Retail");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Created. Add a user") && console.shows("Acme Retail"));
            var id = admin.get("/admin/v1/organizations?q=Acme")
                    .expect(200)
                    .data()
                    .get(0)
                    .get("id")
                    .asText();
            var path = "/admin/v1/organizations/" + id;

            var review = admin.get(path).expect(200).data().at("/thresholds/review");
            console.await(() -> console.canPress("#decision-organizations-thresholds"));
            console.push(KeyCode.T);
            console.type("#input-thresholds-four_eyes", "200,000");
            console.push(KeyCode.ENTER);
            assertThat(console.shows("Enter this.")).isTrue(); // the reason
            console.picture("organizations-thresholds-light");
            send(console);
            awaitColleague(console);
            console.picture("organizations-thresholds-waiting-light");
            assertThat(admin.get(path)
                            .expect(200)
                            .data()
                            .at("/thresholds/four_eyes")
                            .asLong())
                    .isEqualTo(10_000_000);
            approve(console);
            console.await(() -> console.shows(colleague.username() + " approved it, and it was carried out.")
                    && console.shows("200,000.00 THB"));
            assertThat(admin.get(path)
                            .expect(200)
                            .data()
                            .at("/thresholds/four_eyes")
                            .asLong())
                    .isEqualTo(20_000_000);
            assertThat(admin.get(path).expect(200).data().at("/thresholds/review"))
                    .isEqualTo(review);

            console.await(() -> console.canPress("#decision-organizations-limit"));
            console.push(KeyCode.L);
            console.push(KeyCode.DIGIT1);
            console.push(KeyCode.DIGIT6);
            assertThat(console.typed("#input-limits---max_withdraw")).isEqualTo("2,000,000");
            assertThat(console.typed("#input-limits---daily_withdraw_limit")).isEmpty();
            console.type("#input-limits---min_deposit", "0");
            console.type("#input-limits---max_deposit", "0");
            console.type("#input-limits---min_withdraw", "100");
            console.type("#input-limits---max_withdraw", "fifty");
            console.type("#input-limits---maintenance_ranges", "300.00-400.00, 500");
            send(console);
            assertThat(console.shows("Enter an amount such as")).isTrue();
            console.picture("organizations-limit-light");
            console.type("#input-limits---max_withdraw", "50,000");
            console.click("#confirm");
            console.await(() -> console.shows("The new limit applies") && console.shows("Out: 100.00 to 50,000.00"));
            var limit = admin.get(path).expect(200).data().get("limits").get(0);
            assertThat(limit.get("method_type").asText()).isEqualTo("payout");
            assertThat(limit.get("environment").asText()).isEqualTo("live");
            assertThat(limit.at("/maintenance_ranges/1/max").asLong()).isEqualTo(50_000);

            // The next change begins with what holds now.
            console.await(() -> console.canPress("#decision-organizations-limit"));
            console.push(KeyCode.L);
            console.push(KeyCode.DIGIT1);
            console.push(KeyCode.DIGIT6);
            assertThat(console.typed("#input-limits---max_withdraw")).isEqualTo("50,000.00");
            assertThat(console.typed("#input-limits---maintenance_ranges")).isEqualTo("300.00-400.00, 500.00-500.00");
            console.picture("organizations-limit-today-light");
            console.type("#input-limits---max_withdraw", "60,000");
            sendAndApprove(console);
            console.await(() -> console.shows("Out: 100.00 to 60,000.00"));
            assertThat(admin.get(path)
                            .expect(200)
                            .data()
                            .at("/limits/0/maintenance_ranges/1/max")
                            .asLong())
                    .isEqualTo(50_000);

            console.await(() -> console.canPress("#decision-organizations-fee"));
            console.push(KeyCode.G);
            console.push(KeyCode.DIGIT1);
            console.push(KeyCode.DIGIT3);
            assertThat(console.typed("#input-fees---per_mille")).isEqualTo("0");
            console.type("#input-fees---per_mille", "1,2");
            send(console);
            assertThat(console.shows("such as 2.5")).isTrue();
            console.type("#input-fees---per_mille", "1.2");
            console.type("#input-fees---fixed", "2.50");
            sendAndApprove(console);
            console.await(() -> console.shows("2.50 THB") && console.canPress("#decision-organizations-fee"));
            console.push(KeyCode.G);
            console.push(KeyCode.DIGIT1);
            console.push(KeyCode.DIGIT3);
            assertThat(console.typed("#input-fees---per_mille")).isEqualTo("1.2");
            assertThat(console.shows("1.2 % and 2.50 THB")).isTrue();
            assertThat(console.typed("#input-fees---fixed")).isEqualTo("2.50");
            console.type("#input-fees---currency_code", "USDT");
            console.type("#input-fees---fixed", "0.10");
            sendAndApprove(console);
            console.await(() -> console.shows("0.100000 USDT") && console.canPress("#decision-organizations-fee"));

            console.await(() -> console.canPress("#decision-organizations-channels"));
            console.push(KeyCode.C);
            console.picture("organizations-channels-light");
            console.interact(() -> console.robot()
                    .lookup("#input-channels-crypto")
                    .<javafx.scene.control.CheckBox>query()
                    .setSelected(false));
            send(console);
            console.await(() -> console.shows("The channels apply") && console.exists("#undo"));
            assertThat(admin.get(path).expect(200).data().at("/channels/crypto").asBoolean())
                    .isFalse();

            console.await(() -> console.canPress("#decision-organizations-add-user"));
            console.push(KeyCode.U);
            console.type("#input-username", "owner.of.acme");
            console.type("#input-password", "short");
            console.push(KeyCode.ENTER);
            assertThat(console.shows("at least 12 characters")).isTrue();
            console.type("#input-password", "a long enough password");
            console.focus("#confirm");
            console.push(KeyCode.DIGIT1);
            sendAndApprove(console);
            console.await(() -> console.shows("owner.of.acme"));
            console.picture("organizations-light");
        }
    }

    @Test
    void aChangeThatWaitsIsApprovedWithWhatItChanges() throws Exception {
        service.merchant();
        var id = admin.get("/admin/v1/organizations")
                .expect(200)
                .data()
                .get(0)
                .get("id")
                .asText();
        admin.patch(
                        "/admin/v1/organizations/" + id,
                        "{\"thresholds\":{\"four_eyes\":50000000},\"note\":\"larger orders\"}")
                .expect(202);
        try (var console = console(colleague, "approvals", Map.of())) {
            console.await(() -> console.canPress("#decision-approvals-approve"));
            console.picture("approvals-change-light");
            assertThat(console.shows("it changes a control")).isTrue();
            assertThat(console.shows("larger orders")).isTrue();
            console.push(KeyCode.A);
            console.click("#confirm");
            console.await(() -> console.isIdle() && !console.exists("#confirm"));
        }
        assertThat(admin.get("/admin/v1/organizations/" + id)
                        .expect(200)
                        .data()
                        .at("/thresholds/four_eyes")
                        .asLong())
                .isEqualTo(50_000_000);
    }

    @Test
    void whoIsNoAdministratorSeesOrganizationsAndChangesNothing() throws Exception {
        service.merchant();
        try (var console = console(service.operator(Operator.Role.SUPPORT), "organizations", Map.of())) {
            console.await(() -> console.shows("Users of the dashboard"));
            assertThat(console.exists("#decision-organizations-create")).isFalse();
            assertThat(console.exists("#decision-organizations-thresholds")).isFalse();
            assertThat(console.exists("#nav-operators")).isFalse();
        }
    }

    @Test
    void aRefusalOfWhatWasToBeCreatedDoesNotNameWhatIsShown() throws Exception {
        try (var console = console(admin, "operators", Map.of())) {
            console.await(() -> console.canPress("#decision-operators-create"));
            console.push(KeyCode.A);
            console.type("#input-username", colleague.username());
            console.type("#input-password", "a long enough password");
            console.focus("#confirm");
            console.push(KeyCode.DIGIT2);
            send(console);
            console.await(() -> console.isVisible(".item .banner-text"));
            assertThat(console.text(".item .banner-text")).startsWith(colleague.username() + ": ");
        }
    }

    @Test
    void anOperatorIsCreatedAndDisabledAndTheAuditLogTellsIt() throws Exception {
        try (var console = console(admin, "operators", Map.of())) {
            console.await(() -> console.canPress("#decision-operators-create"));
            console.push(KeyCode.A);
            console.type("#input-username", "newcomer");
            console.type("#input-password", "a long enough password");
            console.focus("#confirm");
            console.push(KeyCode.DIGIT2);
            send(console);
            console.await(() -> console.shows("newcomer: Nothing has changed yet: this waits for a colleague"));
            approve(console);
            console.await(() -> console.robot().lookup("newcomer").tryQuery().isPresent());
            console.interact(() -> console.robot().clickOn("newcomer"));
            console.await(() -> console.canPress("#decision-operators-disable"));
            console.push(KeyCode.D);
            assertThat(console.text("#consequence")).contains("newcomer");
            console.push(KeyCode.ENTER);
            console.await(
                    () -> console.shows("Disabled. All sessions") && !console.exists("#decision-operators-reset"));
            console.picture("operators-light");

            console.click("#nav-audit");
            console.await(() -> console.shows("newcomer") || console.shows(admin.username()));
            console.type("#search", "nobody");
            console.await(() -> console.shows("Nothing matches “nobody”."));
            console.type("#search", admin.username());
            console.await(() -> console.shows("What changes") && !console.shows("Nothing matches"));
            console.picture("audit-light");
            console.await(() -> console.exists("#open-operator"));
            console.click("#open-operator");
            console.await(() -> console.shows("newcomer") && console.canPress("#decision-operators-create"));
        }
    }

    @Test
    void aCollectionAccountIsAddedAndPausedAndItsPromptPayIdIsTakenAway() throws Exception {
        try (var console = console(admin, "collection-accounts", Map.of())) {
            console.await(() -> console.canPress("#decision-collection-add"));
            console.push(KeyCode.A);
            console.type("#input-bank_code", "KBANK");
            console.type("#input-account_no", "1234567890");
            console.type("#input-holder_name", "Tical Co., Ltd.");
            console.type("#input-promptpay_id", "0812345678");
            send(console);
            console.await(() -> console.shows("KBANK 1234567890: Nothing has changed yet: this waits for a colleague"));
            approve(console);
            console.await(() ->
                    console.robot().lookup("KBANK 1234567890 · THB").tryQuery().isPresent());
            console.interact(() -> console.robot().clickOn("KBANK 1234567890 · THB"));
            console.await(() -> console.shows("0812345678") && console.canPress("#decision-collection-weight"));
            console.push(KeyCode.W);
            console.type("#input-weight", "0");
            send(console);
            console.await(() -> console.shows("0: receives no new payins") && console.exists("#undo"));
            console.picture("collection-light");
            console.await(() -> console.canPress("#decision-collection-edit") && console.shows("0812345678"));
            console.push(KeyCode.E);
            console.type("#input-promptpay_id", "");
            send(console);
            awaitColleague(console);
            console.picture("collection-undo-light");
            console.click("#undo");
            console.await(() -> console.shows("The decision was withdrawn.") && console.shows("0812345678"));
            console.await(() -> console.canPress("#decision-collection-edit"));
            console.push(KeyCode.E);
            console.type("#input-promptpay_id", "");
            sendAndApprove(console);
            console.await(() -> !console.shows("0812345678"));
            var accounts =
                    admin.get("/admin/v1/collection-accounts").expect(200).data();
            assertThat(accounts.findValuesAsText("promptpay_id")).doesNotContain("0812345678");
        }
    }

    @Test
    void aRateIsAddedChangedAndRemovedAndOthersOnlyReadIt() throws Exception {
        try (var console = console(admin, "rates", Map.of())) {
            console.await(() -> console.shows("No rate is set") && console.canPress("#decision-rates-add"));
            console.push(KeyCode.A);
            console.type("#input-target_currency_code", "XXX");
            console.type("#input-rate", "0,02");
            send(console);
            assertThat(console.shows("such as 0.0285")).isTrue();
            console.picture("rates-add-light");
            console.type("#input-rate", "0.0285");
            console.click("#confirm");
            console.await(() -> console.shows("This currency is not active."));
            console.type("#input-target_currency_code", "USD");
            send(console);
            console.await(() -> console.shows("THB → USD: Nothing has changed yet: this waits for a colleague"));
            approve(console);
            console.await(() -> console.shows("1 THB = 0.0285 USD") && console.canPress("#decision-rates-change"));
            console.push(KeyCode.C);
            assertThat(console.text("#consequence")).startsWith("THB → USD (Live) is 0.0285 now.");
            console.type("#input-rate", "0.03");
            send(console);
            awaitColleague(console);
            console.picture("rates-light");
            console.push(KeyCode.CONTROL, KeyCode.Z);
            console.await(() -> console.shows("The decision was withdrawn.") && console.shows("1 THB = 0.0285 USD"));
            assertThat(console.exists("#undo")).isFalse();
            console.await(() -> console.canPress("#decision-rates-change"));
            console.push(KeyCode.C);
            console.type("#input-rate", "0.03");
            sendAndApprove(console);
            console.await(() -> console.shows("1 THB = 0.03 USD"));
            var rates = admin.get("/admin/v1/rates").expect(200).data();
            assertThat(rates.findValuesAsText("rate")).containsExactly("0.03");
        }
        try (var console = console(
                service.operator(Operator.Role.FINANCE), "rates", Map.of("language", "THAI", "theme", "DARK"))) {
            console.await(() -> console.shows("1 THB = 0.03 USD"));
            console.picture("rates-thai-dark");
            assertThat(console.exists("#decision-rates-add")).isFalse();
            assertThat(console.exists("#decision-rates-change")).isFalse();
        }
        try (var console = console(admin, "rates", Map.of())) {
            console.await(() -> console.canPress("#decision-rates-remove"));
            console.push(KeyCode.X);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Removed.") && console.shows("No rate is set"));
            assertThat(admin.get("/admin/v1/rates").expect(200).data()).isEmpty();
            console.await(() -> console.canPress("#decision-rates-add"));
            console.push(KeyCode.A);
            assertThat(console.text("#consequence")).contains("may be USDT");
            console.type("#input-source_currency_code", "USDT");
            console.type("#input-target_currency_code", "THB");
            console.type("#input-rate", "35.1");
            sendAndApprove(console);
            console.await(() -> console.shows("1 USDT = 35.1 THB"));
        }
    }

    @Test
    void theSimulatorIsChanged() throws Exception {
        try (var console = console(admin, "simulator", Map.of())) {
            console.await(() -> console.canPress("#decision-simulator-change"));
            console.push(KeyCode.C);
            console.push(KeyCode.DIGIT2);
            console.picture("simulator-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Changed. All nodes"));
            assertThat(admin.get("/admin/v1/simulator").expect(200).word("payout"))
                    .isEqualTo("fail");
            console.await(() -> console.shows("Failure"));
        }
    }
}

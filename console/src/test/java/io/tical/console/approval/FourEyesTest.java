package io.tical.console.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.console.OpenConsole;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A decision on much money needs a second operator. */
class FourEyesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long FUNDS = 200_000_000;
    private static final long LARGE = 20_000_000;

    private static TestService service;
    private static OperatorClient maker;
    private static OperatorClient checker;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_RAIL_POLL_SECONDS", "1"));
        maker = service.operator(Operator.Role.FINANCE);
        checker = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static OpenConsole console(OperatorClient operator, String place, Map<String, String> more)
            throws Exception {
        return OpenConsole.as(operator, service.tical().ports().admin(), place, more);
    }

    private static String status(String payout) {
        return checker.get("/admin/v1/payouts/" + payout).expect(200).word("status");
    }

    @TempDir
    private Path folder;

    @Test
    void theMakerCannotApproveAndASecondOperatorDoesAndTheMoneyMoves() throws Exception {
        Merchant merchant = service.fundedLive(service.merchant(), FUNDS);
        var payout = merchant.payout("large-1", LARGE).expect(201).word("id");
        try (var console = console(maker, "payouts", Map.of())) {
            console.await(() -> console.shows("large-1") && console.canPress("#decision-payouts-approve"));
            console.push(KeyCode.A);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Nothing has moved yet"));
            assertThat(console.exists("#confirm")).isFalse();
            console.picture("payouts-waiting-light");
            assertThat(status(payout)).isEqualTo("pending_review");

            console.click("#nav-approvals");
            console.await(() -> console.shows("You made this decision, so you cannot approve it"));
            console.await(() -> console.canPress("#decision-approvals-withdraw"));
            assertThat(console.exists("#decision-approvals-approve")).isFalse();
            console.picture("approvals-own-light");
        }
        try (var console = console(checker, "approvals", Map.of("theme", "DARK"))) {
            console.await(() -> console.shows(maker.username() + " made this decision")
                    && console.canPress("#decision-approvals-approve"));
            console.picture("approvals-dark");
            console.push(KeyCode.A);
            assertThat(console.text("#consequence")).contains("Approve a payout, 200,000.00 THB");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Approved and carried out."));
            assertThat(status(payout)).isEqualTo("processing");

            // The approved decision leads to its payout, which offers what can be decided as soon as its transfer
            // begins.
            console.choose("#filter", "approvals.filter.done");
            console.await(() -> console.isVisible("#open-payout"));
            var merchantName = checker.get("/admin/v1/payouts/" + payout).word("organization_name");
            assertThat(Files.readString(console.export(folder)))
                    .contains(",Live," + merchantName + "," + merchant.organizationId() + ",");
            console.click("#open-payout");
            console.await(() -> console.shows("large-1") && console.canPress("#decision-payouts-arrived"));
            console.picture("payouts-opened-dark");
        }
    }

    @Test
    void theMessageStaysAfterTheOnlyApprovalOfAListWasApproved() throws Exception {
        var asking = service.operator(Operator.Role.FINANCE);
        var merchant = service.fundedLive(service.merchant(), FUNDS);
        payout(merchant).ask(asking);
        // Until the search is applied there are two, also where this test runs first.
        payout(service.fundedLive(service.merchant(), FUNDS)).ask(maker);
        try (var console = console(checker, "approvals", Map.of())) {
            console.await(() -> console.isVisible("#search"));
            console.type("#search", asking.username());
            console.await(() -> console.rows().size() == 1
                    && console.shows(asking.username() + " made this decision")
                    && console.canPress("#decision-approvals-approve"));
            console.click("#decision-approvals-approve");
            console.await(() -> console.exists("#confirm"));
            console.click("#confirm");
            console.await(() -> console.shows("Approved and carried out.") && console.shows("Nothing to show here."));
            // The events of the decision arrive, and the list is read again.
            console.push(KeyCode.F5);
            await().during(Duration.ofSeconds(4))
                    .atMost(PATIENCE)
                    .until(() -> console.shows("Approved and carried out."));
        }
    }

    /** Every kind of object whose decision can wait: from its approval to the object, and back with a key. */
    @Test
    void anObjectThatWaitsTellsWhoAskedForWhatAndOffersNothingElse() throws Exception {
        var merchant = service.fundedLive(service.merchant(), FUNDS);
        var objects =
                List.of(paidPayin(merchant), funds(merchant), slip(merchant), payout(merchant), settlement(merchant));
        service.operator(Operator.Role.ADMIN)
                .patch("/admin/v1/organizations/" + merchant.organizationId(), "{\"thresholds\":{\"four_eyes\":1}}")
                .expect(200);
        objects.forEach(object -> object.ask(maker));
        try (var console = console(checker, "approvals", Map.of())) {
            console.await(() -> console.isVisible("#open-settlement"));
            console.type("#search", "nobody");
            console.await(() -> !console.exists("#open-settlement"));
            console.type("#search", maker.username());
            for (var object : objects.reversed()) {
                console.await(() -> console.isVisible("#open-" + object.type()) && console.shows("Requested decision"));
                console.click("#open-" + object.type());
                console.await(() -> console.isVisible("#waiting-decision")
                        && console.shows(maker.username() + " asked on")
                        && console.shows("approve or refuse it under Approvals"));
                assertThat(console.isVisible("#decisions")).as(object.type()).isFalse();
                console.picture("waiting-" + object.type());
                console.push(KeyCode.O);
                console.await(() -> console.canPress("#decision-approvals-approve"));
                console.push(KeyCode.J);
            }
        }
        try (var console = console(maker, "slips", Map.of("language", "THAI", "theme", "DARK"))) {
            console.await(() -> console.isVisible("#waiting-decision"));
            console.picture("waiting-own-thai-dark");
            console.awaitConnected();
            objects.forEach(object -> withdraw(object.path()));
            console.await(() -> console.canPress("#decision-slips-accept"));
            assertThat(console.isVisible("#waiting-decision")).isFalse();
        }
    }

    /** A decision on an object of a type, which is to wait. */
    private record Undecided(String type, String path, String operation, String body) {
        void ask(OperatorClient operator) {
            var version = operator.get(path).number("version");
            operator.post(path + operation, "{\"version\":" + version + "," + body + "}")
                    .expect(202);
        }
    }

    private static void withdraw(String path) {
        var approval = maker.get(path).expect(200).data().at("/approval/id").asText();
        maker.post("/admin/v1/approvals/" + approval + "/withdraw").expect(200);
    }

    private static Undecided paidPayin(Merchant merchant) {
        var payin = merchant.payin("to-refund", 50_000).expect(201).word("id");
        confirm(payin, "FOUR-EYES-1");
        return new Undecided("payin", "/admin/v1/payins/" + payin, "/refund", "\"reason\":\"fraud\"");
    }

    private static Undecided funds(Merchant merchant) {
        var payin = merchant.payin("cancelled", 50_000).expect(201).word("id");
        merchant.post("/v1/payins/" + payin + "/cancel").expect(200);
        confirm(payin, "FOUR-EYES-2");
        var list = "/admin/v1/suspense?status=open&organization_id=" + merchant.organizationId();
        await().atMost(PATIENCE).until(() -> maker.get(list).data().size() == 1);
        var id = maker.get(list).data().get(0).get("id").asText();
        return new Undecided(
                "suspense",
                "/admin/v1/suspense/" + id,
                "/dispose",
                "\"disposition\":\"return\",\"reference\":\"FOUR-EYES-4\"");
    }

    private static void confirm(String payin, String reference) {
        var path = "/admin/v1/payins/" + payin;
        maker.post(
                        path + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":50000,\"reference\":\"%s\",\"override_reason\":\"payer_error\",\"note\":\"found\"}",
                                maker.get(path).number("version"),
                                reference))
                .expect(200);
    }

    private static Undecided slip(Merchant merchant) {
        var payin = merchant.payin("with-slip", 50_000).expect(201).word("id");
        merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
        var slip = SlipDrawing.id(service, merchant, true, payin, 1);
        SlipDrawing.read(service, slip);
        return new Undecided("slip", "/admin/v1/slips/" + slip, "/accept", "\"note\":\"seen\"");
    }

    private static Undecided settlement(Merchant merchant) {
        var account = merchant.account();
        maker.post("/admin/v1/customers/" + account + "/verify", "{}").expect(200);
        var id = merchant.post("/v1/settlements", "{\"dest_account_id\":\"%s\",\"amount\":50000}".formatted(account))
                .expect(201)
                .word("id");
        var path = "/admin/v1/settlements/" + id;
        await().atMost(PATIENCE)
                .until(() -> maker.get(path).data().get("decisions").toString().contains("outcome"));
        return new Undecided("settlement", path, "/outcome", "\"outcome\":\"success\",\"reference\":\"FOUR-EYES-3\"");
    }

    private static Undecided payout(Merchant merchant) {
        var id = merchant.payout("large-3", LARGE).expect(201).word("id");
        return new Undecided("payout", "/admin/v1/payouts/" + id, "/decision", "\"decision\":\"approve\"");
    }

    @Test
    void aDecisionThatIsRefusedMovesNothing() throws Exception {
        Merchant merchant = service.fundedLive(service.merchant(), FUNDS);
        var payout = merchant.payout("large-2", LARGE).expect(201).word("id");
        var version = maker.get("/admin/v1/payouts/" + payout).number("version");
        maker.post(
                        "/admin/v1/payouts/" + payout + "/decision",
                        "{\"version\":" + version + ",\"decision\":\"approve\",\"note\":\"rent\"}")
                .expect(202);
        try (var console = console(checker, "approvals", Map.of("language", "THAI"))) {
            console.await(() -> console.shows("large-2") && console.canPress("#decision-approvals-refuse"));
            console.picture("approvals-light-th");
            console.push(KeyCode.R);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("large-2 · 200,000.00 THB: "));
            assertThat(status(payout)).isEqualTo("pending_review");
        }
    }
}

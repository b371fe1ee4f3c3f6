package io.tical.console.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.OpenConsole;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A decision on much money needs a second operator. */
class FourEyesTest {
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

    @Test
    void theMakerCannotApproveAndASecondOperatorDoesAndTheMoneyMoves() throws Exception {
        Merchant merchant = service.fundedLive(service.merchant(), FUNDS);
        var payout = merchant.payout("large-1", LARGE).expect(201).word("id");
        try (var console = console(maker, "payouts", Map.of())) {
            console.await(() -> console.shows("large-1") && console.isVisible("#decision-payouts-approve"));
            console.push(KeyCode.A);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("this amount needs a second person"));
            assertThat(console.exists("#confirm")).isFalse();
            console.picture("payouts-waiting-light");
            assertThat(status(payout)).isEqualTo("pending_review");

            console.click("#nav-approvals");
            console.await(() -> console.shows("You made this decision, so you cannot approve it"));
            console.await(() -> console.isVisible("#decision-approvals-withdraw"));
            assertThat(console.exists("#decision-approvals-approve")).isFalse();
            console.picture("approvals-own-light");
        }
        try (var console = console(checker, "approvals", Map.of("theme", "DARK"))) {
            console.await(() -> console.shows(maker.username() + " made this decision")
                    && console.isVisible("#decision-approvals-approve"));
            console.picture("approvals-dark");
            console.push(KeyCode.A);
            assertThat(console.text("#consequence")).contains("Approve a payout, 200,000.00 THB");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Approved and carried out."));
            assertThat(status(payout)).isEqualTo("processing");

            // The approved decision leads to its payout.
            console.choose("#filter", "approvals.filter.done");
            console.await(() -> console.isVisible("#open-payout"));
            console.fire("#open-payout");
            console.await(() -> console.shows("large-1") && console.isVisible("#decision-payouts-arrived"));
            console.picture("payouts-opened-dark");
        }
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
            console.await(() -> console.shows("large-2") && console.isVisible("#decision-approvals-refuse"));
            console.picture("approvals-light-th");
            console.push(KeyCode.R);
            console.push(KeyCode.ENTER);
            console.await(() -> !console.shows("large-2"));
            assertThat(status(payout)).isEqualTo("pending_review");
        }
    }
}

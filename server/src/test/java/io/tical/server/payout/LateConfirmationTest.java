package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.merchant.OneChange;
import io.tical.server.merchant.Thresholds;
import io.tical.server.staff.Operator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Staff confirm that a payout was paid although its review had expired. */
class LateConfirmationTest {
    private static final long FUNDS = 200_000_000;
    private static final long AMOUNT = 6_000_000;

    private static TestService service;
    private static OperatorClient finance;
    private static AdminPayouts payouts;

    @BeforeAll
    static void start() {
        service = TestService.start(AdminPayouts.QUICK);
        finance = service.operator(Operator.Role.FINANCE);
        payouts = new AdminPayouts(finance);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    /** A merchant whose payouts are reviewed and need no second person. */
    private static Merchant reviewed() {
        var merchant = service.fundedLive(service.merchant(), FUNDS);
        var alone = new Thresholds(50_000_000L, 5_000_000L, null);
        service.tical().organizations().change(merchant.organizationId(), OneChange.thresholds(alone));
        return merchant;
    }

    private static String expired(Merchant merchant, String reference, long amount) {
        var id = merchant.payout(reference, amount).expect(201).word("id");
        service.makeDue(id);
        payouts.await(id, "expired");
        return id;
    }

    private static Reply confirm(String id, String more) {
        return finance.post(AdminPayouts.path(id) + "/confirm-late", payouts.versioned(id, more));
    }

    @Test
    void anExpiredPayoutThatWasDeliveredIsDebitedAgain() {
        var merchant = reviewed();
        var id = expired(merchant, "late", AMOUNT);
        assertThat(merchant.available()).isEqualTo(FUNDS);
        assertThat(AdminPayouts.decisions(payouts.read(id))).containsExactly("confirm_late");
        var done = confirm(id, ",\"note\":\"it was sent\",\"reference\":\"sent 1\"")
                .expect(200);
        assertThat(done.word("status")).isEqualTo("success");
        assertThat(merchant.available()).isEqualTo(FUNDS - AMOUNT);
    }

    @Test
    void theTransferThatItNamesPaysNothingElse() {
        var merchant = reviewed();
        var id = expired(merchant, "two legs", 100_000_000);
        var other = expired(merchant, "other", AMOUNT);
        var named = ",\"reference\":\"late 1\"";
        var done = confirm(id, named).expect(200);
        assertThat(done.word("slip_qr_ref")).isEqualTo("late1");
        assertThat(done.data().findValuesAsText("reference")).containsExactly("late1", "late1");
        assertThat(done.data().get("execution_steps").findValuesAsText("status"))
                .containsExactly("success", "success");
        confirm(other, named).expect(409, "TRANSFER_ALREADY_USED");

        service.tical().organizations().change(merchant.organizationId(), OneChange.thresholds(Thresholds.NONE));
        var byHand = merchant.payout("by hand", 1_000_000).expect(201).word("id");
        payouts.awaitPossible(byHand, "success");
        payouts.report(byHand, 1, "\"success\",\"reference\":\"LATE1\"").expect(409, "TRANSFER_ALREADY_USED");
    }
}

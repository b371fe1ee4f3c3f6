package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferSlip;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PayoutLifecycleTest {

    /** Dispatches at once, and asks about open attempts twice within two seconds. */
    private static TestService service;

    /** Dispatches as late as the sandbox does, so that there is time to cancel and confirm. */
    private static TestService slow;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_RAIL_POLL_SECONDS", "1,2"));
        slow = TestService.start(Map.of());
    }

    @AfterAll
    static void stop() {
        service.close();
        slow.close();
    }

    @AfterEach
    void theBooksAreRight() {
        service.requireCleanAudit();
        slow.requireCleanAudit();
    }

    private static void await(Merchant merchant, String id, String status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(
                        () -> assertThat(merchant.payout(id).word("status")).isEqualTo(status));
    }

    private static TransactionKey target(Merchant merchant, String id, boolean livemode) {
        return new TransactionKey(merchant.organizationId(), livemode, UUID.fromString(id));
    }

    @Test
    void anOrdinaryTestPayoutIsDelivered() {
        var merchant = service.merchant().funded("THB", 100_000);
        var id = merchant.payout("ok", 40_000).expect(201).word("id");
        await(merchant, id, "success");
        var payout = merchant.payout(id);
        assertThat(payout.number("transfer_amount")).isEqualTo(40_000);
        assertThat(payout.number("chain_transfer_amount")).isEqualTo(40_000);
        assertThat(payout.data().get("finalized_at").asLong()).isPositive();
        assertThat(payout.data().get("execution_steps").get(0).get("status").asText())
                .isEqualTo("success");
        assertThat(merchant.balance("THB").get("total").asLong()).isEqualTo(60_000);
    }

    @Test
    void anAmountThatEndsIn01FailsAndItsMoneyComesBack() {
        var merchant = service.merchant();
        service.fee(merchant, "THB", 0, 100);
        merchant.funded("THB", 100_000);
        var id = merchant.payout("fails", 40_001).expect(201).word("id");
        await(merchant, id, "failed");
        assertThat(merchant.payout(id).word("failure_code")).isEqualTo("account_closed");
        assertThat(merchant.payout(id).number("fee_amount")).isZero();
        assertThat(merchant.available()).isEqualTo(100_000);
    }

    @Test
    void anAmountThatEndsIn02IsPartialAndTheRestComesBackWithItsShareOfTheFee() {
        var merchant = service.merchant();
        service.fee(merchant, "THB", 0, 100);
        merchant.funded("THB", 100_000);
        var id = merchant.payout("partial", 40_002).expect(201).word("id");
        await(merchant, id, "partial_success");
        var payout = merchant.payout(id);
        assertThat(payout.number("chain_transfer_amount")).isEqualTo(20_001);
        assertThat(payout.number("fee_amount")).isEqualTo(50);
        assertThat(payout.number("net_amount")).isEqualTo(20_051);
        assertThat(merchant.available()).isEqualTo(100_000 - 20_051);
    }

    @Test
    void theFirstLegOfASplitPayoutThatEndsIn02Arrives() {
        var merchant = service.merchant().funded("THB", 200_000_000);
        var id = merchant.payout("partial-split", 100_000_002).expect(201).word("id");
        await(merchant, id, "partial_success");
        var payout = merchant.payout(id);
        assertThat(payout.number("transfer_amount")).isEqualTo(33_333_334);
        assertThat(payout.data().get("execution_steps").findValuesAsText("status"))
                .containsExactly("success", "failed", "failed");
        assertThat(merchant.available()).isEqualTo(200_000_000 - 33_333_334);
    }

    @Test
    void anUnknownOutcomeNeverFailsButIsAskedAboutAndThenReviewed() {
        var merchant = service.merchant().funded("THB", 100_000);
        var id = merchant.payout("unknown", 40_003).expect(201).word("id");
        await(merchant, id, "in_review");
        assertThat(merchant.balance("THB").get("in_transit").asLong()).isEqualTo(40_003);
        merchant.post("/v1/payouts/" + id + "/cancel").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        merchant.post("/v1/payouts/" + id + "/test-confirm").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        service.tical()
                .payouts()
                .commands()
                .decide(
                        target(merchant, id, false),
                        new PayoutAction.DecideLegs(true, TransferSlip.NONE),
                        TestStaff.noted("seen at the bank"));
        assertThat(merchant.payout(id).word("status")).isEqualTo("success");
    }

    @Test
    void staffCanCallAnUnknownLegFailedAndTheMoneyComesBack() {
        var merchant = service.merchant().funded("THB", 100_000);
        var id = merchant.payout("lost", 40_003).expect(201).word("id");
        await(merchant, id, "in_review");
        service.tical()
                .payouts()
                .commands()
                .decide(
                        target(merchant, id, false),
                        new PayoutAction.DecideLegs(false, TransferSlip.NONE),
                        TestStaff.decision());
        assertThat(merchant.payout(id).word("status")).isEqualTo("failed");
        assertThat(merchant.available()).isEqualTo(100_000);
    }

    @Test
    void aDecisionOnAnOlderVersionIsAConflict() {
        var merchant = service.merchant().funded("THB", 100_000);
        var id = merchant.payout("version", 40_003).expect(201).word("id");
        await(merchant, id, "in_review");
        assertThatThrownBy(() -> service.tical()
                        .payouts()
                        .commands()
                        .decide(
                                target(merchant, id, false),
                                new PayoutAction.DecideLegs(true, TransferSlip.NONE),
                                TestStaff.seen(1)))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo("VERSION_CONFLICT"));
    }

    @Test
    void aDeclinedPayoutWithAnUnknownOutcomeIsRefunded() {
        var merchant = service.merchant().funded("THB", 100_000);
        var id = merchant.payout("down", 40_003).expect(201).word("id");
        await(merchant, id, "in_review");
        service.tical()
                .payouts()
                .commands()
                .decide(
                        target(merchant, id, false),
                        new PayoutAction.Fire(PayoutStatus.Trigger.REJECT),
                        TestStaff.decision());
        await(merchant, id, "refunded");
        assertThat(merchant.available()).isEqualTo(100_000);
    }

    @Test
    void aRetryIsANewAttemptAndAFailedPayoutIsCapturedAnew() {
        var merchant = service.merchant().funded("THB", 100_000);
        var id = merchant.payout("again", 40_001).expect(201).word("id");
        await(merchant, id, "failed");
        service.tical()
                .payouts()
                .commands()
                .decide(
                        target(merchant, id, false),
                        new PayoutAction.Fire(PayoutStatus.Trigger.RETRY),
                        TestStaff.decision());
        await(merchant, id, "failed");
        assertThat(service.tical().payouts().attempts(target(merchant, id, false)))
                .extracting(Attempt::number)
                .containsExactly(1, 2);
        assertThat(merchant.available()).isEqualTo(100_000);
    }

    @Test
    void cancellingGivesTheGrossBackOnceAndAnswersTheSameOnATerminalPayout() {
        var merchant = slow.merchant();
        slow.fee(merchant, "THB", 0, 100);
        merchant.funded("THB", 100_000);
        var id = merchant.payout("cancel", 40_000).expect(201).word("id");
        assertThat(merchant.available()).isEqualTo(59_900);
        var cancelled = merchant.post("/v1/payouts/" + id + "/cancel").expect(200);
        assertThat(cancelled.word("status")).isEqualTo("cancelled");
        assertThat(cancelled.number("net_amount")).isZero();
        assertThat(merchant.available()).isEqualTo(100_000);
        assertThat(merchant.post("/v1/payouts/" + id + "/cancel").expect(200).word("status"))
                .isEqualTo("cancelled");
        assertThat(merchant.available()).isEqualTo(100_000);
        var actors = merchant.get("/v1/payouts/" + id + "/timeline")
                .expect(200)
                .data()
                .findValuesAsText("actor");
        assertThat(actors).contains("api_key");
    }

    @Test
    void onceALegWasDispatchedCancellingIsAConflict() {
        var merchant = service.merchant().funded("THB", 100_000);
        var id = merchant.payout("sent", 40_003).expect(201).word("id");
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(() -> !service.tical()
                        .payouts()
                        .attempts(target(merchant, id, false))
                        .isEmpty());
        merchant.post("/v1/payouts/" + id + "/cancel").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
    }

    @Test
    void testConfirmEndsInSuccessWhateverTheAmountWouldHaveDone() {
        var merchant = slow.merchant().funded("THB", 100_000);
        var v1 = merchant.payout("confirm-v1", 10_001).expect(201).word("id");
        var guide = merchant.guidePayout("confirm-guide", 10_002).expect(201).word("id");
        for (var id : new String[] {v1, guide}) {
            var confirmed = merchant.post("/v1/payouts/" + id + "/test-confirm").expect(200);
            assertThat(confirmed.word("status")).isEqualTo("success");
            assertThat(slow.tical().payouts().attempts(target(merchant, id, false)))
                    .extracting(Attempt::state)
                    .containsExactly(Attempt.State.DELIVERED);
        }
        assertThat(merchant.balance("THB").get("total").asLong()).isEqualTo(100_000 - 20_003);
        merchant.post("/v1/payouts/" + v1 + "/test-confirm").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aLiveKeyMayNotConfirmAndAnotherMerchantsPayoutIsNotDisclosed() {
        var merchant = slow.merchant().funded("THB", 100_000);
        var id = merchant.payout("mine", 10_000).expect(201).word("id");
        slow.live(merchant).post("/v1/payouts/" + id + "/test-confirm").expect(403, "LIVE_KEY_NOT_ALLOWED");
        slow.live(merchant).get("/v1/payouts/" + id).expect(404, "PAYOUT_NOT_FOUND");
        var stranger = slow.merchant();
        stranger.get("/v1/payouts/" + id).expect(404, "PAYOUT_NOT_FOUND");
        stranger.post("/v1/payouts/" + id + "/cancel").expect(404, "PAYOUT_NOT_FOUND");
        stranger.get("/v1/payouts/" + id + "/timeline").expect(404, "PAYOUT_NOT_FOUND");
        stranger.get("/v1/payouts/not-an-id").expect(404, "PAYOUT_NOT_FOUND");
    }

    @Test
    void aLivePayoutAtTheThresholdIsReviewedAndApprovedToTheManualRail() {
        var merchant = slow.merchant();
        var live = slow.fundedLive(merchant, 100_000_000);
        var id = live.payout("big", 50_000_000).expect(201).word("id");
        assertThat(live.payout(id).word("status")).isEqualTo("pending_review");
        assertThat(live.payout(id).word("review_reason")).isEqualTo("amount_threshold");
        live.post("/v1/payouts/" + id + "/cancel").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        var target = target(live, id, true);
        slow.tical()
                .payouts()
                .commands()
                .decide(target, new PayoutAction.Fire(PayoutStatus.Trigger.APPROVE), TestStaff.decision());
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(() -> !slow.tical().payouts().attempts(target).isEmpty());
        var attempt = slow.tical().payouts().attempts(target).getFirst();
        assertThat(attempt.rail()).isEqualTo("manual");
        var delivered = new PayoutOutcome.Delivered(
                50_000_000, "BANK-REF", new PayoutOutcome.Sender("KBANK", "0987654321", "Tical"));
        slow.tical()
                .payouts()
                .commands()
                .decide(target, new PayoutAction.ReportLeg(1, attempt.id(), delivered), TestStaff.decision());
        assertThat(live.payout(id).word("status")).isEqualTo("success");
        assertThat(live.payout(id).word("slip_qr_ref")).isEqualTo("BANK-REF");
    }

    @Test
    void aLivePayoutToAnUnverifiedDestinationIsHeldAboveItsThresholdOnly() {
        var merchant = slow.merchant();
        var live = slow.fundedLive(merchant, 100_000_000);
        assertThat(live.payout("at", 5_000_000).expect(201).word("status")).isEqualTo("processing");
        var held = live.payout("above", 5_000_001).expect(201);
        assertThat(held.word("status")).isEqualTo("pending_review");
        assertThat(held.word("review_reason")).isEqualTo("destination_unverified");
        slow.tical()
                .payouts()
                .commands()
                .decide(
                        target(live, held.word("id"), true),
                        new PayoutAction.Fire(PayoutStatus.Trigger.REJECT),
                        TestStaff.noted("not known"));
        await(live, held.word("id"), "refunded");
        assertThat(live.available()).isEqualTo(95_000_000);
    }

    @Test
    void anUndecidedReviewExpiresAndALateConfirmationDebitsAgain() {
        var merchant = slow.merchant();
        var live = slow.fundedLive(merchant, 100_000_000);
        var id = live.payout("forgotten", 50_000_000).expect(201).word("id");
        slow.makeDue(id);
        await(live, id, "expired");
        assertThat(live.available()).isEqualTo(100_000_000);
        var expired = live.payout(id).data().at("/execution_steps/0");
        assertThat(expired.get("status").asText()).isEqualTo("cancelled");
        assertThat(expired.get("finalized_at").isNull()).isFalse();
        slow.tical()
                .payouts()
                .commands()
                .decide(
                        target(live, id, true),
                        new PayoutAction.ConfirmLate(TransferSlip.NONE),
                        TestStaff.noted("the bank sent it after all"));
        assertThat(live.payout(id).word("status")).isEqualTo("success");
        assertThat(live.available()).isEqualTo(50_000_000);
    }

    @Test
    void aDeliveredPayoutThatIsRevertedIsRejectedAndThenRefundedInFull() {
        var merchant = service.merchant();
        service.fee(merchant, "THB", 0, 100);
        merchant.funded("THB", 100_000);
        var id = merchant.payout("reverted", 40_000).expect(201).word("id");
        await(merchant, id, "success");
        var target = target(merchant, id, false);
        service.tical()
                .payouts()
                .commands()
                .decide(
                        target,
                        new PayoutAction.Fire(PayoutStatus.Trigger.REVERT),
                        TestStaff.noted("returned by the bank"));
        assertThat(merchant.payout(id).word("status")).isEqualTo("rejected");
        assertThat(merchant.balance("THB").get("held").asLong()).isEqualTo(40_100);
        service.tical()
                .payouts()
                .commands()
                .decide(target, new PayoutAction.CompleteRefund(null), TestStaff.decision());
        assertThat(merchant.payout(id).word("status")).isEqualTo("refunded");
        assertThat(merchant.available()).isEqualTo(100_000);
    }
}

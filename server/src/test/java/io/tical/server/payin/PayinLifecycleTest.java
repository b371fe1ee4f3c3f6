package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Operator;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.StaffDecision;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PayinLifecycleTest {
    private static final StaffDecision STAFF = by(null, null);
    private static final AtomicLong AMOUNTS = new AtomicLong(100_000);

    private static TestService service;

    private final long amount = AMOUNTS.addAndGet(1_000);

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @AfterEach
    void theBooksAreRight() {
        service.requireCleanAudit();
    }

    private static void await(Merchant merchant, String id, String status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(
                        () -> assertThat(merchant.payin(id).word("status")).isEqualTo(status));
    }

    private static TransactionKey target(Merchant merchant, String id, boolean livemode) {
        return new TransactionKey(merchant.organizationId(), livemode, UUID.fromString(id));
    }

    private static Payins payins() {
        return service.tical().payins();
    }

    private static StaffDecision by(@Nullable Long version, @Nullable String note) {
        return new StaffDecision("finance", version, note, "test-request");
    }

    private Receipt receipt(long paid) {
        return new Receipt(paid, "REF-" + amount);
    }

    private static void requireConflict(Runnable action, String code) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo(code));
    }

    @Test
    void testConfirmEndsInSuccessAndMovesNoMoney() {
        var merchant = service.merchant();
        service.payinFee(merchant, "THB", 10, 0);
        var id = merchant.payin("confirm", amount).expect(201).word("id");
        var confirmed = merchant.post("/v1/payins/" + id + "/test-confirm").expect(200);
        assertThat(confirmed.word("status")).isEqualTo("success");
        assertThat(confirmed.number("paid_amount")).isEqualTo(confirmed.number("transfer_amount"));
        assertThat(confirmed.number("net_amount"))
                .isEqualTo(confirmed.number("paid_amount") - confirmed.number("fee_amount"));
        assertThat(confirmed.number("finalized_at")).isPositive();
        assertThat(merchant.available()).isZero();
        merchant.post("/v1/payins/" + id + "/test-confirm").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        merchant.post("/v1/payins/" + id + "/cancel").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        // A refund of a test payin goes the whole way without money too.
        payins().commands()
                .decide(target(merchant, id, false), new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND), STAFF);
        payins().commands().decide(target(merchant, id, false), new PayinAction.CompleteRefund("refund " + id), STAFF);
        assertThat(merchant.payin(id).word("status")).isEqualTo("refunded");
    }

    @Test
    void testConfirmTakesAProcessingPayinToo() {
        var merchant = service.merchant();
        var id = merchant.guidePayin("confirm", amount).expect(201).word("id");
        await(merchant, id, "processing");
        assertThat(merchant.post("/v1/payins/" + id + "/test-confirm")
                        .expect(200)
                        .word("status"))
                .isEqualTo("success");
    }

    @Test
    void aLiveKeyMayNotConfirmAndAnothersPayinIsNotDisclosed() {
        var merchant = service.merchant();
        var id = merchant.payin("mine", amount).expect(201).word("id");
        service.live(merchant).post("/v1/payins/" + id + "/test-confirm").expect(403, "LIVE_KEY_NOT_ALLOWED");
        service.live(merchant).get("/v1/payins/" + id).expect(404, "PAYIN_NOT_FOUND");
        var stranger = service.merchant();
        stranger.get("/v1/payins/" + id).expect(404, "PAYIN_NOT_FOUND");
        stranger.get("/v1/payins/" + id + "/timeline").expect(404, "PAYIN_NOT_FOUND");
        stranger.get("/v1/payins/not-an-id").expect(404, "PAYIN_NOT_FOUND");
        stranger.post("/v1/payins/" + id + "/test-confirm").expect(404, "PAYIN_NOT_FOUND");
        for (var version : new String[] {"/v1", "/v2"}) {
            stranger.post(version + "/payins/" + id + "/cancel").expect(404, "PAYIN_NOT_FOUND");
        }
    }

    @Test
    void onlyAPendingPayinIsCancelled() {
        var merchant = service.merchant();
        var id = merchant.payin("cancel", amount).expect(201).word("id");
        var cancelled = merchant.post("/v1/payins/" + id + "/cancel").expect(200);
        assertThat(cancelled.word("status")).isEqualTo("cancelled");
        assertThat(cancelled.word("order_ref")).isEqualTo("cancel");
        merchant.post("/v1/payins/" + id + "/cancel").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        merchant.post("/v1/payins/" + id + "/test-confirm").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        requireConflict(
                () -> payins().arrive(target(merchant, id, false), Actor.SYSTEM), "PAYIN_STATUS_TRANSITION_INVALID");

        var brief = merchant.payin("cancel-2", amount).expect(201).word("id");
        var answer = merchant.post("/v2/payins/" + brief + "/cancel").expect(200);
        assertThat(answer.data().toString())
                .isEqualTo("{\"id\":\"%s\",\"status\":\"cancelled\",\"order_ref\":\"cancel-2\"}".formatted(brief));

        var opened = merchant.guidePayin("opened", amount).expect(201).word("id");
        await(merchant, opened, "processing");
        merchant.post("/v2/payins/" + opened + "/cancel").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aSlipMakesAPendingPayinProcessingAndKeepsItsTime() {
        var merchant = service.merchant();
        var created = merchant.payin("slip", amount).expect(201);
        var target = target(merchant, created.word("id"), false);
        payins().arrive(target, Actor.SYSTEM);
        payins().arrive(target, Actor.SYSTEM);
        var payin = merchant.payin(created.word("id"));
        assertThat(payin.word("status")).isEqualTo("processing");
        assertThat(payin.word("expires_at")).isEqualTo(created.word("expires_at"));
        merchant.post("/v1/payins/" + created.word("id") + "/cancel").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aSlipMayBeNotedInTheTransactionThatStoresIt() {
        var merchant = service.merchant();
        var id = merchant.payin("stored", amount).expect(201).word("id");
        var target = target(merchant, id, false);
        assertThatThrownBy(() -> service.tical().database().transaction(session -> {
                    payins().arrive(session, target, Actor.SYSTEM);
                    throw new IllegalStateException("the slip could not be stored");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(merchant.payin(id).word("status")).isEqualTo("pending");
        service.tical().database().transaction(session -> payins().arrive(session, target, Actor.SYSTEM));
        assertThat(merchant.payin(id).word("status")).isEqualTo("processing");
    }

    @Test
    void aLivePaymentCreditsWhatWasPaidLessTheFeeOfWhatWasAsked() {
        var merchant = service.merchant();
        service.payinFee(merchant, "THB", 10, 7);
        var live = service.live(merchant);
        var created = live.payin("live", amount).expect(201);
        var id = created.word("id");
        var paid = created.number("transfer_amount");
        payins().confirm(target(live, id, true), receipt(paid), Actor.SYSTEM, null);
        var fee = amount / 100 + 7;
        var payin = live.payin(id);
        assertThat(payin.word("status")).isEqualTo("success");
        assertThat(payin.number("paid_amount")).isEqualTo(paid);
        assertThat(payin.number("fee_amount")).isEqualTo(fee);
        assertThat(payin.number("net_amount")).isEqualTo(paid - fee);
        assertThat(live.available()).isEqualTo(paid - fee);
        var timeline = live.get("/v1/payins/" + id + "/timeline").expect(200).data();
        assertThat(timeline.findValuesAsText("title"))
                .containsExactly("created", "pending → success", "payin_credit", "payin_fee");
    }

    @Test
    void theSamePaymentIsConfirmedOnceAndAnotherOneIsAConflict() {
        var merchant = service.merchant();
        var live = service.live(merchant);
        var id = live.payin("twice", amount).expect(201).word("id");
        var target = target(live, id, true);
        payins().confirm(target, receipt(amount), Actor.SYSTEM, null);
        payins().confirm(target, receipt(amount), STAFF.actor(), null);
        requireConflict(
                () -> payins().confirm(target, new Receipt(amount, "OTHER"), Actor.SYSTEM, null),
                "PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(live.available()).isEqualTo(amount);
    }

    @Test
    void aSecondPaymentWithoutReferenceIsNotTakenForTheFirst() {
        var live = service.live(service.merchant());
        var target = target(live, live.payin("unnamed", amount).expect(201).word("id"), true);
        var unnamed = new Receipt(amount, null);
        payins().confirm(target, unnamed, Actor.SYSTEM, null);
        requireConflict(() -> payins().confirm(target, unnamed, Actor.SYSTEM, null), "PAYIN_STATUS_TRANSITION_INVALID");
        requireConflict(
                () -> payins().confirm(target, unnamed, STAFF.actor(), null), "PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(live.available()).isEqualTo(amount);
    }

    @Test
    void aConfirmationWithoutReferenceThatIsRepeatedInItsRequestIsConfirmedOnce() {
        var live = service.live(service.merchant());
        var target = target(live, live.payin("unnamed", amount).expect(201).word("id"), true);
        var unnamed = new Receipt(amount, null);
        var staff = Actor.staff("fay", "request-1");
        payins().confirm(target, unnamed, staff, null);
        payins().confirm(target, unnamed, staff, null);
        requireConflict(
                () -> payins().confirm(target, unnamed, Actor.staff("fay", "request-2"), null),
                "PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(live.available()).isEqualTo(amount);
    }

    @Test
    void anotherPaymentOfATestThatWasConfirmedIsAConflict() {
        var merchant = service.merchant();
        var id = merchant.payin("tested", amount).expect(201).word("id");
        merchant.post("/v1/payins/" + id + "/test-confirm").expect(200);
        requireConflict(
                () -> payins().confirm(target(merchant, id, false), new Receipt(amount, null), Actor.SYSTEM, null),
                "PAYIN_STATUS_TRANSITION_INVALID");
    }

    @Test
    void thePaidAmountCountsAndTheFeeNeverExceedsIt() {
        var merchant = service.merchant();
        service.payinFee(merchant, "THB", 0, 500);
        var live = service.live(merchant);
        var more = live.payin("more", amount).expect(201).word("id");
        payins().commands()
                .decide(
                        target(live, more, true),
                        PayinAction.Found.of(receipt(amount + 5_000), null),
                        by(null, "they sent more"));
        assertThat(live.available()).isEqualTo(amount + 4_500);
        var less = live.payin("less", amount).expect(201).word("id");
        payins().commands()
                .decide(
                        target(live, less, true),
                        PayinAction.Found.of(new Receipt(300, "OTHER"), null),
                        by(null, "they sent too little"));
        assertThat(live.payin(less).number("fee_amount")).isEqualTo(300);
        assertThat(live.payin(less).number("net_amount")).isZero();
        assertThat(live.available()).isEqualTo(amount + 4_500);
    }

    @Test
    void aDecisionOnAnOlderVersionIsAConflict() {
        var merchant = service.merchant();
        var id = merchant.payin("version", amount).expect(201).word("id");
        var target = target(merchant, id, false);
        var seen = payins().reads().find(target).orElseThrow().progress().version();
        payins().arrive(target, Actor.SYSTEM);
        requireConflict(
                () -> payins().commands().decide(target, PayinAction.Found.of(receipt(amount), null), by(seen, null)),
                "VERSION_CONFLICT");
        payins().commands().decide(target, PayinAction.Found.of(receipt(amount), null), by(seen + 1, null));
        assertThat(merchant.payin(id).word("status")).isEqualTo("success");
    }

    @Test
    void anUnpaidPayinExpiresAndALatePaymentIsStillTaken() {
        var merchant = service.merchant();
        var live = service.live(merchant);
        var id = live.payin("late", amount).expect(201).word("id");
        service.expire(id);
        await(live, id, "expired");
        live.post("/v1/payins/" + id + "/cancel").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        payins().arrive(target(live, id, true), Actor.SYSTEM);
        assertThat(live.payin(id).word("status")).isEqualTo("expired");
        payins().commands().decide(target(live, id, true), PayinAction.Found.of(receipt(amount), null), STAFF);
        assertThat(live.payin(id).word("status")).isEqualTo("success");
        assertThat(live.available()).isEqualTo(amount);
        assertThat(service.count("SELECT count(*) FROM amount_reservation WHERE payin_id = '" + id + "'"))
                .isZero();
    }

    @Test
    void aPayinWithASlipExpiresToo() {
        var merchant = service.merchant();
        var id = merchant.payin("slip-late", amount).expect(201).word("id");
        payins().arrive(target(merchant, id, false), Actor.SYSTEM);
        service.expire(id);
        await(merchant, id, "expired");
    }

    @Test
    void aClosedPayinFailsAndTakesNothingMore() {
        var merchant = service.merchant();
        var id = merchant.payin("closed", amount).expect(201).word("id");
        var target = target(merchant, id, false);
        payins().commands().decide(target, new PayinAction.Fail("closed_by_staff"), by(null, "a test"));
        assertThat(merchant.payin(id).word("status")).isEqualTo("failed");
        assertThat(merchant.payin(id).word("failure_code")).isEqualTo("closed_by_staff");
        requireConflict(
                () -> payins().confirm(target, receipt(amount), STAFF.actor(), null),
                "PAYIN_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aRefundPutsTheCreditAsideAndGivesItBackWithTheFee() {
        var merchant = service.merchant();
        service.payinFee(merchant, "THB", 10, 0);
        var live = service.live(merchant);
        var id = live.payin("refund", amount).expect(201).word("id");
        var target = target(live, id, true);
        payins().confirm(target, receipt(amount), Actor.SYSTEM, null);
        payins().commands()
                .decide(target, new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND), by(null, "paid twice"));
        var net = amount - amount / 100;
        assertThat(live.payin(id).word("status")).isEqualTo("rejected");
        assertThat(live.balance("THB").get("held").asLong()).isEqualTo(net);
        assertThat(live.available()).isZero();
        payins().commands().decide(target, new PayinAction.CompleteRefund("refund " + target.id()), STAFF);
        payins().commands().decide(target, new PayinAction.CompleteRefund("refund " + target.id()), STAFF);
        assertThat(live.payin(id).word("status")).isEqualTo("refunded");
        assertThat(live.balance("THB").get("total").asLong()).isZero();
        assertThat(service.count(
                        "SELECT sum(CASE WHEN debit = 'fee' THEN -amount WHEN credit = 'fee' THEN amount ELSE 0 END)"
                                + " FROM transfer WHERE reference = '" + id + "'"))
                .isZero();
    }

    @Test
    void aRefundIsRefusedWhenTheMoneyIsNoLongerThere() {
        var merchant = service.merchant();
        var live = service.live(merchant);
        var id = live.payin("spent", amount).expect(201).word("id");
        var target = target(live, id, true);
        payins().confirm(target, receipt(amount), Actor.SYSTEM, null);
        live.payout("spend", amount).expect(201);
        assertThatThrownBy(() -> payins().commands()
                        .decide(target, new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND), STAFF))
                .isInstanceOfSatisfying(
                        Problem.Refused.class,
                        problem -> assertThat(problem.code()).isEqualTo("INSUFFICIENT_BALANCE"));
        assertThat(live.payin(id).word("status")).isEqualTo("success");
    }

    @Test
    void theFeeIsKeptWhereTheOperatorSaysSo() {
        try (var keeping = service.node(Map.of("TICAL_PAYIN_REFUND_FEE", "off"), TestService.WITHOUT_WORK)) {
            var merchant = service.merchant();
            service.payinFee(merchant, "THB", 10, 0);
            var live = service.live(merchant);
            var id = live.payin("kept", amount).expect(201).word("id");
            var target = target(live, id, true);
            payins().confirm(target, receipt(amount), Actor.SYSTEM, null);
            var net = live.payin(id).number("net_amount");
            assertThat(keeping.operator(Operator.Role.FINANCE)
                            .get("/admin/v1/payins/" + id)
                            .data()
                            .at("/decision_terms/refund/expected")
                            .asLong())
                    .as("what staff are told that goes back")
                    .isEqualTo(net)
                    .isLessThan(amount);
            payins().commands().decide(target, new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND), STAFF);
            keeping.tical()
                    .payins()
                    .commands()
                    .decide(target, new PayinAction.CompleteRefund("refund " + target.id()), STAFF);
            assertThat(service.count(
                            "SELECT count(*) FROM transfer WHERE operation = 'payin_fee_refund' AND reference = '" + id
                                    + "'"))
                    .isZero();
        }
    }
}

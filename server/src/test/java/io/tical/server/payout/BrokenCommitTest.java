package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.CommitBreaker;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.payin.PayinAction;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Payins;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferSlip;
import io.tical.server.suspense.Suspense;
import io.tical.server.suspense.SuspenseAction;
import io.tical.server.suspense.SuspenseItem;
import io.tical.server.suspense.SuspenseStatus;
import io.tical.server.suspense.Unmatched;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.StaffDecision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A command that took effect is answered with its effect, also when the connection broke before its commit was acknowledged. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokenCommitTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private TestService service;
    private CommitBreaker breaker;
    /** The node whose commits break. */
    private TestService node;

    private Payouts payouts;
    private Payins payins;
    private Merchant live;
    /** How many commits were broken before this test. */
    private int brokenBefore;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0"), TestService.WITHOUT_WORK);
        service.tical().fence().runOnce(); // so that payouts are matched
        breaker = new CommitBreaker(service.database());
        node = service.node(breaker.settings(), TestService.WITHOUT_WORK);
        payouts = node.tical().payouts();
        payins = node.tical().payins();
    }

    @BeforeEach
    void fund() {
        brokenBefore = breaker.broken();
        live = service.fundedLive(service.merchant(), 200_000_000);
    }

    @AfterEach
    void audit() {
        service.requireCleanAudit();
    }

    @AfterAll
    void stop() {
        node.close();
        breaker.close();
        service.close();
    }

    private int broken() {
        return breaker.broken() - brokenBefore;
    }

    private static StaffDecision decision(@Nullable Long version) {
        return new StaffDecision("finance", version, null, "request-" + NUMBERS.incrementAndGet());
    }

    private static Actor staff() {
        return Actor.staff("finance", "request-" + NUMBERS.incrementAndGet());
    }

    /** A payout of this status, brought there without the node whose commits break. */
    private TransactionKey payout(PayoutStatus status) {
        var large = status == PayoutStatus.PENDING_REVIEW || status == PayoutStatus.EXPIRED;
        var created = live.payout("ref-" + NUMBERS.incrementAndGet(), large ? 50_000_000 : 40_000)
                .expect(201);
        var target = new TransactionKey(live.organizationId(), true, UUID.fromString(created.word("id")));
        var steady = service.tical().payouts();
        switch (status) {
            case EXPIRED -> steady.commands().run(target, new PayoutAction.Fire(Trigger.EXPIRE));
            case IN_REVIEW -> dispatch(target, new PayoutOutcome.Unknown("silence"), PayoutStatus.IN_REVIEW);
            case SUCCESS -> dispatch(target, TestRail.delivered(40_000, "bank"), PayoutStatus.SUCCESS);
            case FAILED -> dispatch(target, TestRail.failed(), PayoutStatus.FAILED);
            case REJECTED -> {
                dispatch(target, TestRail.delivered(40_000, "bank"), PayoutStatus.SUCCESS);
                steady.commands().decide(target, new PayoutAction.Fire(Trigger.REVERT), TestStaff.decision());
            }
            default -> assertThat(status).isEqualTo(PayoutStatus.PENDING_REVIEW);
        }
        return target;
    }

    private void dispatch(TransactionKey target, PayoutOutcome outcome, PayoutStatus status) {
        var steady = service.tical().payouts();
        new PayoutWork(
                        service.tical().database(),
                        steady,
                        service.tical().sentPayouts(),
                        TestRail.of(leg -> outcome).rails(),
                        List.of(),
                        TestService.CLOCK)
                .round();
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(() -> steady.reads().get(target).status() == status
                        && !steady.attempts(target).isEmpty());
    }

    private long changes(UUID object) {
        return service.count("SELECT count(*) FROM state_change WHERE object_id = '" + object + "'");
    }

    /** What staff do with a payout. */
    private enum PayoutDecision {
        APPROVE(PayoutStatus.PENDING_REVIEW, PayoutStatus.PROCESSING),
        REJECT(PayoutStatus.PENDING_REVIEW, PayoutStatus.REJECTED),
        RETRY(PayoutStatus.FAILED, PayoutStatus.PROCESSING),
        RETRY_UNKNOWN(PayoutStatus.IN_REVIEW, PayoutStatus.PROCESSING),
        DECIDE(PayoutStatus.IN_REVIEW, PayoutStatus.SUCCESS),
        REPORT(PayoutStatus.IN_REVIEW, PayoutStatus.SUCCESS),
        REPORT_LEG(PayoutStatus.IN_REVIEW, PayoutStatus.SUCCESS),
        REVERT(PayoutStatus.SUCCESS, PayoutStatus.REJECTED),
        COMPLETE_REFUND(PayoutStatus.REJECTED, PayoutStatus.REFUNDED),
        CONFIRM_LATE(PayoutStatus.EXPIRED, PayoutStatus.SUCCESS);

        private final PayoutStatus before;
        private final PayoutStatus after;

        PayoutDecision(PayoutStatus before, PayoutStatus after) {
            this.before = before;
            this.after = after;
        }
    }

    private PayoutAggregate carryOut(PayoutDecision action, TransactionKey target, StaffDecision by) {
        return switch (action) {
            case APPROVE -> payouts.commands().decide(target, new PayoutAction.Fire(Trigger.APPROVE), by);
            case REJECT -> payouts.commands().decide(target, new PayoutAction.Fire(Trigger.REJECT), by);
            case RETRY, RETRY_UNKNOWN -> payouts.commands().decide(target, new PayoutAction.Fire(Trigger.RETRY), by);
            case DECIDE -> payouts.commands().decide(target, new PayoutAction.DecideLegs(true, TransferSlip.NONE), by);
            case REPORT ->
                payouts.commands()
                        .decide(
                                target,
                                new PayoutAction.ReportLeg(
                                        1, payouts.attempts(target).getFirst().id(), transferOf(target)),
                                by);
            case REPORT_LEG ->
                payouts.commands().decide(target, new PayoutAction.ReportLeg(1, null, transferOf(target)), by);
            case REVERT -> payouts.commands().decide(target, new PayoutAction.Fire(Trigger.REVERT), by);
            case COMPLETE_REFUND -> payouts.commands().decide(target, new PayoutAction.CompleteRefund(null), by);
            case CONFIRM_LATE -> payouts.commands().decide(target, new PayoutAction.ConfirmLate(TransferSlip.NONE), by);
        };
    }

    /** A bank transfer of its own for each payout, because one pays once. */
    private static PayoutOutcome.Delivered transferOf(TransactionKey target) {
        return TestRail.delivered(40_000, "bank " + target.id());
    }

    @ParameterizedTest
    @EnumSource
    void aStaffDecisionOnAPayoutIsAnsweredAndExecutedOnce(PayoutDecision action) {
        var target = payout(action.before);
        var before = changes(target.id());
        var version = payouts.reads().get(target).progress().version();
        var by = TestStaff.seen(version);
        breaker.breakAfter(0);

        var answered = carryOut(action, target, by);

        assertThat(broken()).isEqualTo(1);
        assertThat(answered.status()).isEqualTo(action.after);
        assertThat(answered.version()).isEqualTo(version + 1);
        assertThat(changes(target.id())).isEqualTo(before + 1);
        // The same request once more, as a client sends it whose answer was lost.
        assertThat(carryOut(action, target, by)).isEqualTo(answered);
        assertThat(changes(target.id())).isEqualTo(before + 1);
    }

    @Test
    void aDecisionWithoutARequestIsExecutedOnce() {
        var target = payout(PayoutStatus.SUCCESS);
        breaker.breakAfter(0);
        assertThat(payouts.commands()
                        .run(target, new PayoutAction.Fire(Trigger.REVERT))
                        .status())
                .isEqualTo(PayoutStatus.REJECTED);
        assertThat(broken()).isEqualTo(1);
    }

    /** What staff do with a payin. */
    private enum PayinDecision {
        CONFIRM(PayinStatus.SUCCESS),
        FAIL(PayinStatus.FAILED),
        OPEN_REFUND(PayinStatus.REJECTED),
        COMPLETE_REFUND(PayinStatus.REFUNDED);

        private final PayinStatus after;

        PayinDecision(PayinStatus after) {
            this.after = after;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStaffDecisionOnAPayinIsAnsweredAndExecutedOnce(PayinDecision action) {
        var id = UUID.fromString(live.payin("order-" + NUMBERS.incrementAndGet(), 40_000)
                .expect(201)
                .word("id"));
        var target = new TransactionKey(live.organizationId(), true, id);
        var receipt = new PayinAction.Receipt(40_000, "bank-" + id);
        var steady = service.tical().payins();
        if (action == PayinDecision.OPEN_REFUND || action == PayinDecision.COMPLETE_REFUND) {
            steady.confirm(target, receipt, staff(), null);
        }
        if (action == PayinDecision.COMPLETE_REFUND) {
            steady.commands().decide(target, new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND), decision(null));
        }
        long version = steady.reads().find(target).orElseThrow().version();
        var before = changes(id);
        var decision = decision(version);
        breaker.breakAfter(0);

        var answered = switch (action) {
            case CONFIRM -> payins.commands().decide(target, PayinAction.Found.of(receipt, null), decision);
            case FAIL -> payins.commands().decide(target, new PayinAction.Fail("closed"), decision);
            case OPEN_REFUND ->
                payins.commands().decide(target, new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND), decision);
            case COMPLETE_REFUND ->
                payins.commands().decide(target, new PayinAction.CompleteRefund("refund " + target.id()), decision);
        };

        assertThat(broken()).isEqualTo(1);
        assertThat(answered.status()).isEqualTo(action.after);
        assertThat(answered.progress().version()).isEqualTo(version + 1);
        assertThat(changes(id)).isEqualTo(before + 1);
    }

    @Test
    void aConfirmationByTheServiceItselfIsDoneOnce() {
        var id = UUID.fromString(live.payin("order", 40_000).expect(201).word("id"));
        var target = new TransactionKey(live.organizationId(), true, id);
        var before = changes(id);
        breaker.breakAfter(0);
        assertThat(payins.confirm(target, new PayinAction.Receipt(40_000, null), Actor.SYSTEM, null)
                        .status())
                .isEqualTo(PayinStatus.SUCCESS);
        assertThat(broken()).isEqualTo(1);
        assertThat(changes(id)).isEqualTo(before + 1);
    }

    @Test
    void aDecisionOnUnallocatedFundsIsAnsweredAndExecutedOnce() {
        var id = UUID.fromString(live.payin("order", 40_000).expect(201).word("id"));
        var other = UUID.fromString(live.payin("other", 41_000).expect(201).word("id"));
        for (var disposition : List.of(
                new SuspenseAction.Return("return " + other),
                new SuspenseAction.Keep(),
                new SuspenseAction.Match(other))) {
            var item = open(id, "ref-" + disposition);
            breaker.breakAfter(0);
            var decided = node.tical()
                    .suspense()
                    .commands()
                    .decide(
                            item.key(),
                            disposition,
                            StaffDecision.of("finance", item.version(), "request-" + disposition));
            assertThat(decided.decision()).isNotNull();
            assertThat(decided.version()).isEqualTo(item.version() + 1);
            assertThat(changes(item.key().id())).isEqualTo(2);
        }
        assertThat(broken()).isEqualTo(3);
        assertThat(live.payin(other.toString()).word("status")).isEqualTo("success");
    }

    @Test
    void aMatchIsReleasedOnce() {
        var paying = service.fundedLive(service.matching(service.merchant(), MatchFallback.OFF), 5_000_000);
        var shop = service.live(service.matching(service.merchant(), MatchFallback.OFF));
        paying.payout("matched", 40_000).expect(201);
        var payin = shop.post(
                        "/v1/payins",
                        "{\"order_ref\":\"order\",\"amount\":40000,\"currency\":\"THB\",\"receiving_type\":\"p2p\"}")
                .expect(201);
        var id = UUID.fromString(payin.word("id"));
        breaker.breakAfter(0);
        payins.matches().release(new TransactionKey(shop.organizationId(), true, id), decision(null));
        assertThat(broken()).isEqualTo(1);
        assertThat(changes(id)).isEqualTo(1);
    }

    @Test
    void anAccountOfThePoolIsAddedAndChangedOnce() {
        var accounts = node.tical().collectionAccounts();
        breaker.breakAfter(0);
        var added = accounts.add(new CollectionAccounts.Description("THB", "KBANK", "1234567890", "Tical", null, 100));
        breaker.breakAfter(0);
        var wanted = new CollectionAccounts.Description("THB", "KBANK", "1234567890", "Tical", null, 50);
        var changed = accounts.change(added.id(), added.version(), wanted);
        assertThat(broken()).isEqualTo(2);
        assertThat(changed.version()).isEqualTo(2);
    }

    @Test
    void aRequestThatMovesNoMoneyIsAnsweredWithAnUnknownOutcomeAndReplayed() {
        var body = """
                {"holder_name":"Somsri","bank_code":"KBANK","account_no":"5556667778"}""";
        var there = live.at(node.port());
        breaker.breakAfter(0);
        var unknown = there.post("/v1/customers", body, "broken").expect(503, "SERVICE_UNAVAILABLE");
        assertThat(broken()).isEqualTo(1);
        assertThat(unknown.text()).contains(Problem.Unavailable.outcomeUnknown().message());
        var replay = there.post("/v1/customers", body, "broken").expect(201);
        assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
    }

    private SuspenseItem open(UUID payin, String reference) {
        service.tical().database().transaction(session -> {
            Suspense.note(
                    session,
                    List.of(new Unmatched(
                            new TransactionKey(live.organizationId(), true, payin),
                            Unmatched.Source.SLIP,
                            reference,
                            Unmatched.Reason.EXTRA,
                            "THB",
                            7_000)));
            return reference;
        });
        try (var worker = service.node(Map.of(), TestService.Work.RUNNING)) {
            var suspense = worker.tical().suspense();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> suspense.ofPayin(live.organizationId(), true, payin).stream()
                            .noneMatch(item -> item.status() == SuspenseStatus.NOTED));
            return suspense.ofPayin(live.organizationId(), true, payin).getLast();
        }
    }
}

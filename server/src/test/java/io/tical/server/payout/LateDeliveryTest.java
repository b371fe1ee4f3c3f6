package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.AttemptReport;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferSlip;
import io.tical.server.staff.Operator;
import io.tical.server.suspense.Suspense;
import io.tical.server.suspense.SuspenseAction;
import io.tical.server.suspense.SuspenseItem;
import io.tical.server.suspense.SuspenseStatus;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.transaction.StateChange;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The delivery of an abandoned attempt is recorded in every status of its payout, and claimed once. */
class LateDeliveryTest {
    private static final long AMOUNT = 40_000;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static TestService service;

    private Payouts payouts;
    private Suspense suspense;
    private Merchant live;
    private TransactionKey target;
    private Attempt first;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void anAttemptThatNobodyKnowsOf() {
        payouts = service.tical().payouts();
        suspense = service.tical().suspense();
        live = service.fundedLive(service.merchant(), 10_000_000);
        var id = live.payout("ref-" + NUMBERS.incrementAndGet(), AMOUNT)
                .expect(201)
                .word("id");
        target = new TransactionKey(live.organizationId(), true, UUID.fromString(id));
        dispatch(new PayoutOutcome.Unknown("silence"));
        first = payouts.attempts(target).getFirst();
    }

    private void dispatch(PayoutOutcome outcome) {
        var attempts = payouts.attempts(target).size();
        new PayoutWork(
                        service.tical().database(),
                        payouts,
                        service.tical().sentPayouts(),
                        TestRail.of(leg -> outcome).rails(),
                        List.of(),
                        TestService.CLOCK)
                .round();
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(() -> payouts.attempts(target).size() == attempts + 1
                        && payouts.reads().get(target).progress().dueAt() == null);
    }

    /** Where the payout is when its first attempt turns out to have been delivered. */
    private enum Meanwhile {
        SENT_AGAIN(PayoutStatus.SUCCESS, PayoutStatus.SUCCESS),
        SENT_AGAIN_IN_PART(PayoutStatus.PARTIAL_SUCCESS, PayoutStatus.PARTIAL_SUCCESS),
        BEING_SENT_AGAIN(PayoutStatus.PROCESSING, PayoutStatus.IN_REVIEW),
        UNKNOWN_AGAIN(PayoutStatus.IN_REVIEW, PayoutStatus.IN_REVIEW),
        FAILED(PayoutStatus.FAILED, PayoutStatus.FAILED),
        REJECTED(PayoutStatus.REJECTED, PayoutStatus.REJECTED),
        REFUNDED(PayoutStatus.REFUNDED, PayoutStatus.REFUNDED),
        REVERTED(PayoutStatus.REJECTED, PayoutStatus.REJECTED);

        private final PayoutStatus before;
        private final PayoutStatus after;

        Meanwhile(PayoutStatus before, PayoutStatus after) {
            this.before = before;
            this.after = after;
        }
    }

    private void bring(Meanwhile meanwhile) {
        switch (meanwhile) {
            case SENT_AGAIN -> again(TestRail.delivered(AMOUNT, "second"));
            case SENT_AGAIN_IN_PART -> again(TestRail.delivered(AMOUNT / 2, "second"));
            case BEING_SENT_AGAIN -> again(new PayoutOutcome.HandedToStaff());
            case UNKNOWN_AGAIN -> again(new PayoutOutcome.Unknown("silence"));
            case FAILED ->
                payouts.commands()
                        .decide(target, new PayoutAction.DecideLegs(false, TransferSlip.NONE), TestStaff.decision());
            case REJECTED ->
                payouts.commands().decide(target, new PayoutAction.Fire(Trigger.REJECT), TestStaff.decision());
            case REFUNDED -> {
                payouts.commands().decide(target, new PayoutAction.Fire(Trigger.REJECT), TestStaff.decision());
                payouts.commands().run(target, new PayoutAction.Fire(Trigger.COMPLETE_REFUND));
            }
            case REVERTED -> {
                again(TestRail.delivered(AMOUNT, "second"));
                payouts.commands().decide(target, new PayoutAction.Fire(Trigger.REVERT), TestStaff.decision());
            }
        }
        assertThat(payouts.reads().get(target).status()).isEqualTo(meanwhile.before);
    }

    private void again(PayoutOutcome outcome) {
        payouts.commands().decide(target, new PayoutAction.Fire(Trigger.RETRY), TestStaff.decision());
        dispatch(outcome);
    }

    private void late(long amount) {
        payouts.commands().run(target, new PayoutAction.Report(first.id(), TestRail.delivered(amount, "late-ref")));
    }

    private List<String> titles() {
        return live.get("/v1/payouts/" + target.id() + "/timeline")
                .expect(200)
                .data()
                .findValuesAsText("title");
    }

    private List<SuspenseItem> claims() {
        return suspense.list(Optional.of(SuspenseStatus.OPEN), Environments.ALL, "", new Page(100, 0, null)).stream()
                .filter(item -> item.key().organizationId().equals(live.organizationId()))
                .toList();
    }

    private long booked(String account) {
        return service.count("SELECT coalesce(sum(CASE WHEN credit = '" + account + "' THEN amount WHEN debit = '"
                + account + "' THEN -amount END), 0) FROM transfer WHERE reference = '" + target.id() + "'");
    }

    @ParameterizedTest
    @EnumSource
    void aLateDeliveryIsInTheHistoryTheLedgerAndTheUnallocatedFundsOnce(Meanwhile meanwhile) {
        bring(meanwhile);
        var rail = booked("rail");
        var available = live.available();

        late(AMOUNT);
        late(AMOUNT);

        assertThat(titles()).containsOnlyOnce("attempt 1 of leg 1 was delivered after it had ended", "payout_claim");
        assertThat(payouts.reads().get(target).status()).isEqualTo(meanwhile.after);
        assertThat(booked("rail")).isEqualTo(rail + AMOUNT);
        assertThat(booked("suspense")).isEqualTo(-AMOUNT);
        assertThat(live.available()).isEqualTo(available);
        assertThat(claims()).hasSize(1).allSatisfy(item -> {
            assertThat(item.payment().amount()).isEqualTo(AMOUNT);
            assertThat(item.payment().reference())
                    .contains("late-ref", first.id().toString());
        });
        service.requireCleanAudit();
    }

    @Test
    void anAttemptThatNothingFollowedPaysItsLegAfterAll() {
        payouts.commands().decide(target, new PayoutAction.Fire(Trigger.RETRY), TestStaff.decision());
        late(AMOUNT);
        assertThat(payouts.reads().get(target).status()).isEqualTo(PayoutStatus.SUCCESS);
        assertThat(titles()).contains("attempt 1 of leg 1 was delivered after it had ended");
        assertThat(claims()).isEmpty();
        assertThat(booked("rail")).isEqualTo(AMOUNT);
        service.requireCleanAudit();
    }

    @ParameterizedTest
    @ValueSource(longs = {-7, 0, 1, AMOUNT + 1})
    void aLateDeliveryIsRecordedWhateverItsAmount(long amount) {
        bring(Meanwhile.FAILED);
        late(amount);
        late(amount);
        assertThat(titles()).containsOnlyOnce("attempt 1 of leg 1 was delivered after it had ended");
        assertThat(booked("suspense")).isEqualTo(-Math.max(0, amount));
        assertThat(claims()).hasSize(amount > 0 ? 1 : 0);
        service.requireCleanAudit();
    }

    @Test
    void aReportOfAnAttemptThatThePayoutDoesNotHaveIsRefused() {
        var unknown = UUID.randomUUID();
        var delivered = TestRail.delivered(AMOUNT, "bank");
        for (var report : List.<ThrowingCallable>of(
                () -> payouts.commands().run(target, new PayoutAction.Report(unknown, delivered)),
                () -> payouts.commands()
                        .decide(target, new PayoutAction.ReportLeg(1, unknown, delivered), TestStaff.decision()))) {
            assertThatThrownBy(report).isInstanceOfSatisfying(Problem.NotFound.class, problem -> {
                assertThat(problem.code()).isEqualTo("PAYOUT_ATTEMPT_NOT_FOUND");
                assertThat(problem.message()).contains(target.id().toString(), unknown.toString());
            });
        }
    }

    @Test
    void anAmountThatWasNotSentDoesNotPayALeg() {
        payouts.commands().decide(target, new PayoutAction.Fire(Trigger.RETRY), TestStaff.decision());
        late(AMOUNT + 1);
        assertThat(payouts.reads().get(target).status()).isEqualTo(PayoutStatus.IN_REVIEW);
        assertThat(claims()).hasSize(1);
        service.requireCleanAudit();
    }

    @Test
    void aLegThatArrivedLateIsNotSentAgain() {
        bring(Meanwhile.FAILED);
        late(AMOUNT);
        assertThatThrownBy(() ->
                        payouts.commands().decide(target, new PayoutAction.Fire(Trigger.RETRY), TestStaff.decision()))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo("PAYOUT_STATUS_TRANSITION_INVALID"));
    }

    @ParameterizedTest
    @CsvSource({"true,0,-40000", "false,-40000,0"})
    void aClaimIsPaidBackOrBorneAndPaysNoPayin(boolean returned, long fee, long rail) {
        bring(Meanwhile.SENT_AGAIN);
        late(AMOUNT);
        var item = claims().getFirst();
        var id = item.key().id();
        var payin = UUID.fromString(live.payin("order", 40_000).expect(201).word("id"));
        var decision = StaffDecision.of("finance", item.version(), "request-" + NUMBERS.incrementAndGet());
        assertThatThrownBy(() -> suspense.commands().decide(item.key(), new SuspenseAction.Match(payin), decision))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo("SUSPENSE_STATUS_TRANSITION_INVALID"));
        suspense.commands()
                .decide(
                        item.key(),
                        returned ? new SuspenseAction.Return("return " + id) : new SuspenseAction.Keep(),
                        decision);
        var moved = "SELECT coalesce(sum(CASE WHEN credit = '%s' THEN amount WHEN debit = '%s' THEN -amount END), 0)"
                + " FROM transfer WHERE reference = '" + id + "'";
        assertThat(service.count(moved.formatted("suspense", "suspense"))).isEqualTo(AMOUNT);
        assertThat(service.count(moved.formatted("fee", "fee"))).isEqualTo(fee);
        assertThat(service.count(moved.formatted("rail", "rail"))).isEqualTo(rail);
        service.requireCleanAudit();
    }

    @Test
    void theSimulatorsWitnessOfASecondDeliveryIsKnownToTheAudit() {
        bring(Meanwhile.SENT_AGAIN);
        var second = payouts.attempts(target).getLast();
        for (var attempt : List.of(first, second)) {
            service.sql(
                    "INSERT INTO simulator_transfer SELECT organization_id, livemode, attempt_id, payout_id, step, amount,"
                            + " amount, 'DELIVERED', now(), 'payout' FROM payout_attempt WHERE attempt_id = '"
                            + attempt.id()
                            + "'");
        }
        assertThat(finding()).contains("late delivery of 40000");
        late(AMOUNT);
        service.requireCleanAudit();
    }

    private String finding() {
        var finding = service.audit().run().finding();
        return finding == null ? "" : finding.sentence();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM suspense WHERE payout_id = '%s'",
                "UPDATE suspense SET amount = amount - 1 WHERE payout_id = '%s'",
                "UPDATE suspense SET status = 'kept', decided_by = 'x' WHERE payout_id = '%s'",
                "UPDATE payout_attempt SET late_amount = NULL, late_at = NULL WHERE late_amount > 0 AND payout_id = '%s'",
                "UPDATE payout_attempt SET late_amount = late_amount - 1 WHERE late_amount > 0 AND payout_id = '%s'"
            })
    void theAuditFindsAClaimThatIsMissingOrAnother(String damage) {
        bring(Meanwhile.SENT_AGAIN);
        late(AMOUNT);
        service.requireCleanAudit();
        try {
            service.sql(
                    "CREATE TABLE kept_suspense AS TABLE suspense; CREATE TABLE kept_attempt AS TABLE payout_attempt");
            service.sql(damage.formatted(target.id()));
            assertThat(finding()).isNotEmpty();
        } finally {
            service.sql(
                    "DELETE FROM suspense; INSERT INTO suspense TABLE kept_suspense; DELETE FROM payout_attempt;"
                            + " INSERT INTO payout_attempt TABLE kept_attempt; DROP TABLE kept_suspense; DROP TABLE kept_attempt");
        }
    }

    /** A payin of another merchant that finance is about to confirm with a reference. Answers 200 or 409. */
    private Callable<Integer> received(String reference) {
        var finance = service.operator(Operator.Role.FINANCE);
        var path = "/admin/v1/payins/"
                + service.live(service.merchant())
                        .payin("order-" + NUMBERS.incrementAndGet(), AMOUNT)
                        .expect(201)
                        .word("id");
        var payin = finance.get(path).expect(200);
        var body = String.format(
                Locale.ROOT,
                "{\"version\":%d,\"paid_amount\":%d,\"reference\":\"%s\",\"note\":\"seen\"}",
                payin.number("version"),
                payin.number("transfer_amount"),
                reference);
        return () -> {
            var answer = finance.post(path + "/confirm", body).status();
            while (answer == 503) {
                answer = finance.post(path + "/confirm", body).status();
            }
            return answer;
        };
    }

    /** A node gives up after waiting for a lock for some seconds, and its rail is asked again. */
    private boolean reportOn(TestService node, String reference) {
        while (true) {
            try {
                node.tical()
                        .payouts()
                        .commands()
                        .run(target, new PayoutAction.Report(first.id(), TestRail.delivered(AMOUNT, reference)));
                return true;
            } catch (Problem.Unavailable waits) {
                assertThat(waits).isNotNull();
            }
        }
    }

    private String noteOfTheLateDelivery() {
        return service.tical().database().run(session -> StateChange.of(session, target)).stream()
                .map(StateChange::change)
                .filter(change -> change.trigger().equals(AttemptReport.LATE_DELIVERY))
                .map(change -> String.valueOf(change.note()))
                .collect(Collectors.joining());
    }

    /** Where the rail's report waits while the payment is recorded. */
    private enum Waits {
        /** Before it says which transfer it names: the payment is recorded first. */
        DECIDED("SELECT 1 FROM payout_attempt WHERE attempt_id = '%s' FOR UPDATE"),
        /** After that: the payment waits for it. */
        NAMED("LOCK TABLE transfer IN SHARE ROW EXCLUSIVE MODE");

        private final String lock;

        Waits(String lock) {
            this.lock = lock;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTransferThatIsReceivedWhileARailReportsItLateIsNotBoth(Waits waits) throws Exception {
        bring(Meanwhile.SENT_AGAIN);
        var reference = "late-" + target.id();
        var payment = received(reference);
        try (var node = service.node(Map.of(), TestService.WITHOUT_WORK);
                var owner = service.ownerConnection();
                var people = Executors.newVirtualThreadPerTaskExecutor()) {
            owner.setAutoCommit(false);
            try (var statement = owner.createStatement()) {
                statement.execute(waits.lock.formatted(first.id()));
            }
            var report = people.submit(() -> reportOn(node, reference));
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(service::waitsForALock);
            var confirmed = people.submit(payment);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> confirmed.isDone() || service.lockWaiters() == 2);
            owner.rollback();
            assertThat(report.get()).isTrue();
            assertThat(noteOfTheLateDelivery()).isNotEmpty();
            assertThat(noteOfTheLateDelivery().contains("paid the payin") ? 200 : 409)
                    .isEqualTo(confirmed.get());
        }
        service.requireCleanAudit();
    }
}

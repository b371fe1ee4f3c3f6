package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.Claims;
import io.tical.server.rail.DispatchPlan;
import io.tical.server.rail.ManualRail;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.Resending;
import io.tical.server.rail.Routing;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.EventType;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules as pure functions: no database, no clock. */
class PayoutRulesTest {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private static final long LEG = 1_000;
    private static final PayoutOutcome UNKNOWN = new PayoutOutcome.Unknown("silence");

    private final PayoutRules rules = rules(List.of());

    private static PayoutRules rules(List<PaidTransfer> paid) {
        return new PayoutRules(
                TestRail.of(leg -> UNKNOWN).rails(), (payout, now) -> null, new PaidTransfers(paid), (_, _) -> {});
    }

    /** A payout of so many legs of {@value #LEG}, without a fee. */
    static PayoutAggregate payout(PayoutStatus status, int legs) {
        var steps = IntStream.rangeClosed(1, legs)
                .mapToObj(number -> new Payout.Leg(Ids.next(), number, LEG, 0, LegStatus.PENDING, null))
                .toList();
        var terms = new Payout.Terms(
                UUID.randomUUID(),
                true,
                Dialect.V1,
                "ref",
                "THB",
                legs * LEG,
                0,
                Ids.next(),
                Ids.next(),
                "Name",
                "KBANK",
                "1234567890",
                "Holder",
                null,
                null,
                "request",
                LocalDate.EPOCH);
        var progress = new Payout.Progress(
                status, Payout.Totals.NOTHING, Payout.LastTransfer.UNKNOWN, null, null, 1, null, null, NOW, null, null);
        return PayoutAggregate.of(new Payout(Ids.next(), terms, progress, steps), List.of());
    }

    /** A payout whose legs were all sent. */
    private static PayoutAggregate sent(int legs) {
        var payout = payout(PayoutStatus.PROCESSING, legs);
        return DispatchPlan.of(payout, Routing.to("test"), List.of(), NOW).after();
    }

    private static Attempt last(PayoutAggregate payout, int step) {
        return payout.attemptsOf(step).getLast();
    }

    private static Command<PayoutAction> report(PayoutAggregate payout, UUID attemptId, PayoutOutcome outcome) {
        return new Command<PayoutAction>(payout.key(), new PayoutAction.Report(attemptId, outcome), By.SYSTEM);
    }

    private Decision<PayoutAggregate> decide(PayoutAggregate payout, Attempt attempt, PayoutOutcome outcome) {
        return rules.decide(payout, report(payout, attempt.id(), outcome), NOW);
    }

    private Decision<PayoutAggregate> fire(PayoutAggregate payout, Trigger trigger) {
        return rules.decide(
                payout, new Command<PayoutAction>(payout.key(), new PayoutAction.Fire(trigger), By.SYSTEM), NOW);
    }

    private static PayoutOutcome.Delivered delivered(long amount) {
        return TestRail.delivered(amount, "bank");
    }

    private static List<Movement> moved(Decision<?> decision) {
        return decision.movements().stream()
                .filter(movement -> movement.amount() != 0)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 1000, SUCCESS, 2000, PAYOUT_SUCCEEDED",
        "1000, 400, PARTIAL_SUCCESS, 1400, PAYOUT_PARTIALLY_SUCCEEDED",
        "400, 0, PARTIAL_SUCCESS, 400, PAYOUT_PARTIALLY_SUCCEEDED",
        "0, 0, FAILED, 0, PAYOUT_FAILED"
    })
    void theLastLegDecidesThePayout(long first, long second, PayoutStatus status, long arrived, EventType event) {
        var before = sent(2);
        var one = decide(before, last(before, 1), first == 0 ? TestRail.failed() : delivered(first));
        assertThat(one.after().status()).isEqualTo(PayoutStatus.PROCESSING);
        assertThat(one.movements()).isEmpty();
        var two = decide(one.after(), last(before, 2), second == 0 ? TestRail.failed() : delivered(second));
        assertThat(two.after().status()).isEqualTo(status);
        assertThat(two.after().payout().progress().totals())
                .isEqualTo(new Payout.Totals(arrived, 0, 2 * LEG - arrived));
        assertThat(two.events()).extracting(Decision.Announcement::type).containsExactly(event);
        assertThat(two.changes()).hasSize(1);
    }

    @Test
    void aRailThatNamesATransferThatWasReceivedIsLeftToStaff() {
        var before = sent(1);
        var attempt = last(before, 1);
        var payin = new TransactionKey(Ids.next(), before.key().livemode(), Ids.next());
        var compared = rules(List.of(PaidTransfer.received("bank", payin)));
        var report = report(before, attempt.id(), delivered(attempt.amount()));
        var decision = compared.decide(before, report, NOW);
        assertThat(decision.after().status()).isEqualTo(PayoutStatus.IN_REVIEW);
        assertThat(decision.movements()).isEmpty();
        assertThat(decision.after().payout().progress().reviewReason())
                .isEqualTo("the transfer BANK paid the payin " + payin.id());
    }

    @Test
    void anUnknownOutcomeIsLeftToStaff() {
        var before = sent(1);
        var lost = decide(before, last(before, 1), UNKNOWN);
        assertThat(lost.after().status()).isEqualTo(PayoutStatus.IN_REVIEW);
        assertThat(lost.after().payout().progress().reviewReason()).isEqualTo("silence");
        assertThat(lost.movements()).isEmpty();
        assertThat(decide(lost.after(), last(before, 1), UNKNOWN)).isEqualTo(Decision.unchanged(lost.after()));
        assertThat(decide(lost.after(), last(before, 1), delivered(LEG)).after().status())
                .isEqualTo(PayoutStatus.SUCCESS);
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1001"})
    void anAmountThatWasNotSentIsLeftToStaff(long amount) {
        var before = sent(1);
        var lost = decide(before, last(before, 1), delivered(amount));
        assertThat(lost.after().status()).isEqualTo(PayoutStatus.IN_REVIEW);
        assertThat(last(lost.after(), 1).state()).isEqualTo(Attempt.State.OPEN);
    }

    @Test
    void aTransferThatPaidSomethingElsePaysNoLegAlthoughARailReportsIt() {
        var before = sent(1);
        var attempt = last(before, 1);
        var other = new TransactionKey(UUID.randomUUID(), true, Ids.next());
        var compared = rules(List.of(PaidTransfer.of("BANK", EventType.Subject.SETTLEMENT, other, Ids.next())));
        var delivered = report(before, attempt.id(), delivered(LEG));

        var open = compared.decide(before, delivered, NOW).after();
        assertThat(open.status()).isEqualTo(PayoutStatus.IN_REVIEW);
        assertThat(open.payout().progress().reviewReason())
                .isEqualTo("the transfer BANK paid the settlement " + other.id());
        assertThat(last(open, 1).state()).isEqualTo(Attempt.State.OPEN);

        var dead = meanwhile(Meanwhile.RETRIED);
        var late = compared.decide(dead, report(dead, last(dead, 1).id(), delivered(LEG)), NOW);
        assertThat(late.after().execution().newClaims()).hasSize(1);
        assertThat(late.after().payout().progress().reviewReason())
                .isEqualTo("attempt 1 of leg 1 was delivered after it had ended; the transfer BANK paid the settlement "
                        + other.id());
        assertThat(late.changes().getFirst().note())
                .endsWith(
                        "1000 minor units of THB, reference bank; the transfer BANK paid the settlement " + other.id());
    }

    @Test
    void aDecisionThatIsNotAppliedUsesNoTransfer() {
        var slip = new TransferSlip("R-1", null);
        var expired = payout(PayoutStatus.EXPIRED, 1);
        var confirm = new Command<PayoutAction>(expired.key(), new PayoutAction.ConfirmLate(slip), By.SYSTEM);
        assertThat(rules.decide(expired, confirm, NOW).after().status()).isEqualTo(PayoutStatus.SUCCESS);

        var sent = sent(1);
        var lost = decide(sent, last(sent, 1), UNKNOWN).after();
        var by = TestStaff.decision();
        var report = new Command<PayoutAction>(
                lost.key(), new PayoutAction.ReportLeg(1, null, slip.delivered(LEG)), By.of(by.actor()));
        assertThat(rules.decide(lost, report, NOW).after().status()).isEqualTo(PayoutStatus.SUCCESS);
    }

    @Test
    void oneTransferDoesNotPayTwoLegs() {
        var sent = sent(2);
        var lost = decide(sent, last(sent, 1), UNKNOWN).after();
        var slip = new TransferSlip("R-1", null);
        var decide = new Command<PayoutAction>(lost.key(), new PayoutAction.DecideLegs(true, slip), By.SYSTEM);
        assertThatThrownBy(() -> rules.decide(lost, decide, NOW))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        refused -> assertThat(refused.code()).isEqualTo("PAYOUT_STATUS_TRANSITION_INVALID"));
    }

    @Test
    void aLegOfAnotherRailStaysDueWhenTheOthersAreHandedToStaff() {
        var before = sent(2);
        var refused =
                decide(before, last(before, 1), new PayoutOutcome.NeverSent()).after();
        var due = refused.payout().progress().dueAt();
        assertThat(due).isNotNull();
        var mixed = DispatchPlan.of(refused, Routing.to(ManualRail.NAME), List.of(), due)
                .after();

        var handed = decide(mixed, last(mixed, 1), new PayoutOutcome.HandedToStaff());

        assertThat(handed.after().payout().progress().dueAt()).isEqualTo(due);
    }

    @Test
    void aRefusedLegIsSentAgainLaterEachTimeAndLeftToStaffAfterTwelve() {
        var payout = sent(1);
        var pauses = new ArrayList<Duration>();
        var now = NOW;
        for (int refusal = 1; refusal < Resending.REFUSALS_MAX; refusal++) {
            var refused =
                    rules.decide(payout, report(payout, last(payout, 1).id(), new PayoutOutcome.NeverSent()), now);
            assertThat(refused.after().legs().getFirst().status()).isEqualTo(LegStatus.PENDING);
            var due = refused.after().payout().progress().dueAt();
            assertThat(due).isNotNull();
            assertThat(DispatchPlan.of(refused.after(), Routing.to("test"), List.of(), due.minusMillis(1))
                            .calls())
                    .isEmpty();
            pauses.add(Duration.between(now, due));
            now = due;
            payout = DispatchPlan.of(refused.after(), Routing.to("test"), List.of(), now)
                    .after();
        }
        assertThat(pauses.getFirst()).isBetween(Duration.ofMillis(800), Duration.ofMillis(1_200));
        assertThat(pauses.getLast()).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(6));
        var last = decide(payout, last(payout, 1), new PayoutOutcome.NeverSent());
        assertThat(last.after().status()).isEqualTo(PayoutStatus.IN_REVIEW);
        assertThat(last.after().payout().progress().reviewReason())
                .isEqualTo("the rail refused 12 attempts before they were sent");
    }

    @Test
    void aRefusedLegOfAPayoutInReviewWaitsForStaff() {
        var sent = sent(1);
        var inReview = decide(sent, last(sent, 1), UNKNOWN).after();
        var refused = decide(inReview, last(inReview, 1), new PayoutOutcome.NeverSent());
        assertThat(refused.after().status()).isEqualTo(PayoutStatus.IN_REVIEW);
        assertThat(refused.after().legs().getFirst().status()).isEqualTo(LegStatus.PENDING);
        assertThat(refused.after().payout().progress().dueAt()).isNull();
    }

    /** Where the payout is when its first attempt turns out to have been delivered; then what it becomes. */
    private enum Meanwhile {
        RETRIED(PayoutStatus.SUCCESS, false),
        SENT_AGAIN(PayoutStatus.IN_REVIEW, true),
        DELIVERED_AGAIN(PayoutStatus.SUCCESS, true),
        FAILED(PayoutStatus.FAILED, true);

        private final PayoutStatus after;
        private final boolean claimed;

        Meanwhile(PayoutStatus after, boolean claimed) {
            this.after = after;
            this.claimed = claimed;
        }
    }

    private PayoutAggregate meanwhile(Meanwhile meanwhile) {
        var before = sent(1);
        var lost = decide(before, last(before, 1), UNKNOWN).after();
        return switch (meanwhile) {
            case FAILED ->
                rules.decide(
                                lost,
                                new Command<PayoutAction>(
                                        lost.key(), new PayoutAction.DecideLegs(false, TransferSlip.NONE), By.SYSTEM),
                                NOW)
                        .after();
            case RETRIED -> fire(lost, Trigger.RETRY).after();
            case SENT_AGAIN ->
                DispatchPlan.of(meanwhile(Meanwhile.RETRIED), Routing.to("test"), List.of(), NOW)
                        .after();
            case DELIVERED_AGAIN -> {
                var again = meanwhile(Meanwhile.SENT_AGAIN);
                yield decide(again, last(again, 1), delivered(LEG)).after();
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    void aLateDeliveryPaysItsLegOrIsClaimedBackAndIsRecordedOnce(Meanwhile meanwhile) {
        var before = meanwhile(meanwhile);
        var first = before.attemptsOf(1).getFirst();
        var late = decide(before, first, delivered(LEG));
        assertThat(late.after().status()).isEqualTo(meanwhile.after);
        assertThat(late.changes().getFirst().trigger()).isEqualTo("late_delivery");
        assertThat(late.after().attempt(first.id()).orElseThrow().late()).isEqualTo(new Attempt.Late(LEG, NOW));
        if (meanwhile.claimed) {
            assertThat(late.movements())
                    .containsExactly(new Movement(
                            PostingType.PAYOUT_CLAIM, LEG, before.payout().id()));
            assertThat(late.after().execution().newClaims())
                    .containsExactly(
                            new Claims.Claim(EventType.Subject.PAYOUT, before.key(), first.id(), "THB", LEG, "bank"));
        } else {
            assertThat(moved(late)).extracting(Movement::posting).containsExactly(PostingType.PAYOUT_DELIVER);
            assertThat(late.after().execution().newClaims()).isEmpty();
        }
        assertThat(decide(late.after(), first, delivered(LEG))).isEqualTo(Decision.unchanged(late.after()));
    }

    @Test
    void aLegThatArrivedLateIsNotSentAgain() {
        var failed = meanwhile(Meanwhile.FAILED);
        var late =
                decide(failed, failed.attemptsOf(1).getFirst(), delivered(LEG)).after();
        assertThatThrownBy(() -> fire(late, Trigger.RETRY)).isInstanceOf(Problem.Conflict.class);
    }

    static List<PayoutOutcome> outcomes() {
        return List.of(
                delivered(LEG),
                TestRail.failed(),
                UNKNOWN,
                new PayoutOutcome.NeverSent(),
                new PayoutOutcome.HandedToStaff());
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void aReportOfAnAttemptThatThePayoutDoesNotHaveIsRefused(PayoutOutcome outcome) {
        var before = sent(1);
        assertThatThrownBy(() -> rules.decide(before, report(before, Ids.next(), outcome), NOW))
                .isInstanceOfSatisfying(
                        Problem.NotFound.class,
                        refused -> assertThat(refused.code()).isEqualTo("PAYOUT_ATTEMPT_NOT_FOUND"));
    }

    @Test
    void aPayoutThatWasSentIsNotCancelledAndAFinalOneStaysAsItIs() {
        var sent = sent(1);
        assertThatThrownBy(() -> fire(sent, Trigger.CANCEL)).isInstanceOf(Problem.Conflict.class);
        var cancelled = fire(payout(PayoutStatus.PROCESSING, 2), Trigger.CANCEL).after();
        assertThat(cancelled.legs()).extracting(Payout.Leg::status).containsOnly(LegStatus.CANCELLED);
        assertThat(fire(cancelled, Trigger.CANCEL)).isEqualTo(Decision.unchanged(cancelled));
    }

    @Test
    void theSecondCommandOfAGroupThatSawTheSameVersionIsRefused() {
        var before = sent(1);
        var changes = new Changes<>("payout", List.of(before));
        var first = new Command<PayoutAction>(
                before.key(), new PayoutAction.Fire(Trigger.LOSE_TRACK), new By(Actor.SYSTEM, 1L, null));
        var second = new Command<PayoutAction>(
                before.key(), new PayoutAction.DecideLegs(true, TransferSlip.NONE), new By(Actor.SYSTEM, 1L, null));
        var after = changes.apply(
                rules.decide(changes.requireVersion(first), first, NOW),
                first.by().actor(),
                NOW);
        assertThat(after.version()).isEqualTo(2);
        assertThatThrownBy(() -> changes.requireVersion(second))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        refused -> assertThat(refused.code()).isEqualTo("VERSION_CONFLICT"));
        assertThat(changes.get(before.key())).isEqualTo(after);
    }

    @Test
    void aCommandThatChangesNothingRaisesNoVersion() {
        var before = payout(PayoutStatus.SUCCESS, 1);
        var changes = new Changes<>("payout", List.of(before));
        changes.apply(fire(before, Trigger.COMPLETE_REFUND), Actor.SYSTEM, NOW);
        assertThat(changes.changed()).isEmpty();
        assertThat(changes.get(before.key()).version()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"ACTIVATE", "EXPIRE", "COMPLETE_REFUND"})
    void whatBackgroundWorkMayRepeatIsRefusedToStaff(Trigger trigger) {
        var before = payout(PayoutStatus.SUCCESS, 1);
        assertThat(fire(before, trigger)).isEqualTo(Decision.unchanged(before));
        var byStaff = new Command<PayoutAction>(
                before.key(),
                new PayoutAction.Fire(trigger),
                TestStaff.decision().by());
        assertThatThrownBy(() -> rules.decide(before, byStaff, NOW))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        refused -> assertThat(refused.code()).isEqualTo("PAYOUT_STATUS_TRANSITION_INVALID"));
    }
}

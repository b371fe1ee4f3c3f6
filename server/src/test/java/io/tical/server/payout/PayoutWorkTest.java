package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.DispatchedObjects;
import io.tical.server.rail.Dispatcher;
import io.tical.server.rail.ManualRail;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PayoutRail;
import io.tical.server.rail.TransferOrder;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody waits for a rail that is silent, and what a rail refuses is not sent again without end. */
class PayoutWorkTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration DEADLINE_AND_MORE = PayoutRail.DEADLINE.plus(SOON);

    private static TestService service;
    private static Payouts payouts;
    private Merchant live;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        payouts = service.tical().payouts();
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    @BeforeEach
    void newMerchant() {
        live = service.fundedLive(service.merchant(), 1_000_000_000);
    }

    private TransactionKey payout(long amount) {
        var id = live.payout("ref-" + NUMBERS.incrementAndGet(), amount)
                .expect(201)
                .word("id");
        return new TransactionKey(live.organizationId(), true, UUID.fromString(id));
    }

    /** One of several legs: it is above what the rail sends in one transfer. */
    private TransactionKey split() {
        var target = payout(100_000_002);
        payouts.commands().decide(target, new PayoutAction.Fire(Trigger.APPROVE), TestStaff.decision());
        return target;
    }

    private static PayoutWork work(Function<TransferOrder, PayoutOutcome> answering, Duration... polls) {
        return new PayoutWork(
                service.tical().database(),
                payouts,
                service.tical().sentPayouts(),
                TestRail.of(answering).rails(),
                List.of(polls),
                TestService.CLOCK);
    }

    @Test
    void theClockOfTheDatabaseExtendsTheLeaseOfALateDispatch() {
        var target = payout(40_000);
        payouts.commands().run(target, new PayoutAction.Fire(Trigger.ACTIVATE));
        var silent = new CountDownLatch(1);
        var rail = TestRail.of(leg -> after(silent, TestRail.delivered(leg.amount(), "slow")));
        var slow = Clock.offset(TestService.CLOCK, Duration.ofHours(-1));
        var dispatch = new Dispatcher<>(
                service.tical().database(),
                payouts.dispatched(),
                service.tical().sentPayouts(),
                rail.rails(),
                List.of(),
                slow);

        var sent =
                dispatch.send(target, System.nanoTime() - Duration.ofMinutes(1).toNanos());

        assertThat(service.count("SELECT count(*) FROM payout WHERE payout_id = '" + target.id()
                        + "' AND due_at BETWEEN now() + interval '2 seconds' AND now() + interval '15 seconds'"))
                .isEqualTo(1);
        silent.countDown();
        sent.join();
        assertThat(status(target)).isEqualTo(PayoutStatus.SUCCESS);
    }

    private static PayoutOutcome after(CountDownLatch latch, PayoutOutcome outcome) {
        try {
            latch.await();
            return outcome;
        } catch (InterruptedException e) {
            return new PayoutOutcome.Unknown("interrupted");
        }
    }

    private static void workUntil(PayoutWork work, Duration atMost, Callable<Boolean> done) {
        Awaitility.await().atMost(atMost).pollInterval(Duration.ofMillis(50)).until(() -> {
            work.round();
            return done.call();
        });
    }

    private static PayoutStatus status(TransactionKey target) {
        return payouts.reads().get(target).status();
    }

    @Test
    void aLegWithoutAnAnswerDelaysNoOther() {
        var silent = new CountDownLatch(1);
        var slow = List.of(payout(40_000), payout(40_000), payout(40_000));
        var others = new ArrayList<TransactionKey>();
        for (int i = 0; i < 20; i++) {
            others.add(payout(50_000));
        }
        var work = work(leg -> leg.amount() == 40_000
                ? after(silent, TestRail.delivered(40_000, "slow"))
                : TestRail.delivered(leg.amount(), "fast"));
        workUntil(work, SOON, () -> others.stream().allMatch(target -> status(target) == PayoutStatus.SUCCESS));
        // What comes later is claimed while the silent ones are still under way.
        var later = payout(60_000);
        workUntil(work, SOON, () -> status(later) == PayoutStatus.SUCCESS);
        assertThat(slow).allMatch(target -> status(target) == PayoutStatus.PROCESSING);
        silent.countDown();
        workUntil(work, SOON, () -> slow.stream().allMatch(target -> status(target) == PayoutStatus.SUCCESS));
        work.close();
    }

    @Test
    void aLegIsRecordedWhenItsOwnAnswerComes() {
        var target = split();
        var silent = new CountDownLatch(1);
        var work = work(order -> order.leg() == 1
                ? after(silent, TestRail.delivered(order.amount(), "slow"))
                : TestRail.delivered(order.amount(), "fast"));
        workUntil(
                work,
                SOON,
                () -> payouts.reads().get(target).legs().stream()
                                .filter(step -> step.status() == LegStatus.SUCCESS)
                                .count()
                        == 2);
        silent.countDown();
        workUntil(work, SOON, () -> status(target) == PayoutStatus.SUCCESS);
        work.close();
    }

    @Test
    void everySilentLegEndsUnderItsOwnDeadlineAndWhatItAnswersLaterIsTaken() {
        var target = split();
        var other = payout(40_000);
        var silent = new CountDownLatch(1);
        var calls = new ConcurrentHashMap<UUID, Integer>();
        var work = work(leg -> {
            if (!leg.organizationId().equals(live.organizationId())) {
                return new PayoutOutcome.Unknown("another test's");
            }
            calls.merge(leg.attemptId(), 1, Integer::sum);
            return after(silent, TestRail.delivered(leg.amount(), "late"));
        });
        // Without polls a leg that is silent is for people, so the deadline can be seen.
        workUntil(
                work,
                DEADLINE_AND_MORE,
                () -> status(target) == PayoutStatus.IN_REVIEW && status(other) == PayoutStatus.IN_REVIEW);
        assertThat(calls)
                .hasSize(4)
                .allSatisfy((attempt, count) -> assertThat(count).isEqualTo(1));
        silent.countDown();
        workUntil(work, SOON, () -> status(target) == PayoutStatus.SUCCESS && status(other) == PayoutStatus.SUCCESS);
        assertThat(payouts.attempts(target)).hasSize(3);
        work.close();
    }

    @Test
    void closingWaitsForWhatIsUnderWay() {
        var target = payout(40_000);
        var silent = new CountDownLatch(1);
        var called = new CountDownLatch(1);
        var work = work(leg -> {
            called.countDown();
            return after(silent, TestRail.delivered(leg.amount(), "slow"));
        });
        workUntil(work, SOON, () -> called.getCount() == 0);
        var closing = Thread.ofVirtual().start(work::close);
        Awaitility.await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        silent.countDown();
        Awaitility.await().atMost(SOON).until(() -> !closing.isAlive());
        assertThat(status(target)).isEqualTo(PayoutStatus.SUCCESS);
    }

    @Test
    void aLegThatTheRailRefusesIsSentAgainAfterADoublingDelay() {
        var target = payout(40_000);
        var work = work(leg -> new PayoutOutcome.NeverSent());
        workUntil(work, Duration.ofSeconds(30), () -> payouts.attempts(target).size() >= 3);
        var attempts = payouts.attempts(target);
        for (int i = 1; i < attempts.size(); i++) {
            var waited = Duration.between(
                    attempts.get(i - 1).closedAt(), attempts.get(i).createdAt());
            assertThat(waited.toMillis()).isBetween(800L << (i - 1), (1_200L << (i - 1)) + 10_000);
        }
        work.close();
    }

    @Test
    void aRepeatedlyRefusedLegIsReviewedAndSentAtOnceWhenStaffRetry() {
        var target = payout(40_000);
        var first = work(leg -> new PayoutOutcome.NeverSent());
        workUntil(first, SOON, () -> !payouts.attempts(target).isEmpty());
        first.close();
        var made = payouts.attempts(target);
        assertThat(made).hasSizeLessThan(12).allMatch(Attempt::neverSent);
        // The other refusals, long ago.
        service.asService(
                "payout_attempt",
                "INSERT INTO payout_attempt (organization_id, livemode, payout_id, step, attempt, attempt_id, rail, amount, status,"
                        + " created_at, closed_at, never_sent)"
                        + " SELECT organization_id, livemode, payout_id, step, n, gen_random_uuid(), rail, amount, status,"
                        + " created_at - interval '1 hour', closed_at - interval '1 hour', true"
                        + " FROM payout_attempt, generate_series(" + (made.size() + 1)
                        + ", 11) n WHERE attempt = 1 AND payout_id = '" + target.id() + "'");
        var work = work(leg -> new PayoutOutcome.NeverSent());
        service.makeDue(target.id().toString());
        workUntil(work, SOON, () -> status(target) == PayoutStatus.IN_REVIEW);
        assertThat(payouts.attempts(target)).hasSize(12);
        assertThat(payouts.reads().get(target).progress().reviewReason())
                .isEqualTo("the rail refused 12 attempts before they were sent");
        work.close();

        payouts.commands().decide(target, new PayoutAction.Fire(Trigger.RETRY), TestStaff.decision());
        var mended = work(leg -> TestRail.delivered(leg.amount(), "at last"));
        // After so many refusals the delay would be minutes.
        workUntil(mended, SOON, () -> status(target) == PayoutStatus.SUCCESS);
        mended.close();
    }

    @Test
    void aLegThatIsRefusedDoesNotHurryTheOthers() {
        var target = split();
        var dispatched = new ConcurrentHashMap<Integer, AtomicInteger>();
        var work = work(
                order -> {
                    dispatched
                            .computeIfAbsent(order.leg(), number -> new AtomicInteger())
                            .incrementAndGet();
                    return order.leg() == 1 ? new PayoutOutcome.NeverSent() : new PayoutOutcome.Unknown("silence");
                },
                Duration.ofMinutes(1),
                Duration.ofMinutes(2));
        workUntil(
                work,
                Duration.ofSeconds(30),
                () -> payouts.attempts(target).stream()
                                .filter(attempt -> attempt.leg() == 1)
                                .count()
                        >= 3);
        assertThat(dispatched.get(2)).hasValue(1);
        assertThat(dispatched.get(3)).hasValue(1);
        assertThat(payouts.attempts(target).stream().filter(attempt -> attempt.leg() > 1))
                .allMatch(attempt -> attempt.polls() == 0);
        work.close();
    }

    /** Processes the due payouts until this one is no longer due before a minute has passed, with the rail as the only one. */
    private static void workOnce(TestRail rail, TransactionKey target) {
        service.makeDue(target.id().toString());
        var work = new PayoutWork(
                service.tical().database(),
                payouts,
                service.tical().sentPayouts(),
                rail.rails(),
                List.of(Duration.ofMinutes(5)),
                TestService.CLOCK);
        workUntil(work, SOON, () -> {
            var due = payouts.reads().get(target).progress().dueAt();
            return due == null || due.isAfter(TestService.CLOCK.instant().plusSeconds(60));
        });
        work.close();
    }

    @Test
    void anotherRailIsNotAskedAboutAnAttemptWhoseRailIsGone() {
        var target = payout(40_000);
        workOnce(TestRail.of(leg -> new PayoutOutcome.Unknown("silence")).named("former"), target);
        var calls = new AtomicInteger();
        workOnce(
                TestRail.of(leg -> {
                    calls.incrementAndGet();
                    return new PayoutOutcome.NeverSent();
                }),
                target);
        assertThat(calls).hasValue(0);
        assertThat(status(target)).isEqualTo(PayoutStatus.IN_REVIEW);
        assertThat(payouts.reads().get(target).progress().reviewReason()).contains("former");
        assertThat(payouts.attempts(target)).extracting(Attempt::state).containsExactly(Attempt.State.OPEN);
    }

    @Test
    void whatStaffTransferStaysWithThemAfterAnAutomaticRailIsConfigured() {
        var target = payout(40_000);
        workOnce(TestRail.of(leg -> new PayoutOutcome.HandedToStaff()).named(ManualRail.NAME), target);
        workOnce(TestRail.of(leg -> new PayoutOutcome.NeverSent()), target);
        assertThat(status(target)).isEqualTo(PayoutStatus.PROCESSING);
        assertThat(payouts.reads().get(target).progress().dueAt()).isNull();
        assertThat(payouts.attempts(target)).extracting(Attempt::state).containsExactly(Attempt.State.OPEN);
    }

    @Test
    void aPollBeforeItsTimeUsesUpNoneOfTheSchedule() {
        var target = payout(40_000);
        var silent = TestRail.of(leg -> new PayoutOutcome.Unknown("silence"));
        workOnce(silent, target);
        var due = payouts.reads().get(target).progress().dueAt();
        workOnce(silent, target);
        assertThat(status(target)).isEqualTo(PayoutStatus.PROCESSING);
        assertThat(payouts.reads().get(target).progress().dueAt()).isEqualTo(due);
        assertThat(payouts.attempts(target)).extracting(Attempt::polls).containsExactly(0);
    }

    /** The schedule of polls would ask only after five minutes. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRailIsAskedAgainSoonAboutACallThatTheDatabaseCutOff(boolean several) {
        var target = several ? split() : payout(40_000);
        var cut = new AtomicBoolean();
        var work = work(
                leg -> {
                    if (leg.organizationId().equals(live.organizationId()) && cut.compareAndSet(false, true)) {
                        TestDatabase.cut(service.database());
                    }
                    return service.tical()
                            .database()
                            .run(session -> TestRail.delivered(
                                    leg.amount(),
                                    session.sql("SELECT cast(:id AS text) AS id")
                                            .bind("id", leg.attemptId())
                                            .one(row -> row.text("id"))));
                },
                Duration.ofMinutes(5));
        try {
            Awaitility.await().ignoreExceptions().atMost(SOON).until(() -> {
                // Once it is cut off, a round fails.
                if (!cut.get()) {
                    work.round();
                }
                return cut.get();
            });
        } finally {
            TestDatabase.mend(service.database());
        }
        var mended = System.nanoTime();
        Awaitility.await()
                .ignoreExceptions()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    work.round();
                    return status(target) == PayoutStatus.SUCCESS;
                });
        assertThat(Duration.ofNanos(System.nanoTime() - mended)).isLessThan(SOON);
        work.close();
    }

    /** Payouts as they are dispatched, with the number of transactions. */
    private static DispatchedObjects<PayoutAggregate> counted(AtomicInteger locks) {
        var of = payouts.dispatched();
        return new DispatchedObjects<>(
                (session, keys) -> {
                    locks.incrementAndGet();
                    return of.locker().apply(session, keys);
                },
                of.writer(),
                of.reporter());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOpenLegsOfAPayoutAreRecordedInOneTransaction(boolean handed) {
        var target = split();
        var transactions = new AtomicInteger();
        var outcome = handed ? new PayoutOutcome.HandedToStaff() : new PayoutOutcome.Unknown("silence");
        var polls = List.of(Duration.ofMinutes(1), Duration.ofMinutes(2));
        new Dispatcher<>(
                        service.tical().database(),
                        counted(transactions),
                        service.tical().sentPayouts(),
                        TestRail.of(leg -> outcome).rails(),
                        polls,
                        TestService.CLOCK)
                .send(target, System.nanoTime())
                .join();
        // One opens the attempts, the other one records that they remain open.
        assertThat(transactions).hasValue(2);
        var attempts = payouts.attempts(target);
        assertThat(attempts).hasSize(3).allMatch(attempt -> attempt.state() == Attempt.State.OPEN);
        assertThat(payouts.reads().get(target).progress().dueAt() == null).isEqualTo(handed);
    }
}

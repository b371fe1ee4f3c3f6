package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinAction;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.webhook.Events;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Decisions that share a group see each other: of two on the same version, the first is accepted. */
class SharedGroupTest {
    private static TestService service;
    private static Merchant live;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        live = service.fundedLive(service.merchant(), 500_000_000);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static TransactionKey payout(String reference) {
        var created = live.payout(reference, 50_000_000).expect(201);
        return new TransactionKey(live.organizationId(), true, UUID.fromString(created.word("id")));
    }

    /** Puts commands into one group: the commit queue waits for the wallet until all of them have queued behind it. */
    private static <T> List<Future<T>> inOneGroup(List<Callable<T>> commands) throws Exception {
        var ahead = payout("ahead-" + UUID.randomUUID());
        var futures = new ArrayList<Future<T>>();
        var threads = new ArrayList<Thread>();
        try (var owner = TestDatabase.owner(service.database());
                var lock = owner.createStatement()) {
            owner.setAutoCommit(false);
            lock.execute("SELECT 1 FROM wallet WHERE organization_id = '" + live.organizationId() + "' FOR UPDATE");
            threads.add(waiting(() -> approve(ahead, 1)));
            Awaitility.await().atMost(Duration.ofSeconds(90)).until(service::waitsForALock);
            for (var command : commands) {
                var task = new FutureTask<>(command);
                futures.add(task);
                threads.add(waiting(task));
            }
            owner.rollback();
        }
        for (var thread : threads) {
            thread.join();
        }
        return futures;
    }

    private static Thread waiting(Runnable command) {
        var thread = Thread.ofPlatform().start(command);
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    private static PayoutAggregate approve(TransactionKey target, long version) {
        return service.tical()
                .payouts()
                .commands()
                .decide(target, new PayoutAction.Fire(Trigger.APPROVE), TestStaff.seen(version));
    }

    private static void requireVersionConflict(Future<?> second) {
        assertThat(second.state()).isEqualTo(Future.State.FAILED);
        assertThat(second.exceptionNow())
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo("VERSION_CONFLICT"));
    }

    @Test
    void theSecondDecisionOnOneVersionOfAPayoutIsAConflict() throws Exception {
        var target = payout("two");
        var outcomes = inOneGroup(List.<Callable<PayoutAggregate>>of(
                () -> approve(target, 1),
                () -> service.tical().payouts().commands().run(target, new PayoutAction.Fire(Trigger.COMPLETE_REFUND)),
                () -> service.tical()
                        .payouts()
                        .commands()
                        .decide(
                                target,
                                new PayoutAction.ReportLeg(1, UUID.randomUUID(), TestRail.failed()),
                                TestStaff.seen(1))));
        assertThat(outcomes.getFirst().resultNow().version()).isEqualTo(2);
        // Nothing to do, and so no new version.
        assertThat(outcomes.get(1).resultNow().version()).isEqualTo(2);
        requireVersionConflict(outcomes.get(2));
        assertThat(service.tical().payouts().reads().get(target).progress().version())
                .isEqualTo(2);
    }

    @Test
    void eachOfTwoChangesInOneGroupRaisesTheVersion() throws Exception {
        var target = payout("raised");
        var outcomes = inOneGroup(List.<Callable<PayoutAggregate>>of(
                () -> service.tical()
                        .payouts()
                        .commands()
                        .decide(target, new PayoutAction.Fire(Trigger.REJECT), TestStaff.seen(1)),
                () -> service.tical()
                        .payouts()
                        .commands()
                        .decide(target, new PayoutAction.CompleteRefund(null), TestStaff.decision())));
        assertThat(outcomes.getFirst().resultNow().version()).isEqualTo(2);
        assertThat(outcomes.get(1).resultNow().version()).isEqualTo(3);
        assertThat(service.tical().payouts().reads().get(target).progress().version())
                .isEqualTo(3);
    }

    @Test
    void theSecondDecisionOnOneVersionOfAPayinIsAConflict() throws Exception {
        var id = UUID.fromString(live.payin("two", 40_000).expect(201).word("id"));
        var target = new TransactionKey(live.organizationId(), true, id);
        var payins = service.tical().payins();
        long version = payins.reads().find(target).orElseThrow().version();
        var receipt = new Receipt(40_000, "first");
        var outcomes = inOneGroup(List.<Callable<Payin>>of(
                () -> payins.commands()
                        .decide(
                                target,
                                PayinAction.Found.of(receipt, null),
                                StaffDecision.of("finance", version, "request-1")),
                () -> payins.commands()
                        .decide(
                                target,
                                new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND),
                                StaffDecision.of("finance", version, "request-2"))));
        assertThat(outcomes.getFirst().resultNow().progress().version()).isEqualTo(version + 1);
        requireVersionConflict(outcomes.get(1));
        assertThat(payins.reads().find(target).orElseThrow().progress().version())
                .isEqualTo(version + 1);
    }

    @Test
    void aDecisionIsWrittenWithTheCommit() {
        var target = new TransactionKey(
                live.organizationId(),
                true,
                UUID.fromString(live.payout("written", 40_000).expect(201).word("id")));
        var matching = new PayoutMatching(Events::insertLater, (_, _) -> {});
        var sent = new AtomicBoolean();
        var lost = service.tical().database().transaction(session -> {
            var changes = matching.lock(session, List.of(target));
            session.beforeSending(() -> sent.set(true));
            var by = TestStaff.decision().by();
            var decision = changes.get(target).loseTrack("silence", by, TestService.CLOCK.instant());
            changes.apply(decision, by.actor(), TestService.CLOCK.instant());
            matching.write(session, changes);
            assertThat(sent).isFalse();
            return decision.after();
        });
        assertThat(sent).isTrue();
        assertThat(lost.status()).isEqualTo(PayoutStatus.IN_REVIEW);
        assertThat(service.tical().payouts().reads().get(target).status()).isEqualTo(PayoutStatus.IN_REVIEW);
    }
}

package io.tical.server.rail;

import io.tical.db.Database;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.OutwardLog;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the legs of a payout or a settlement and polls the sent ones. Each call is separate, and its outcome is recorded immediately. The
 * attempts that remain open are recorded together, after all calls, because each record locks the same row.
 *
 * <p>A rail is called only after the attempt has committed, and after it was written down outside the database. An open attempt is polled and
 * never sent again.
 *
 * @param sent what was sent, also if the database has lost it
 * @param polls the delays after dispatch at which an open attempt is polled; after the last one, staff decide
 */
public record Dispatcher<A extends Disbursement<A>>(
        Database database,
        DispatchedObjects<A> objects,
        SentAttempts<A> sent,
        Rails rails,
        List<Duration> polls,
        Clock clock) {
    /** The latest start of a call that ends within the lease: {@link Work#HELD_MAX} less the call and its recording. */
    private static final Duration BEGINS_WITHIN =
            Work.HELD_MAX.minus(PayoutRail.DEADLINE).minusSeconds(2);

    /** How long what another node must ask for is left to it at most, before any node looks again. */
    private static final Duration ELSEWHERE_MAX = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    /**
     * @param doubts why people must decide on an attempt, by its id
     * @param since the generation of the fence in which it was prepared
     */
    private record Prepared(List<PlannedCall> calls, Map<UUID, String> doubts, long since) {
        static final Prepared NOTHING = new Prepared(List.of(), Map.of(), 0);
    }

    /** The attempts of one object that remain open after their calls. Their calls add to it concurrently. */
    private record StillOpen(Set<UUID> handedToStaff, Set<DispatchPlan.Polled> polled) {
        StillOpen() {
            this(ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet());
        }

        boolean isEmpty() {
            return handedToStaff.isEmpty() && polled.isEmpty();
        }

        <A extends Disbursement<A>> A applied(A before) {
            var after = before;
            for (var one : polled) {
                after = DispatchPlan.polled(after, one);
            }
            return DispatchPlan.handedToStaff(after, handedToStaff);
        }
    }

    /**
     * Starts the due calls of an object and returns before they end.
     *
     * @param claimedAt the {@link System#nanoTime} of the claim
     * @return completes when the outcome of every leg is recorded, or its call has timed out
     */
    public CompletableFuture<Void> send(TransactionKey key, long claimedAt) {
        var now = clock.instant();
        var prepared = prepare(key, claimedAt, now);
        var open = new StillOpen();
        var writtenDown = writtenDown(prepared);
        return CompletableFuture.allOf(prepared.calls().stream()
                        .map(call -> legCall(
                                        key, call, now, open, prepared.since(), refusal(call, prepared, writtenDown))
                                .start())
                        .toArray(CompletableFuture[]::new))
                .whenCompleteAsync(
                        (done, failure) -> recordStillOpen(key, open),
                        task -> Thread.ofVirtual().name("legs-" + key.id()).start(task));
    }

    /** Commits the attempts while the object is locked, so that it cannot be cancelled concurrently. */
    private Prepared prepare(TransactionKey key, long claimedAt, Instant now) {
        var since = sent.fence().generation();
        return database.transaction(session -> {
            var before = objects.lock(session, key)
                    .orElseThrow(() -> new IllegalStateException("what is due does not exist: " + key));
            if (!before.sendable()) {
                return Prepared.NOTHING;
            }
            if (sent.fence().writingFails() != null || !sent.fence().isOpen(session)) {
                return Prepared.NOTHING; // due again when its lease ends
            }
            var recovered = sent.recovered(session, before, now);
            if (!recovered.elsewhere().isEmpty()) {
                objects.writer()
                        .write(session, before, recovered.object().withDueAt(now.plus(untilAnotherNode())), now);
                return Prepared.NOTHING;
            }
            var plan = DispatchPlan.of(recovered.object(), rails.routing(key.livemode()), polls, now);
            objects.writer().write(session, before, plan.after(), now);
            var late = System.nanoTime() - claimedAt > BEGINS_WITHIN.toNanos();
            if (late && !plan.calls().isEmpty()) {
                DispatchStore.extendLease(session, before, Work.HELD_MAX);
            }
            return new Prepared(plan.calls(), recovered.doubts(), since);
        });
    }

    /** At random, so that each node is the first to look again some time. */
    private static Duration untilAnotherNode() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(ELSEWHERE_MAX.toMillis()));
    }

    /** Whether these calls may send. */
    private boolean writtenDown(Prepared prepared) {
        try {
            sent.depart(prepared.calls().stream().filter(PlannedCall::dispatch).toList(), prepared.since());
            return true;
        } catch (OutwardLog.Unavailable failure) {
            LOG.debug("attempts are not sent", failure);
            return false;
        }
    }

    /** The outcome of a call that is not made; null if it is made. */
    private static @Nullable PayoutOutcome refusal(PlannedCall call, Prepared prepared, boolean writtenDown) {
        if (call.dispatch()) {
            return writtenDown ? null : new PayoutOutcome.NeverSent();
        }
        var doubt = prepared.doubts().get(call.attempt().id());
        return doubt == null ? null : new PayoutOutcome.Unknown(doubt);
    }

    /** @param instead the outcome of a call that is not made; null if it is made */
    private LegCall legCall(
            TransactionKey key,
            PlannedCall call,
            Instant now,
            StillOpen open,
            long since,
            @Nullable PayoutOutcome instead) {
        var attempt = call.attempt();
        // Another rail knows nothing of the attempt, and might report that it was never sent.
        var rail = rails.named(key.livemode(), attempt.rail());
        Consumer<PayoutOutcome> report = outcome -> sent.report(key, attempt.id(), outcome);
        if (instead != null) {
            return new LegCall(attempt.id(), () -> instead, report, report);
        }
        return new LegCall(
                attempt.id(),
                () -> rail.map(call::ask).orElseGet(() -> withoutRail(attempt)),
                rail.isPresent() ? outcome -> recordOutcome(key, call, now, outcome, open, since) : report,
                report);
    }

    private static PayoutOutcome withoutRail(Attempt attempt) {
        return new PayoutOutcome.Unknown("the rail " + attempt.rail() + " of the attempt is no longer configured");
    }

    /** The outcome of a call, unknown after the deadline. */
    private void recordOutcome(
            TransactionKey key, PlannedCall call, Instant calledAt, PayoutOutcome outcome, StillOpen open, long since) {
        var attempt = call.attempt();
        var polled = attempt.polls() + (atItsTime(call, calledAt) ? 1 : 0);
        if (outcome instanceof PayoutOutcome.HandedToStaff) {
            if (!call.dispatch()) {
                sent.depart(List.of(call), since); // the node died after the attempt had committed
            }
            open.handedToStaff().add(attempt.id());
        } else if (outcome instanceof PayoutOutcome.Unknown && polled < polls.size()) {
            var at = attempt.createdAt().plus(polls.get(polled));
            LOG.debug("attempt {} is polled at {}", attempt.id(), at);
            open.polled().add(new DispatchPlan.Polled(attempt.id(), polled, at));
        } else {
            sent.report(key, attempt.id(), outcome);
        }
    }

    /** Whether a call is a poll of the schedule. A poll before its time, after the death of another node, is none. */
    private boolean atItsTime(PlannedCall call, Instant calledAt) {
        var attempt = call.attempt();
        return !call.dispatch()
                && (attempt.polls() >= polls.size()
                        || !calledAt.plus(DispatchPlan.CLOCKS_DIFFER_MAX)
                                .isBefore(attempt.createdAt().plus(polls.get(attempt.polls()))));
    }

    private void recordStillOpen(TransactionKey key, StillOpen open) {
        if (open.isEmpty()) {
            return;
        }
        try {
            database.transaction(session -> {
                var before = objects.lock(session, key).orElseThrow();
                var after = open.applied(before);
                objects.writer().write(session, before, after, clock.instant());
                return after;
            });
        } catch (RuntimeException failure) {
            LOG.warn(
                    "the calls of {} could not be recorded; its legs are polled again when the lease ends",
                    key.id(),
                    failure);
        }
    }
}

package io.tical.server.rail;

import io.tical.db.Database;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the legs of a payout or a settlement and polls the sent ones. Each call is separate, and its outcome is recorded immediately. The
 * attempts that remain open are recorded together, after all calls, because each record locks the same row.
 *
 * <p>A rail is called only after the attempt has committed. An open attempt is polled and never sent again.
 *
 * @param polls the delays after dispatch at which an open attempt is polled; after the last one, staff decide
 */
public record Dispatcher<A extends Disbursement<A>>(
        Database database, DispatchedObjects<A> objects, Rails rails, List<Duration> polls, Clock clock) {
    /** The latest start of a call that ends within the lease: {@link Work#HELD_MAX} less the call and its recording. */
    private static final Duration BEGINS_WITHIN =
            Work.HELD_MAX.minus(PayoutRail.DEADLINE).minusSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

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
        var rail = rails.payout(key.livemode());
        var now = clock.instant();
        var calls = prepare(key, rail, claimedAt, now);
        var open = new StillOpen();
        return CompletableFuture.allOf(calls.stream()
                        .map(call -> legCall(key, call, rail, now, open).start())
                        .toArray(CompletableFuture[]::new))
                .whenCompleteAsync(
                        (done, failure) -> recordStillOpen(key, open),
                        task -> Thread.ofVirtual().name("legs-" + key.id()).start(task));
    }

    /** Commits the attempts while the object is locked, so that it cannot be cancelled concurrently. */
    private List<PlannedCall> prepare(TransactionKey key, PayoutRail rail, long claimedAt, Instant now) {
        return database.transaction(session -> {
            var before = objects.lock(session, key);
            var plan = DispatchPlan.of(before, rail.name(), polls, now);
            objects.write(session, before, plan.after(), now);
            var late = System.nanoTime() - claimedAt > BEGINS_WITHIN.toNanos();
            if (late && !plan.calls().isEmpty()) {
                DispatchStore.extendLease(session, before, Work.HELD_MAX);
            }
            return plan.calls();
        });
    }

    private LegCall legCall(TransactionKey key, PlannedCall call, PayoutRail sending, Instant now, StillOpen open) {
        var attempt = call.attempt();
        // Another rail knows nothing of the attempt, and might report that it was never sent.
        var rail = call.dispatch() ? Optional.of(sending) : rails.named(key.livemode(), attempt.rail());
        Consumer<PayoutOutcome> report = outcome -> objects.report(key, attempt.id(), outcome);
        return new LegCall(
                attempt.id(),
                () -> rail.map(call::ask).orElseGet(() -> withoutRail(attempt)),
                rail.isPresent() ? outcome -> recordOutcome(key, call, now, outcome, open) : report,
                report);
    }

    private static PayoutOutcome withoutRail(Attempt attempt) {
        return new PayoutOutcome.Unknown("the rail " + attempt.rail() + " of the attempt is no longer configured");
    }

    /** The outcome of a call, unknown after the deadline. */
    private void recordOutcome(
            TransactionKey key, PlannedCall call, Instant calledAt, PayoutOutcome outcome, StillOpen open) {
        var attempt = call.attempt();
        var polled = attempt.polls() + (atItsTime(call, calledAt) ? 1 : 0);
        if (outcome instanceof PayoutOutcome.HandedToStaff) {
            open.handedToStaff().add(attempt.id());
        } else if (outcome instanceof PayoutOutcome.Unknown && polled < polls.size()) {
            var at = attempt.createdAt().plus(polls.get(polled));
            LOG.debug("attempt {} is polled at {}", attempt.id(), at);
            open.polled().add(new DispatchPlan.Polled(attempt.id(), polled, at));
        } else {
            objects.report(key, attempt.id(), outcome);
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
                var before = objects.lock(session, key);
                var after = open.applied(before);
                objects.write(session, before, after, clock.instant());
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

package io.tical.server.payout;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.payout.DispatchPlan.Sending;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PayoutRail;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the legs of a payout and polls the sent ones. Each call is separate, and its outcome is recorded immediately.
 *
 * <p>A rail is called only after the attempt has committed. An open attempt is polled and never sent again.
 *
 * @param polls the delays after dispatch at which an open attempt is polled; after the last one, staff decide
 */
record PayoutDispatch(Database database, Payouts payouts, Rails rails, List<Duration> polls, Clock clock) {
    /**
     * The latest start of a call that ends within the payout's lease: {@link Work#HELD_MAX} less the call and its
     * recording.
     */
    private static final Duration BEGINS_WITHIN =
            Work.HELD_MAX.minus(PayoutRail.DEADLINE).minusSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(PayoutDispatch.class);

    /**
     * Starts the due calls of a payout and returns before they end.
     *
     * @param claimedAt the {@link System#nanoTime} of the claim
     * @return completes when the outcome of every leg is recorded, or its call has timed out
     */
    CompletableFuture<Void> send(TransactionKey key, long claimedAt) {
        var rail = rails.payout(key.livemode());
        var sendings = database.transaction(session -> prepare(session, key, rail, claimedAt));
        return CompletableFuture.allOf(sendings.stream()
                .map(sending -> new LegCall(
                                sending.attempt().id(),
                                () -> sending.fresh() ? rail.dispatch(sending.leg()) : rail.poll(sending.leg()),
                                outcome -> record(key, sending, outcome),
                                late -> payouts.report(key, sending.attempt().id(), late))
                        .start())
                .toArray(CompletableFuture[]::new));
    }

    /** Commits an attempt for every leg without one while the payout is locked, so that it cannot be cancelled concurrently. */
    private List<Sending> prepare(Session session, TransactionKey key, PayoutRail rail, long claimedAt) {
        var before = lock(session, key);
        var plan = DispatchPlan.of(before, rail.name(), polls, clock.instant());
        write(session, before, plan.after());
        var late = System.nanoTime() - claimedAt > BEGINS_WITHIN.toNanos();
        if (late && !plan.sendings().isEmpty()) {
            PayoutStore.extendLease(session, key, Work.HELD_MAX);
        }
        return plan.sendings();
    }

    /** The outcome of a call, unknown after the deadline. */
    private void record(TransactionKey key, Sending sending, PayoutOutcome outcome) {
        var attempt = sending.attempt();
        var polled = attempt.polls() + (sending.fresh() ? 0 : 1);
        if (outcome instanceof PayoutOutcome.Handed) {
            database.transaction(session -> {
                var before = lock(session, key);
                write(session, before, DispatchPlan.handed(before, attempt.id()));
                return before;
            });
            return;
        }
        if (!(outcome instanceof PayoutOutcome.Unknown) || polled >= polls.size()) {
            payouts.report(key, attempt.id(), outcome);
            return;
        }
        var at = attempt.createdAt().plus(polls.get(polled));
        LOG.debug("attempt {} is polled at {}", attempt.id(), at);
        database.transaction(session -> {
            var before = lock(session, key);
            write(session, before, DispatchPlan.polled(before, attempt.id(), polled, at));
            return at;
        });
    }

    private static PayoutAggregate lock(Session session, TransactionKey key) {
        return PayoutStore.lock(session, List.of(key)).getFirst();
    }

    /** The version stays, because dispatching changes nothing that staff decide on. */
    private static void write(Session session, PayoutAggregate before, PayoutAggregate after) {
        PayoutStore.write(session, List.of(new Changed<>(before, after)));
    }
}

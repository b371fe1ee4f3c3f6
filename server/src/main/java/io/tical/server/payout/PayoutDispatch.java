package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.rail.Dispatcher;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.Sending;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Payouts as a {@link Dispatcher} sends them. The version stays, because dispatching changes nothing that staff decide on. */
record PayoutDispatch(Payouts payouts) implements Dispatcher.Sent {
    @Override
    public List<Sending> prepare(Session session, TransactionKey key, String rail, List<Duration> polls, Instant now) {
        var before = lock(session, key);
        var plan = DispatchPlan.of(before, rail, polls, now);
        write(session, before, plan.after());
        return plan.sendings();
    }

    @Override
    public void extendLease(Session session, TransactionKey key, Duration lease) {
        PayoutStore.extendLease(session, key, lease);
    }

    @Override
    public void handed(Session session, TransactionKey key, UUID attemptId) {
        change(session, key, before -> DispatchPlan.handed(before, attemptId));
    }

    @Override
    public void polled(Session session, TransactionKey key, UUID attemptId, int polls, Instant next) {
        change(session, key, before -> DispatchPlan.polled(before, attemptId, polls, next));
    }

    @Override
    public void report(TransactionKey key, UUID attemptId, PayoutOutcome outcome) {
        payouts.report(key, attemptId, outcome);
    }

    private static void change(Session session, TransactionKey key, UnaryOperator<PayoutAggregate> change) {
        var before = lock(session, key);
        write(session, before, change.apply(before));
    }

    private static PayoutAggregate lock(Session session, TransactionKey key) {
        return PayoutStore.lock(session, List.of(key)).getFirst();
    }

    private static void write(Session session, PayoutAggregate before, PayoutAggregate after) {
        PayoutStore.write(session, List.of(new Changed<>(before, after)));
    }
}

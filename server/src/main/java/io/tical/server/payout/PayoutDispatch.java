package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.DispatchedObjects;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.transaction.Changes.Changed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Payouts as they are dispatched. The version stays, because dispatching changes nothing that staff decide on. */
record PayoutDispatch(Payouts payouts) implements DispatchedObjects<PayoutAggregate> {
    @Override
    public Optional<PayoutAggregate> lock(Session session, TransactionKey key) {
        return PayoutStore.lock(session, List.of(key)).stream().findFirst();
    }

    @Override
    public void write(Session session, PayoutAggregate before, PayoutAggregate after, Instant now) {
        PayoutStore.write(session, List.of(new Changed<>(before, after)));
    }

    @Override
    public void report(TransactionKey key, UUID attemptId, PayoutOutcome outcome) {
        payouts.commands().run(key, new PayoutAction.Report(attemptId, outcome));
    }
}

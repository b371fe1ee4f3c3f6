package io.tical.server.settlement;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.DispatchedObjects;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.Event;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Settlements as they are dispatched. */
record SettlementDispatch(Settlements settlements) implements DispatchedObjects<SettlementAggregate> {
    @Override
    public Optional<SettlementAggregate> lock(Session session, TransactionKey key) {
        return SettlementStore.lock(session, List.of(key)).stream().findFirst();
    }

    /** The first attempt changes the status to processing. A further attempt changes nothing that staff decide on, so the version stays. */
    @Override
    public void write(Session session, SettlementAggregate before, SettlementAggregate after, Instant now) {
        if (before.allows(Trigger.SEND) && !after.attempts().isEmpty()) {
            var changes = new Changes<>(SettlementAggregate.OBJECT_TYPE, List.of(before));
            changes.apply(after.transition(Trigger.SEND, By.SYSTEM, now), Actor.SYSTEM, now);
            changes.write(session, SettlementStore::write, Event.Writer.NONE);
        } else {
            SettlementStore.write(session, List.of(new Changed<>(before, after)));
        }
    }

    @Override
    public void report(TransactionKey key, UUID attemptId, PayoutOutcome outcome) {
        settlements.commands().run(key, new SettlementAction.Report(attemptId, outcome));
    }
}

package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.Fence;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.EventType;
import io.tical.server.webhook.Events;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Activates payins in the guide's vocabulary, and expires unpaid payins, when they are due. */
record DuePayins(PayinRules rules, PayinStorage storage, Fence fence, Clock clock) {
    /** The clock of a node that serves differs less from the database's. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    /** Processes due payins, except those that another transaction has locked; returns how many. */
    int process(Session session, List<TransactionKey> keys) {
        var due = PayinStore.lockDue(session, keys);
        var changes = new Changes<>(Payin.OBJECT_TYPE, due);
        var current = clock.instant();
        var ending = due.stream()
                .filter(payin -> payin.progress().expiresAt().isBefore(current.plus(CLOCKS)))
                .map(Payin::key)
                .toList();
        var held = fence.held(session, EventType.Subject.PAYIN, ending);
        for (var payin : due) {
            var dueAt = payin.progress().dueAt();
            // Due by the database's clock.
            var now = dueAt == null || dueAt.isBefore(current) ? current : dueAt;
            var action = new PayinAction.Due(held.contains(payin.id()));
            var command = new Command<PayinAction>(payin.key(), action, By.SYSTEM);
            changes.apply(rules.decide(payin, command, null, now), Actor.SYSTEM, now);
        }
        changes.write(session, storage::write, Events::insertLater);
        return due.size();
    }
}

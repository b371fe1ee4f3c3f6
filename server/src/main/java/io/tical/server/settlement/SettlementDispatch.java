package io.tical.server.settlement;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.Dispatcher;
import io.tical.server.rail.Leg;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.Resending;
import io.tical.server.rail.Sending;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Settlements as a {@link Dispatcher} sends them. */
record SettlementDispatch(Settlements settlements) implements Dispatcher.Sent {
    @Override
    public List<Sending> prepare(Session session, TransactionKey key, String rail, List<Duration> polls, Instant now) {
        var before = lock(session, key);
        if (before.status().terminal() || before.inReview()) {
            return List.of();
        }
        var living = before.living();
        if (living.isPresent()) {
            return List.of(sending(before, living.get(), false));
        }
        var notBefore = Resending.notBefore(before.attempts());
        if (notBefore != null && notBefore.isAfter(now)) {
            write(session, before, before.withDueAt(notBefore));
            return List.of();
        }
        var attempt = Attempt.next(Ids.next(), SettlementAggregate.LEG, before.attempts(), rail, before.payable(), now);
        open(session, before, attempt, now);
        return List.of(sending(before, attempt, true));
    }

    /** The first attempt changes the status to processing. A further attempt changes nothing that staff decide on, so the version stays. */
    private static void open(Session session, SettlementAggregate before, Attempt attempt, Instant now) {
        var after = before.with(attempt);
        if (before.allows(Trigger.SEND)) {
            var changes = new Changes<>(SettlementAggregate.OBJECT_TYPE, List.of(before));
            changes.apply(after.transit(Trigger.SEND, Actor.SYSTEM, null, now), Actor.SYSTEM, now);
            changes.write(session, SettlementStore::write, Event.Writer.NONE);
        } else {
            write(session, before, after);
        }
    }

    private static Sending sending(SettlementAggregate settlement, Attempt attempt, boolean fresh) {
        var terms = settlement.settlement().terms();
        var leg = new Leg(
                EventType.Subject.SETTLEMENT,
                terms.organizationId(),
                terms.livemode(),
                settlement.key().id(),
                attempt.id(),
                attempt.step(),
                1,
                attempt.amount(),
                terms.amount(),
                settlement.payableCurrency(),
                terms.bankCode(),
                terms.accountNo(),
                terms.holderName());
        return new Sending(leg, attempt, fresh);
    }

    @Override
    public void extendLease(Session session, TransactionKey key, Duration lease) {
        SettlementStore.extendLease(session, key, lease);
    }

    @Override
    public void handed(Session session, TransactionKey key, UUID attemptId) {
        change(session, key, attemptId, before -> before.withDueAt(null));
    }

    @Override
    public void polled(Session session, TransactionKey key, UUID attemptId, int polls, Instant next) {
        change(session, key, attemptId, before -> {
            var polled = before.attempt(attemptId).orElseThrow().withPolls(polls);
            return before.inReview() ? before.with(polled) : before.with(polled).withDueAt(next);
        });
    }

    @Override
    public void report(TransactionKey key, UUID attemptId, PayoutOutcome outcome) {
        settlements.report(key, attemptId, outcome);
    }

    /** Changes a settlement while this attempt is open. */
    private static void change(
            Session session, TransactionKey key, UUID attemptId, UnaryOperator<SettlementAggregate> change) {
        var before = lock(session, key);
        if (before.open().filter(attempt -> attempt.id().equals(attemptId)).isPresent()) {
            write(session, before, change.apply(before));
        }
    }

    private static SettlementAggregate lock(Session session, TransactionKey key) {
        return SettlementStore.lock(session, List.of(key)).getFirst();
    }

    private static void write(Session session, SettlementAggregate before, SettlementAggregate after) {
        SettlementStore.write(session, List.of(new Changed<>(before, after)));
    }
}

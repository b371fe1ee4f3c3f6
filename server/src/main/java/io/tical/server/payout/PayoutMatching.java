package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventWriter;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Payouts that a payer pays in place of a rail, within the transaction of another operation. The payer's claim is an attempt of
 * the payout's only leg, so what keeps a leg from being sent twice also keeps it from being both claimed and sent.
 */
public final class PayoutMatching {
    /** The rail of an attempt that a payer pays, as attempts record it. */
    public static final String RAIL = "p2p";

    private final EventWriter events;

    public PayoutMatching(EventWriter events) {
        this.events = events;
    }

    /** Locks the payouts that exist until the transaction ends. */
    public Changes<PayoutAggregate> lock(Session session, Collection<TransactionKey> payouts) {
        return new Changes<>(PayoutAggregate.OBJECT_TYPE, PayoutStore.find(session, payouts, true));
    }

    /** Locks a payout until the transaction ends; empty when another transaction has locked it. */
    public Optional<Changes<PayoutAggregate>> tryLock(Session session, TransactionKey payout) {
        return PayoutStore.tryLock(session, payout) ? Optional.of(lock(session, List.of(payout))) : Optional.empty();
    }

    /**
     * A payer is to pay the payout; until then nobody else decides on it.
     *
     * @throws IllegalStateException when the payout no longer waits to be sent
     */
    public Decision<PayoutAggregate> claim(PayoutAggregate before, UUID attemptId, Instant now) {
        // Another command of the same group may have ended it; the group is then split.
        if (before.status() != PayoutStatus.PROCESSING || before.sent()) {
            throw new IllegalStateException("payout " + before.payout().id() + " does not wait to be sent");
        }
        var attempt = before.next(attemptId, before.steps().getFirst(), RAIL, now);
        return Decision.of(before.with(attempt, StepStatus.Trigger.SEND, 0, now).withDueAt(null));
    }

    /**
     * The payee has all of a claimed payout. The payer's account is not disclosed to the payout's merchant.
     *
     * @param reference of the payment
     * @throws IllegalStateException when the claim is not open
     */
    public Decision<PayoutAggregate> deliver(PayoutAggregate before, UUID attemptId, String reference, Instant now) {
        var attempt = claimedBy(before, attemptId);
        var delivered = attempt.on(Attempt.Trigger.DELIVER, reference, now);
        var after = before.with(delivered, StepStatus.Trigger.DELIVER, attempt.amount(), now);
        var sender = new Payout.Sender(null, null, null, reference, null);
        return PayoutTransitions.settle(
                after.with(after.payout().progress().withSender(sender)), Actor.SYSTEM, null, now);
    }

    /**
     * The payer who claimed the payout will not pay it.
     *
     * @param dueAt when it is sent
     * @throws IllegalStateException when the claim is not open
     */
    public Decision<PayoutAggregate> release(PayoutAggregate before, UUID attemptId, Instant dueAt, Instant now) {
        var attempt = claimedBy(before, attemptId).on(Attempt.Trigger.RELEASE, null, now);
        return Decision.of(
                before.with(attempt, StepStatus.Trigger.RETURN, 0, now).withDueAt(dueAt));
    }

    private static Attempt claimedBy(PayoutAggregate payout, UUID attemptId) {
        return payout.claimed()
                .filter(attempt -> payout.status() == PayoutStatus.PROCESSING
                        && attempt.id().equals(attemptId))
                .orElseThrow(() -> new IllegalStateException(
                        "payout " + payout.payout().id() + " is not claimed by " + attemptId));
    }

    /** Writes the payouts that changed, with their history and events. */
    public void write(Session session, Changes<PayoutAggregate> changes) {
        changes.write(session, PayoutStore::write, events);
    }
}

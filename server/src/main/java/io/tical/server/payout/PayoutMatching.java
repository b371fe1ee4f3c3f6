package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.Attempt;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Event;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;

/**
 * Payouts that a payer pays instead of a rail, within the transaction of another operation. The match is an attempt of
 * the payout's only leg, so the rule that a leg has at most one open attempt keeps it from being both matched and sent.
 *
 * @param paid writes down what payers have paid
 */
public record PayoutMatching(Event.Writer events, BiConsumer<Session, List<Changes.Changed<PayoutAggregate>>> paid) {
    /** Joins the payouts, as {@code p}, of rows with their keys, so that one statement finds them and locks or reads them. */
    public static final String PAYOUTS = " JOIN payout p USING (organization_id, livemode, payout_id) ";

    /** The condition of joined payouts in {@code processing}. */
    public static final String PROCESSING = " p.status = 'processing' ";

    /** The condition of joined payouts that wait to be sent. */
    public static final String WAITING = PROCESSING + """
            AND NOT EXISTS (
                SELECT FROM payout_attempt a
                WHERE a.organization_id = p.organization_id AND a.livemode = p.livemode AND a.payout_id = p.payout_id
                  AND a.status <> 'dead')
            """;

    /** The merchant's reference of a payout; empty if somebody has deleted it. It is proved when the payout is locked. */
    public Optional<String> reference(Session session, TransactionKey payout) {
        return PayoutStore.REFERENCES.of(session, payout);
    }

    /** The terms of an existing payout. */
    public Payout.Terms terms(Session session, TransactionKey payout) {
        return PayoutStore.payout(session, payout).orElseThrow().terms();
    }

    /** Locks existing payouts until the transaction ends. */
    public Changes<PayoutAggregate> lock(Session session, Collection<TransactionKey> payouts) {
        return new Changes<>(PayoutAggregate.OBJECT_TYPE, PayoutStore.lock(session, payouts));
    }

    /** Locks a payout until the transaction ends; empty when another transaction has locked it. */
    public Optional<Changes<PayoutAggregate>> tryLock(Session session, TransactionKey payout) {
        return PayoutStore.tryLock(session, payout) ? Optional.of(lock(session, List.of(payout))) : Optional.empty();
    }

    /**
     * Matches the payout with a payer. Until the match ends, all other decisions on it are refused.
     *
     * @throws IllegalStateException when the payout can no longer be sent
     */
    public Decision<PayoutAggregate> match(PayoutAggregate before, UUID attemptId, Instant now) {
        // Another command of the group may have ended it; then the group is split.
        if (before.status() != PayoutStatus.PROCESSING || before.sent()) {
            throw new IllegalStateException("payout " + before.payout().id() + " does not wait to be sent");
        }
        var attempt = before.next(attemptId, before.legs().getFirst(), Attempt.PAYER, now);
        return Decision.of(before.with(attempt, LegStatus.Trigger.SEND, 0, now).withDueAt(null));
    }

    /**
     * Completes a matched payout. The payer's account is not disclosed to the payout's merchant.
     *
     * @param reference the reference of the payment
     * @throws IllegalStateException when the match is not open
     */
    public Decision<PayoutAggregate> deliver(PayoutAggregate before, UUID attemptId, String reference, Instant now) {
        var attempt = openMatch(before, attemptId);
        var delivered = attempt.on(Attempt.Trigger.DELIVER, reference, now);
        var after = before.with(delivered, LegStatus.Trigger.DELIVER, attempt.amount(), now);
        var transfer = new Payout.LastTransfer(null, null, null, reference, null);
        return after.map(progress -> progress.withLastTransfer(transfer)).complete(By.SYSTEM, now);
    }

    /**
     * Releases the match of a payout.
     *
     * @param dueAt the time to send it
     * @throws IllegalStateException when the match is not open
     */
    public Decision<PayoutAggregate> release(PayoutAggregate before, UUID attemptId, Instant dueAt, Instant now) {
        var attempt = openMatch(before, attemptId).on(Attempt.Trigger.RELEASE, null, now);
        return Decision.of(
                before.with(attempt, LegStatus.Trigger.NOT_SENT, 0, now).withDueAt(dueAt));
    }

    private static Attempt openMatch(PayoutAggregate payout, UUID attemptId) {
        return payout.openMatch()
                .filter(attempt -> payout.status() == PayoutStatus.PROCESSING
                        && attempt.id().equals(attemptId))
                .orElseThrow(() -> new IllegalStateException(
                        "payout " + payout.payout().id() + " is not matched by attempt " + attemptId));
    }

    public void write(Session session, Changes<PayoutAggregate> changes) {
        changes.write(
                session,
                (written, changed) -> {
                    PayoutStore.write(written, changed);
                    paid.accept(written, changed);
                },
                events);
    }
}

package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.Payins;
import io.tical.server.problem.Problem;
import io.tical.server.slip.SlipStage.Trigger;
import io.tical.server.suspense.Suspense;
import io.tical.server.suspense.Unmatched;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Accepts slips in three transactions: the decision, which claims the transfer; the confirmation of the payin; the
 * acceptance of the slip. Each step is idempotent, so an interrupted acceptance is repeated.
 */
record SlipSettlement(Database database, Payins payins, Clock clock) {
    /** @param refused why the payin was not confirmed, so that the slip is referred to operators; null if the slip is accepted */
    record Confirmed(Slip slip, Problem.@Nullable Conflict refused) {}

    /**
     * Confirms the payin of a slip that is {@link SlipStage#CONFIRMING}, and accepts the slip; unless the payin no longer accepts a payment, or
     * its match was released since the decision.
     */
    Confirmed confirm(Slip slip) {
        var decision = Objects.requireNonNull(slip.progress().decision());
        var receipt = new Receipt(Objects.requireNonNull(decision.paid()), slip.receiptReference());
        try {
            if (SlipChecks.payoutWaits(slip.progress().checks())) {
                payins.confirmMatch(slip.payin(), receipt, decision.actor(), decision.note());
            } else {
                payins.confirm(slip.payin(), receipt, decision.actor(), decision.note());
            }
        } catch (Problem.Conflict refused) {
            if (!SlipRules.paidBy(slip, payins.reads().get(slip.payin()))) {
                return new Confirmed(
                        IdempotencyRecords.repeated(database, session -> reopen(session, slip.key())), refused);
            }
        }
        return new Confirmed(IdempotencyRecords.repeated(database, session -> accept(session, slip.key())), null);
    }

    private Slip reopen(Session session, TransactionKey key) {
        var change = SlipChanges.lock(session, key, clock);
        var slip = change.locked();
        return slip.progress().stage() == SlipStage.CONFIRMING ? change.refer(slip) : slip;
    }

    private Slip accept(Session session, TransactionKey key) {
        var change = SlipChanges.lock(session, key, clock);
        var slip = change.locked();
        var progress = slip.progress();
        if (progress.stage() != SlipStage.CONFIRMING) {
            return slip;
        }
        var accepted = change.transition(slip, Trigger.ACCEPT, null, progress.decision());
        if (progress.transfer() != null) {
            rejectDuplicates(session, slip, progress.transfer());
        }
        return accepted;
    }

    /** Rejects the other uploads of an accepted slip, so that operators need not review them. */
    void rejectDuplicates(Session session, Slip accepted, Slip.Transfer transfer) {
        SlipStore.lockDuplicates(session, accepted, transfer)
                .forEach(duplicate -> SlipChanges.of(session, duplicate, clock).rejectDuplicate(duplicate));
    }

    /**
     * Accepts a slip whose payin accepts no payment: records the payment as unallocated funds. Decisions on the payin and its other slips that
     * were made before are refused, because they may be on the same payment.
     *
     * @param payin locked, and not matched: its payments go to an account of the operator's
     * @throws Problem.Conflict {@code SLIP_ALREADY_USED} when its transfer paid another payin, or unallocated funds already have its
     *     reference, for example from another bank's transfer
     */
    Slip suspend(SlipChanges change, Slip slip, Payin payin, Slip.Decision decision) {
        var suspended = change.transition(slip, Trigger.SUSPEND, null, decision);
        var payment = new Unmatched(
                slip.payin(),
                Unmatched.Source.SLIP,
                slip.receiptReference(),
                switch (payin.status()) {
                    case SUCCESS, REJECTED, REFUNDED -> Unmatched.Reason.EXTRA;
                    case PENDING, PROCESSING, EXPIRED, FAILED, CANCELLED -> Unmatched.Reason.CLOSED;
                },
                slip.upload().currency(),
                Objects.requireNonNull(decision.paid()));
        if (Suspense.note(change.session(), List.of(payment)) == 0) {
            throw new Problem.Conflict(
                    "SLIP_ALREADY_USED",
                    "The merchant's unallocated funds have a payment with the reference " + slip.receiptReference()
                            + " already, so this payment cannot be recorded. Compare both payments, and reject this slip if"
                            + " they are the same.");
        }
        payins.raiseVersions(change.session(), payin);
        return suspended;
    }
}

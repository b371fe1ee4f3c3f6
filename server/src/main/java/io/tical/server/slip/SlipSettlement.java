package io.tical.server.slip;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.payin.Payins;
import io.tical.server.problem.Problem;
import io.tical.server.suspense.Suspense;
import io.tical.server.suspense.Unmatched;
import io.tical.server.transaction.StateChange;
import io.tical.server.transaction.StateChanges;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Carries out what was decided about slips. An acceptance has three steps, each of which commits: the decision, with which the
 * transfer is taken; the payin's confirmation; the slip's end. Whoever finds it half done goes on, and nothing happens twice.
 */
final class SlipSettlement {
    private final Database database;
    private final Payins payins;

    SlipSettlement(Database database, Payins payins) {
        this.database = database;
        this.payins = payins;
    }

    /**
     * Confirms the payin of a slip that is {@link Slip.Stage#CONFIRMING}, and accepts the slip.
     *
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin takes no payment any more; the slip then
     *     waits for finance
     */
    Slip confirm(Slip slip) {
        var decision = Objects.requireNonNull(slip.progress().decision());
        var receipt = new Receipt(Objects.requireNonNull(decision.paid()), slip.receiptReference());
        try {
            payins.confirm(slip.payin(), receipt, decision.actor(), decision.note());
        } catch (Problem.Conflict refused) {
            if (!payins.find(slip.payin()).filter(payin -> paidBy(slip, payin)).isPresent()) {
                IdempotencyRecords.repeated(database, session -> reopen(session, slip.key()));
                throw refused;
            }
        }
        return IdempotencyRecords.repeated(database, session -> accepted(session, slip.key()));
    }

    /** Whether it is this very payment that the payin has. */
    static boolean paidBy(Slip slip, Payin payin) {
        return slip.receiptReference().equals(payin.progress().settled().reference());
    }

    private static Slip reopen(Session session, TransactionKey key) {
        var slip = SlipStore.lock(session, key).orElseThrow();
        if (slip.progress().stage() != Slip.Stage.CONFIRMING) {
            return slip;
        }
        SlipUses.giveBack(session, slip);
        return written(session, slip.with(slip.progress().waiting(Slip.Stage.REVIEW, null, now())));
    }

    private static Slip accepted(Session session, TransactionKey key) {
        var slip = SlipStore.lock(session, key).orElseThrow();
        if (slip.progress().stage() != Slip.Stage.CONFIRMING) {
            return slip;
        }
        var ended = end(
                session,
                slip,
                SlipStatus.Trigger.ACCEPT,
                Objects.requireNonNull(slip.progress().decision()));
        var transfer = slip.progress().transfer();
        if (transfer != null) {
            // Impatient people upload a slip twice; nobody needs to look at the second.
            SlipStore.lockTwins(session, slip, transfer).forEach(twin -> repeated(session, twin));
        }
        return ended;
    }

    /**
     * Accepts a slip whose payin takes no payment: what was paid goes into suspense, once.
     *
     * @param slip locked
     * @throws Problem.Conflict {@code SLIP_ALREADY_USED} when its transfer paid another payin; {@code
     *     PAYIN_STATUS_TRANSITION_INVALID} when the payment went to the payee of a payout
     */
    static Slip suspended(Session session, Slip slip, Payin payin, Slip.Decision decision) {
        if (payin.matched()) {
            throw new Problem.Conflict(
                    "PAYIN_STATUS_TRANSITION_INVALID",
                    "This payment went to the payee of a payout and not to an account of the operator's, so it cannot be kept"
                            + " in suspense; reject the slip");
        }
        var transfer = slip.progress().transfer();
        if (transfer != null) {
            take(session, slip, transfer);
        }
        Suspense.note(
                session,
                List.of(new Unmatched(
                        slip.key().organizationId(),
                        slip.key().livemode(),
                        Unmatched.Source.SLIP,
                        slip.receiptReference(),
                        slip.upload().payinId(),
                        switch (payin.status()) {
                            case SUCCESS, REJECTED, REFUNDED -> Unmatched.Reason.EXTRA;
                            case PENDING, PROCESSING, EXPIRED, FAILED, CANCELLED -> Unmatched.Reason.CLOSED;
                        },
                        slip.upload().currency(),
                        Objects.requireNonNull(decision.paid()))));
        return end(session, slip, SlipStatus.Trigger.ACCEPT, decision);
    }

    /** @throws Problem.Conflict {@code SLIP_ALREADY_USED} when it paid another payin */
    static void take(Session session, Slip slip, Slip.Transfer transfer) {
        // A person has seen who else used the reference, and may know that this is another bank's transfer.
        SlipUses.takeFirst(session, slip, transfer);
        var taken = SlipUses.take(session, slip, transfer);
        if (!taken.slip().equals(slip.key())) {
            throw new Problem.Conflict(
                    "SLIP_ALREADY_USED",
                    "This transfer paid the payin " + taken.payin().id() + " by the slip "
                            + taken.slip().id() + "; a transfer pays once");
        }
    }

    /** Rejects a slip that tells of the payment that another slip has paid this payin with. */
    static Slip repeated(Session session, Slip slip) {
        return end(
                session,
                slip,
                SlipStatus.Trigger.REJECT,
                new Slip.Decision(null, Slip.Reason.DUPLICATE, null, null, null, now()));
    }

    /** Writes the end of a slip that is locked. */
    static Slip end(Session session, Slip slip, SlipStatus.Trigger trigger, Slip.Decision decision) {
        var progress = slip.progress();
        var transition = progress.status().on(trigger);
        StateChanges.insert(
                session,
                List.of(new StateChange(
                        slip.key().organizationId(),
                        slip.key().livemode(),
                        slip.key().id(),
                        Ids.next(),
                        "slip",
                        transition.from().word(),
                        transition.to().word(),
                        trigger.word(),
                        decision.actor(),
                        decision.note(),
                        decision.at())));
        return written(session, slip.with(progress.ended(transition.to(), decision)));
    }

    /** What is written has the next version. */
    static Slip written(Session session, Slip slip) {
        SlipStore.update(session, slip);
        return SlipStore.find(session, slip.key()).orElseThrow();
    }

    static Instant now() {
        return Instant.ofEpochMilli(System.currentTimeMillis());
    }
}

package io.tical.server.slip;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.http.Problem;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.payin.Payins;
import io.tical.server.timeline.StateChange;
import io.tical.server.timeline.StateChanges;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

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
        var receipt = new Receipt(Objects.requireNonNull(decision.paid()), slip.receiptReference(), null);
        try {
            payins.confirm(slip.payin(), decision.actor(), receipt, OptionalLong.empty(), decision.note());
        } catch (Problem.Conflict refused) {
            if (!paidBy(slip)) {
                database.transaction(session -> reopen(session, slip.key()));
                throw refused;
            }
        }
        return database.transaction(session -> accepted(session, slip.key()));
    }

    private boolean paidBy(Slip slip) {
        return payins.find(slip.payin())
                .map(payin -> slip.receiptReference()
                        .equals(payin.progress().settled().reference()))
                .orElse(false);
    }

    private static Slip reopen(Session session, SlipKey key) {
        var slip = SlipStore.lock(session, key).orElseThrow();
        if (slip.progress().stage() != Slip.Stage.CONFIRMING) {
            return slip;
        }
        SlipUses.giveBack(session, slip);
        return written(session, slip.with(slip.progress().waiting(Slip.Stage.REVIEW, null, now())));
    }

    private static Slip accepted(Session session, SlipKey key) {
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
                        slip.key().slipId(),
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

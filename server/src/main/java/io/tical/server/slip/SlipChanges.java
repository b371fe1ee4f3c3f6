package io.tical.server.slip;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.slip.SlipStage.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Event;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A slip locked by a transaction, and the decisions on it. They move no money.
 *
 * @param at the time of the transaction
 */
record SlipChanges(Session session, Slip locked, Changes<Slip> changes, Instant at) {
    static SlipChanges of(Session session, Slip locked, Clock clock) {
        var changes = new Changes<>(SlipRules.OBJECT_TYPE, List.of(locked));
        return new SlipChanges(session, locked, changes, clock.instant());
    }

    /**
     * Locks a slip. A transaction that also locks its payin does so before, because one that has locked the payin may change its slips.
     *
     * @throws Problem.NotFound {@code SLIP_NOT_FOUND}
     */
    static SlipChanges lock(Session session, TransactionKey key, Clock clock) {
        var locked = SlipStore.lock(session, key).orElseThrow(() -> Problem.NotFound.of(SlipRules.OBJECT_TYPE));
        return of(session, locked, clock);
    }

    /** Writes a decision; returns the stored slip. The caller adds the decisions of people to the audit log. */
    Slip apply(Decision<Slip> decision) {
        var slip = changes.apply(decision, Actor.SYSTEM, at);
        changes.write(session, SlipStore::updateLater, Event.Writer.NONE);
        return slip;
    }

    /**
     * Applies a transition.
     *
     * @param slip the locked slip with the results of its examination
     * @throws Problem.Conflict {@code SLIP_ALREADY_USED} when its transfer paid another payin
     */
    Slip transition(Slip slip, Trigger trigger, @Nullable Instant dueAt, Slip.@Nullable Decision decided) {
        var decision = SlipRules.transition(slip, trigger, dueAt, decided, at);
        switch (SlipStage.TABLE.on(slip.progress().stage(), trigger).effect()) {
            case NONE -> {}
            case CLAIM_TRANSFER -> claimTransfer(slip);
            case RELEASE_TRANSFER -> TransferClaimStore.release(session, slip);
        }
        return apply(decision);
    }

    private void claimTransfer(Slip slip) {
        var transfer = Objects.requireNonNull(slip.progress().transfer(), "nothing is accepted without its transfer");
        SlipRules.requireUnused(TransferClaims.claim(session, slip, transfer));
    }

    /** Refers the slip to operators. */
    Slip refer(Slip slip) {
        return transition(slip, Trigger.REFER, null, null);
    }

    /** Rejects a slip that proves the same payment as the accepted slip of this payin. */
    Slip rejectDuplicate(Slip slip) {
        var duplicate = new Slip.Decision(null, Slip.Reason.DUPLICATE, null, null, null, at);
        return transition(slip, Trigger.REJECT, null, duplicate);
    }
}

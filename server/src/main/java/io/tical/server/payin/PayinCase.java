package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.WalletKey;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.StateChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One payin in the hands of one transaction: locked, changed by commands, and then written. */
final class PayinCase {
    static final String OBJECT_TYPE = "payin";

    private final List<StateChange> changes;
    private final List<Event> events;
    private final Rules rules;
    private final boolean owed;
    private Payin payin;
    private boolean changed;

    /**
     * What holds for every payin.
     *
     * @param expiry how long one is open
     * @param matchGrace how long a payout waits for a payin that is over
     */
    record Rules(PayinMoney money, Duration expiry, Duration matchGrace) {}

    /** Where movements go, and what time it is. */
    interface Desk {
        Instant now();

        void post(WalletKey wallet, List<Movement> movements);
    }

    PayinCase(Payin payin, Rules rules) {
        this(payin, rules, false);
    }

    /** @param owed whether a payment would be owed by the payee of a payout that went another way */
    PayinCase(Payin payin, Rules rules, boolean owed) {
        this(payin, rules, owed, List.of(), List.of(), false);
    }

    private PayinCase(
            Payin payin, Rules rules, boolean owed, List<StateChange> changes, List<Event> events, boolean changed) {
        this.payin = payin;
        this.rules = rules;
        this.owed = owed;
        this.changes = new ArrayList<>(changes);
        this.events = new ArrayList<>(events);
        this.changed = changed;
    }

    /** The same case as it stands now; what is done to one is not done to the other. */
    PayinCase copy() {
        return new PayinCase(payin, rules, owed, changes, events, changed);
    }

    Payin payin() {
        return payin;
    }

    boolean changed() {
        return changed;
    }

    List<StateChange> changes() {
        return changes;
    }

    /** What merchants are to be told of these changes. */
    List<Event> events() {
        return events;
    }

    void apply(PayinCommand command, Desk desk) {
        var seen = command.version();
        if (seen.isPresent() && seen.getAsLong() != payin.progress().version()) {
            throw new Problem.Conflict(
                    "VERSION_CONFLICT", "Somebody changed this payin since you saw it; look again and decide anew");
        }
        versioned(() -> {
            switch (command) {
                case PayinCommand.Fire fire -> fire(fire, desk);
                case PayinCommand.Confirm confirm -> confirm(confirm, desk);
                case PayinCommand.Fail fail -> {
                    payin.status().on(Trigger.FAIL);
                    replace(payin.progress().withFailure(fail.failureCode()));
                    transit(Trigger.FAIL, fail, null, desk);
                }
            }
        });
    }

    /** Raises the version once for a command that changes anything, at once: another command of the same group sees it. */
    private void versioned(Runnable command) {
        var before = payin;
        command.run();
        if (!payin.equals(before)) {
            var progress = payin.progress();
            replace(progress.withVersion(progress.version() + 1));
        }
    }

    private void fire(PayinCommand.Fire fire, Desk desk) {
        switch (fire.trigger()) {
            case CANCEL, OPEN_REFUND -> transit(fire.trigger(), fire, null, desk);
            case TEST_CONFIRM ->
                transit(fire.trigger(), fire, new Receipt(payin.terms().transferAmount(), null, null), desk);
            case ARRIVE -> arrive(fire, desk);
            // People may press twice; then there is nothing left to do.
            case COMPLETE_REFUND -> {
                if (payin.status() != PayinStatus.REFUNDED) {
                    transit(Trigger.COMPLETE_REFUND, fire, null, desk);
                }
            }
            case ACTIVATE, EXPIRE -> throw new IllegalArgumentException("background work decides on " + fire.trigger());
            case CONFIRM, FAIL -> throw new IllegalArgumentException(fire.trigger() + " needs more than its trigger");
        }
    }

    /** Does what background work is to do, now that it is due. */
    void settleDue(Desk desk) {
        versioned(() -> doDue(desk));
    }

    private void doDue(Desk desk) {
        switch (payin.status()) {
            case PENDING -> {
                switch (payin.terms().dialect()) {
                    case V1 -> expire(desk);
                    case GUIDE -> byItself(Trigger.ACTIVATE, desk);
                }
            }
            case PROCESSING -> expire(desk);
            case SUCCESS, FAILED, REJECTED, REFUNDED, EXPIRED, CANCELLED ->
                replace(payin.progress().withDueAt(null));
        }
    }

    private void expire(Desk desk) {
        var expiresAt = payin.progress().expiresAt();
        if (desk.now().isBefore(expiresAt)) {
            replace(payin.progress().withDueAt(expiresAt));
        } else {
            byItself(Trigger.EXPIRE, desk);
        }
    }

    private void byItself(Trigger trigger, Desk desk) {
        transit(trigger, PayinCommand.Fire.of(PayinStore.target(payin), Actor.SYSTEM, trigger), null, desk);
    }

    /** What arrives may arrive several times, and late; what is over takes nothing more. */
    private void arrive(PayinCommand.Fire fire, Desk desk) {
        switch (payin.status()) {
            case PENDING -> transit(Trigger.ARRIVE, fire, null, desk);
            case PROCESSING, EXPIRED -> {}
            case SUCCESS, FAILED, REJECTED, REFUNDED, CANCELLED ->
                throw PayinStatus.invalid("A payin that is " + payin.status().word() + " takes no further payment");
        }
    }

    /** The same payment may be confirmed several times; another payment for a payin that has its own is a conflict. */
    private void confirm(PayinCommand.Confirm confirm, Desk desk) {
        var receipt = confirm.receipt();
        var settled = payin.progress().settled();
        if (payin.status() == PayinStatus.SUCCESS && Objects.equals(settled.reference(), receipt.reference())) {
            return;
        }
        payin.status().on(Trigger.CONFIRM);
        if (receipt.receiving() != null) {
            replace(payin.progress().withReceiving(receipt.receiving()));
        }
        transit(Trigger.CONFIRM, confirm, receipt, desk);
    }

    private void transit(Trigger trigger, PayinCommand command, @Nullable Receipt receipt, Desk desk) {
        var transition = payin.status().on(trigger);
        var outcome = rules.money().of(transition.effect(), payin, receipt, owed);
        if (!outcome.movements().isEmpty()) {
            desk.post(payin.terms().wallet(), outcome.movements());
        }
        var now = desk.now();
        var terms = payin.terms();
        changes.add(new StateChange(
                terms.organizationId(),
                terms.livemode(),
                payin.id(),
                Ids.next(),
                OBJECT_TYPE,
                transition.from().word(),
                transition.to().word(),
                trigger.word(),
                command.actor(),
                command.note(),
                now));
        var progress = payin.progress();
        // The time of a guide's payin counts from here (spec, Payin response).
        var expiresAt = trigger == Trigger.ACTIVATE ? now.plus(rules.expiry()) : progress.expiresAt();
        replace(new Payin.Progress(
                transition.to(),
                progress.receiving(),
                outcome.settled(),
                progress.failureCode(),
                progress.version(),
                transition.to().open() ? expiresAt : null,
                expiresAt,
                now,
                transition.to().open() ? null : now));
        PayinCallback.event(payin, now).ifPresent(events::add);
    }

    private void replace(Payin.Progress progress) {
        payin = new Payin(payin.id(), payin.terms(), progress);
        changed = true;
    }
}

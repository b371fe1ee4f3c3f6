package io.tical.server.transaction;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one type that one transaction has locked, and what was decided about them. A refused command leaves no
 * trace: a decision is carried out whole or not at all.
 *
 * @param <A> the object
 */
public final class Changes<A extends Aggregate<A>> {
    private final String objectType;
    private final Map<TransactionKey, A> before;
    private final Map<TransactionKey, A> current;
    private final List<StateChange> history = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();

    /** An object as it was locked, and as it shall be. */
    public record Changed<A>(A before, A after) {}

    /**
     * @param objectType as the history names it: {@code payout}
     * @param locked every object that a command of this transaction names
     */
    public Changes(String objectType, Collection<A> locked) {
        this.objectType = objectType;
        before = new HashMap<>();
        locked.forEach(object -> before.put(object.key(), object));
        current = new HashMap<>(before);
    }

    /** An object as the commands before have left it. */
    public Optional<A> find(TransactionKey key) {
        return Optional.ofNullable(current.get(key));
    }

    /**
     * An object as the commands before have left it.
     *
     * @throws Problem.NotFound {@code <OBJECT>_NOT_FOUND} when there is none
     */
    public A get(TransactionKey key) {
        return find(key).orElseThrow(() -> Problem.NotFound.of(objectType));
    }

    /**
     * The object that a command is about, in the version that its actor saw.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when it has changed since
     */
    public A seen(Command command) {
        var object = get(command.key());
        requireVersion(object, command.version());
        return object;
    }

    /**
     * The object that a person decides about, in the version that they saw.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when it has changed since
     */
    public A seen(TransactionKey key, StaffDecision decision) {
        var object = get(key);
        requireVersion(object, decision.version());
        return object;
    }

    private void requireVersion(A object, @Nullable Long seen) {
        if (seen != null && seen != object.version()) {
            throw new Problem.Conflict(
                    "VERSION_CONFLICT",
                    "The " + objectType.replace('_', ' ')
                            + " has changed since you loaded it. Load it again and decide on its current state.");
        }
    }

    /**
     * Carries a decision out: posts its movements, raises the version once, and keeps what {@link #changed} writes.
     *
     * @return the object as it stands now
     * @throws Problem.Refused {@code INSUFFICIENT_BALANCE} when the wallet does not cover a movement; nothing has changed then
     */
    public A apply(Decision<A> decision, LockedWallets wallets) {
        return apply(
                decision, wallets.now(), () -> wallets.post(decision.after().wallet(), decision.movements()));
    }

    /**
     * Carries a decision out that moves no money, in a transaction that has locked no wallet.
     *
     * @throws IllegalStateException when the decision moves money
     */
    public A apply(Decision<A> decision, Instant now) {
        return apply(decision, now, () -> {
            if (!decision.movements().isEmpty()) {
                throw new IllegalStateException("only a group commit moves money: " + decision.movements());
            }
        });
    }

    private A apply(Decision<A> decision, Instant now, Runnable posting) {
        var after = decision.after();
        var was = get(after.key());
        if (after.version() != was.version()) {
            throw new IllegalArgumentException("a decision does not raise the version: " + after.key());
        }
        if (after.equals(was)
                && decision.movements().isEmpty()
                && decision.changes().isEmpty()) {
            return was;
        }
        posting.run();
        var raised = after.withVersion(was.version() + 1);
        current.put(raised.key(), raised);
        var key = raised.key();
        for (var change : decision.changes()) {
            history.add(new StateChange(
                    key.organizationId(),
                    key.livemode(),
                    key.id(),
                    Ids.next(),
                    objectType,
                    change.from(),
                    change.to(),
                    change.trigger(),
                    change.actor(),
                    change.note(),
                    now));
        }
        for (var event : decision.events()) {
            events.add(Event.of(
                    key.organizationId(), key.livemode(), event.type(), key.id(), raised.guide(), event.body(), now));
        }
        return raised;
    }

    /** The objects that changed. */
    public List<Changed<A>> changed() {
        return before.entrySet().stream()
                .map(entry -> new Changed<>(entry.getValue(), current(entry.getKey())))
                .filter(changed -> changed.after().version() != changed.before().version())
                .toList();
    }

    /**
     * Writes the objects that changed, with their history and events.
     *
     * @param rows writes the objects themselves
     */
    public void write(Session session, BiConsumer<Session, List<Changed<A>>> rows, EventWriter writer) {
        var changed = changed();
        if (!changed.isEmpty()) {
            rows.accept(session, changed);
        }
        StateChanges.insert(session, history);
        writer.write(session, events);
    }

    private A current(TransactionKey key) {
        return find(key).orElseThrow();
    }

    /** What is to be written to the history. */
    public List<StateChange> history() {
        return history;
    }

    /** What merchants are to be told. */
    public List<Event> events() {
        return events;
    }
}

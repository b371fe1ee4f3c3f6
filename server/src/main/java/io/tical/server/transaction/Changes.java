package io.tical.server.transaction;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one type that a transaction has locked, and the decisions on them. {@link #apply} is atomic: a refused
 * command changes nothing.
 *
 * @param <A> the type of the objects
 */
public final class Changes<A extends Aggregate<A>> {
    private final String objectType;
    private final Map<TransactionKey, A> before;
    private final Map<TransactionKey, A> current;
    private final List<StateChange> history = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<AuditEntry> audited = new ArrayList<>();

    public record Changed<A>(A before, A after) {}

    /**
     * @param objectType the name in the history, such as {@code payout}
     * @param locked all objects that the commands of the transaction name
     */
    public Changes(String objectType, Collection<A> locked) {
        this.objectType = objectType;
        before = new HashMap<>();
        locked.forEach(object -> before.put(object.key(), object));
        current = new HashMap<>(before);
    }

    /** The object after the previous commands. */
    public Optional<A> find(TransactionKey key) {
        return Optional.ofNullable(current.get(key));
    }

    /**
     * The object after the previous commands.
     *
     * @throws Problem.NotFound {@code <OBJECT>_NOT_FOUND} when there is none
     */
    public A get(TransactionKey key) {
        return find(key).orElseThrow(() -> Problem.NotFound.of(objectType));
    }

    /**
     * The object that a command changes.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when it has changed since
     */
    public A requireVersion(Command<?> command) {
        return requireVersion(command.key(), command.by().version());
    }

    /**
     * The object that a decision changes.
     *
     * @param version the version that the decision is based on, or null
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when it has changed since
     */
    public A requireVersion(TransactionKey key, @Nullable Long version) {
        var object = get(key);
        if (version != null && version != object.version()) {
            throw Problem.Conflict.changed(objectType);
        }
        return object;
    }

    /**
     * Applies a decision: posts its movements and increments the version. {@link #write} writes the result.
     *
     * @param actor the author; the audit log records the decisions of people
     * @return the object after the decision
     * @throws Problem.Refused {@code INSUFFICIENT_BALANCE} when the wallet does not cover a movement; nothing is changed
     */
    public A apply(Decision<A> decision, Actor actor, GroupWallets wallets) {
        return apply(
                decision,
                actor,
                wallets.now(),
                () -> wallets.post(Objects.requireNonNull(decision.after().wallet()), decision.movements()));
    }

    /**
     * Applies a decision without movements, in a transaction that has locked no wallet.
     *
     * @throws IllegalStateException when the decision moves money
     */
    public A apply(Decision<A> decision, Actor actor, Instant now) {
        return apply(decision, actor, now, () -> {
            if (!decision.movements().isEmpty()) {
                throw new IllegalStateException("only a group commit moves money: " + decision.movements());
            }
        });
    }

    private A apply(Decision<A> decision, Actor actor, Instant now, Runnable posting) {
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
        var told = decision.events().stream()
                .map(event -> Event.of(key, event, raised.guide(), now))
                .toList();
        events.addAll(told);
        history.addAll(StateChange.of(key, objectType, decision.changes(), told, now));
        if (actor.inAuditLog()) {
            audited.add(AuditEntry.of(objectType, was, raised, decision, actor, now));
        }
        return raised;
    }

    public List<Changed<A>> changed() {
        return before.entrySet().stream()
                .map(entry -> new Changed<>(entry.getValue(), get(entry.getKey())))
                .filter(changed -> changed.after().version() != changed.before().version())
                .toList();
    }

    /**
     * Writes the objects that changed, with their history and events: as far as possible when the session sends.
     *
     * @param rows writes the rows of the objects
     */
    public void write(Session session, BiConsumer<Session, List<Changed<A>>> rows, Event.Writer writer) {
        var changed = changed();
        if (!changed.isEmpty()) {
            rows.accept(session, changed);
        }
        StateChange.insertLater(session, history);
        AuditEntry.insertLater(session, audited);
        writer.write(session, events);
    }
}

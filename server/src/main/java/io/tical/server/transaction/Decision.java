package io.tical.server.transaction;

import io.tical.server.ledger.Movement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule decided about one command: data alone. The rule is a pure function of the object, the command and the time;
 * {@link Changes} carries the decision out.
 *
 * @param after the object as it shall be, with the version it had before
 * @param movements of money, on the object's wallet; all of them are posted, or the command is refused
 * @param changes of state, for the history
 * @param events that merchants are told of
 */
public record Decision<A>(A after, List<Movement> movements, List<Change> changes, List<Announcement> events) {
    /** One change of state. */
    public record Change(
            String from,
            String to,
            String trigger,
            Actor actor,
            @Nullable String note) {}

    /**
     * One event that merchants are told of.
     *
     * @param body the callback body, a record that is written as JSON
     */
    public record Announcement(EventType type, Object body) {}

    public Decision {
        movements = List.copyOf(movements);
        changes = List.copyOf(changes);
        events = List.copyOf(events);
    }

    /** Decides to leave everything as it is. */
    public static <A> Decision<A> unchanged(A object) {
        return of(object);
    }

    /** Decides on a change that moves no money and that nobody is told of. */
    public static <A> Decision<A> of(A after) {
        return new Decision<>(after, List.of(), List.of(), List.of());
    }

    /** This decision with another outcome for the object. */
    public Decision<A> withAfter(A after) {
        return new Decision<>(after, movements, changes, events);
    }

    /** This decision, and behind it what was decided on its outcome. */
    public Decision<A> then(Decision<A> next) {
        return new Decision<>(
                next.after,
                joined(movements, next.movements),
                joined(changes, next.changes),
                joined(events, next.events));
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}

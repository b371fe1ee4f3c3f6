package io.tical.server.transaction;

import io.tical.server.ledger.Movement;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a rule for one command. The rule has no effects: {@link Changes} applies a decision on an existing object, and the operation
 * that creates an object applies it itself.
 *
 * @param after the object after the command, with its previous version; 1 if it is new
 * @param movements of money on the object's wallet; all are posted, or the command is refused
 * @param changes of status, for the history
 * @param events sent to the merchant: each with a change of status, which says that it was, so that a missing event is found
 */
public record Decision<A>(A after, List<Movement> movements, List<StatusChange> changes, List<Announcement> events) {
    public record StatusChange(
            String from,
            String to,
            String trigger,
            Actor actor,
            @Nullable String note) {}

    /**
     * One event for the merchant.
     *
     * @param body the callback body, which is written as JSON
     */
    public record Announcement(EventType type, Object body) {}

    public Decision {
        movements = List.copyOf(movements);
        changes = List.copyOf(changes);
        events = List.copyOf(events);
        if (events.size() > changes.size()) {
            throw new IllegalArgumentException("an event without a change of status: " + events);
        }
    }

    public static <A> Decision<A> unchanged(A object) {
        return of(object);
    }

    /** A change without movements and events. */
    public static <A> Decision<A> of(A after) {
        return new Decision<>(after, List.of(), List.of(), List.of());
    }

    /** This decision, followed by another one on its result. */
    public Decision<A> then(Decision<A> next) {
        return new Decision<>(
                next.after,
                joined(movements, next.movements),
                joined(changes, next.changes),
                joined(events, next.events));
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}

package io.tical.server.transaction;

import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A state machine as data: each row is a transition, and any other transition is refused.
 *
 * @param <S> the states
 * @param <T> the triggers of transitions
 * @param <E> the effects of transitions other than the new state
 */
public final class StateTable<S extends Enum<S> & Word, T extends Enum<T> & Word, E> {
    private final String object;
    private final List<Row<S, T, E>> rows;
    private final Map<S, Map<T, Row<S, T, E>>> index;

    public record Row<S, T, E>(S from, T trigger, S to, E effect) {}

    /** The effect in a table whose transitions only change the state. */
    public enum NoEffect {
        NONE
    }

    private StateTable(String object, List<Row<S, T, E>> rows) {
        this.object = object;
        this.rows = rows;
        index = new EnumMap<>(rows.getFirst().from().getDeclaringClass());
        for (var row : rows) {
            var triggers = row.trigger().getDeclaringClass();
            var before = index.computeIfAbsent(row.from(), from -> new EnumMap<>(triggers))
                    .put(row.trigger(), row);
            if (before != null) {
                throw new IllegalArgumentException(
                        "two rows of " + object + " for " + row.from() + " and " + row.trigger());
            }
        }
    }

    public static <S, T, E> Row<S, T, E> row(S from, T trigger, S to, E effect) {
        return new Row<>(from, trigger, to, effect);
    }

    public static <S, T> Row<S, T, NoEffect> row(S from, T trigger, S to) {
        return row(from, trigger, to, NoEffect.NONE);
    }

    /**
     * @param object the name in messages and error codes, such as {@code payout}
     * @param rows at least one
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public static <S extends Enum<S> & Word, T extends Enum<T> & Word, E> StateTable<S, T, E> of(
            String object, Row<S, T, E>... rows) {
        return new StateTable<>(object, List.of(rows));
    }

    /** All transitions, in the order of their definition. */
    public List<Row<S, T, E>> rows() {
        return rows;
    }

    public boolean allows(S from, T trigger) {
        return find(from, trigger) != null;
    }

    /**
     * The transition that a trigger causes from a state.
     *
     * @throws Problem.Conflict {@code <OBJECT>_STATUS_TRANSITION_INVALID} when there is none
     */
    public Row<S, T, E> on(S from, T trigger) {
        var row = find(from, trigger);
        if (row == null) {
            throw invalid("The " + object.replace('_', ' ') + " is " + from.word() + "; the action " + trigger.word()
                    + " is not possible in this state");
        }
        return row;
    }

    private @Nullable Row<S, T, E> find(S from, T trigger) {
        var ofState = index.get(from);
        return ofState == null ? null : ofState.get(trigger);
    }

    /** A refusal with the same code for a reason outside the table. */
    public Problem.Conflict invalid(String message) {
        return new Problem.Conflict(object.toUpperCase(Locale.ROOT) + "_STATUS_TRANSITION_INVALID", message);
    }
}

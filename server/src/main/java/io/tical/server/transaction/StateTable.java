package io.tical.server.transaction;

import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private final List<Action<T>> actions;

    public record Row<S, T, E>(S from, T trigger, S to, E effect) {}

    /** The effect in a table whose transitions only change the state. */
    public enum NoEffect {
        NONE
    }

    /** Who fires a trigger through an API. */
    private enum Who implements Word {
        MERCHANTS,
        OPERATORS
    }

    /** A trigger that people fire, and its name in the API. */
    private record Action<T>(Who who, T trigger, String name) {}

    private StateTable(String object, List<Row<S, T, E>> rows, List<Action<T>> actions) {
        this.object = object;
        this.rows = rows;
        this.actions = actions;
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
        return new StateTable<>(object, List.of(rows), List.of());
    }

    /** The same table, whose refusals say that merchants may do this. {@code action} is the trigger's name in the API. */
    public StateTable<S, T, E> merchants(T trigger, String action) {
        return with(new Action<>(Who.MERCHANTS, trigger, action));
    }

    /** The same table, whose refusals say that operators may do this. {@code action} is the trigger's name in the API. */
    public StateTable<S, T, E> operators(T trigger, String action) {
        return with(new Action<>(Who.OPERATORS, trigger, action));
    }

    private StateTable<S, T, E> with(Action<T> action) {
        return new StateTable<>(
                object, rows, Stream.concat(actions.stream(), Stream.of(action)).toList());
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
            throw invalid("The %s is %s; the action %s is not possible in this state. %s"
                    .formatted(object.replace('_', ' '), from.word(), name(trigger), possible(from))
                    .strip());
        }
        return row;
    }

    private String name(T trigger) {
        return actions.stream()
                .filter(action -> action.trigger() == trigger)
                .map(Action::name)
                .findFirst()
                .orElseGet(trigger::word);
    }

    /** What people may do in a state, unless another rule refuses it; empty for a table that names no actions. */
    private String possible(S from) {
        if (!index.containsKey(from)) {
            return "This state is final.";
        }
        if (actions.isEmpty()) {
            return "";
        }
        var allowed = Arrays.stream(Who.values())
                .map(who -> actions.stream()
                        .filter(action -> action.who() == who && allows(from, action.trigger()))
                        .map(Action::name)
                        .collect(Collectors.joining(", ", "", " (" + who.word() + ")")))
                .filter(names -> !names.startsWith(" ("))
                .collect(Collectors.joining("; "));
        return allowed.isEmpty()
                ? "The service itself changes this state; read it again later."
                : "Other actions may be possible: " + allowed + ".";
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

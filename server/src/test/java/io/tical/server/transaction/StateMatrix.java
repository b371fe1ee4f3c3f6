package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A state table as text: a line for every state, a column for every trigger, {@code -} where the trigger is refused. */
public final class StateMatrix {
    private StateMatrix() {}

    public static <S extends Enum<S> & Word, T extends Enum<T> & Word> String of(
            StateTable<S, T, ?> table, Class<S> states, Class<T> triggers) {
        var lines = new ArrayList<List<String>>();
        var header = new ArrayList<>(List.of(""));
        for (var trigger : triggers.getEnumConstants()) {
            header.add(trigger.word());
        }
        lines.add(header);
        for (var state : states.getEnumConstants()) {
            var line = new ArrayList<>(List.of(state.word()));
            for (var trigger : triggers.getEnumConstants()) {
                line.add(cell(table, state, trigger));
            }
            lines.add(line);
        }
        return lines.stream().map(line -> aligned(line, lines)).collect(Collectors.joining("\n", "", "\n"));
    }

    private static <S extends Enum<S> & Word, T extends Enum<T> & Word> String cell(
            StateTable<S, T, ?> table, S state, T trigger) {
        if (table.allows(state, trigger)) {
            return table.on(state, trigger).to().word();
        }
        assertThatThrownBy(() -> table.on(state, trigger)).isInstanceOf(Problem.Conflict.class);
        return "-";
    }

    private static String aligned(List<String> line, List<List<String>> lines) {
        return IntStream.range(0, line.size())
                .mapToObj(column -> {
                    var width = lines.stream()
                            .mapToInt(other -> other.get(column).length())
                            .max()
                            .orElseThrow();
                    return String.format("%-" + width + "s", line.get(column));
                })
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }
}

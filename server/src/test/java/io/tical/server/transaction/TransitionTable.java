package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Compares a state table with an expected table: every pair of state and trigger, also those without a row. */
public final class TransitionTable {
    private TransitionTable() {}

    /**
     * @param code of the refusal of every pair that is not expected
     * @param expected one transition a line: {@code from trigger to effect}; the effect may be left out of a table that has none
     */
    public static <S extends Enum<S> & Word, T extends Enum<T> & Word, E> void require(
            StateTable<S, T, E> table, Class<S> states, Class<T> triggers, String code, String expected) {
        var rows = expected.lines()
                .map(line -> List.of(line.strip().split("\\s+", 4)))
                .collect(Collectors.toMap(row -> row.get(0) + " " + row.get(1), row -> row));
        for (var from : states.getEnumConstants()) {
            for (var trigger : triggers.getEnumConstants()) {
                var pair = from.word() + " " + trigger.word();
                var row = rows.remove(pair);
                assertThat(table.allows(from, trigger)).as(pair).isEqualTo(row != null);
                if (row == null) {
                    assertThatThrownBy(() -> table.on(from, trigger))
                            .as(pair)
                            .isInstanceOfSatisfying(
                                    Problem.Conflict.class,
                                    refused -> assertThat(refused.code()).isEqualTo(code));
                } else {
                    var found = table.on(from, trigger);
                    assertThat(found.to().word()).as(pair).isEqualTo(row.get(2));
                    assertThat(found.effect().toString())
                            .as(pair)
                            .isEqualToIgnoringCase(row.size() > 3 ? row.get(3) : "none");
                }
            }
        }
        assertThat(rows).as("transitions of unknown states or triggers").isEmpty();
    }
}

package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Word;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.StateTable.Row;
import org.junit.jupiter.api.Test;

class StateTableTest {
    private enum Door implements Word {
        OPEN,
        SHUT,
        LOCKED
    }

    private enum Action implements Word {
        CLOSE,
        TURN_KEY
    }

    private static final StateTable<Door, Action, String> TABLE = StateTable.of(
            "front_door",
            new Row<>(Door.OPEN, Action.CLOSE, Door.SHUT, "bang"),
            new Row<>(Door.SHUT, Action.TURN_KEY, Door.LOCKED, "click"),
            new Row<>(Door.LOCKED, Action.TURN_KEY, Door.SHUT, "click"));

    @Test
    void aRowIsFoundByStateAndTrigger() {
        assertThat(TABLE.on(Door.SHUT, Action.TURN_KEY).to()).isEqualTo(Door.LOCKED);
        assertThat(TABLE.allows(Door.OPEN, Action.CLOSE)).isTrue();
        assertThat(TABLE.allows(Door.OPEN, Action.TURN_KEY)).isFalse();
        assertThat(TABLE.rows()).hasSize(3);
    }

    @Test
    void aTriggerWithoutARowIsRefusedWithTheCodeOfItsObject() {
        assertThatThrownBy(() -> TABLE.on(Door.LOCKED, Action.CLOSE))
                .isInstanceOfSatisfying(Problem.Conflict.class, refused -> {
                    assertThat(refused.code()).isEqualTo("FRONT_DOOR_STATUS_TRANSITION_INVALID");
                    assertThat(refused.message())
                            .isEqualTo("The front door is locked; the action close is not possible in this state.");
                });
    }

    @Test
    void aRefusalNamesTheActionsThatPeopleHaveInTheState() {
        var table = StateTable.of(
                        "front_door",
                        new Row<>(Door.OPEN, Action.CLOSE, Door.SHUT, "bang"),
                        new Row<>(Door.SHUT, Action.TURN_KEY, Door.LOCKED, "click"))
                .merchants(Action.CLOSE, "push")
                .operators(Action.CLOSE, "pull");
        assertRefused(
                table,
                Door.OPEN,
                Action.TURN_KEY,
                "The front door is open; the action turn_key is not possible in this state."
                        + " Other actions may be possible: push (merchants); pull (operators).");
        assertRefused(
                table,
                Door.SHUT,
                Action.CLOSE,
                "The front door is shut; the action push is not possible in this state."
                        + " The service itself changes this state; read it again later.");
        assertRefused(
                table,
                Door.LOCKED,
                Action.CLOSE,
                "The front door is locked; the action push is not possible in this state. This state is final.");
    }

    private static void assertRefused(
            StateTable<Door, Action, String> table, Door from, Action action, String message) {
        assertThatThrownBy(() -> table.on(from, action))
                .isInstanceOf(Problem.Conflict.class)
                .hasMessage(message);
    }

    @Test
    void aTableHasOneRowForAStateAndTrigger() {
        var row = new Row<>(Door.OPEN, Action.CLOSE, Door.SHUT, "bang");
        assertThatThrownBy(() -> StateTable.of("front_door", row, row)).isInstanceOf(IllegalArgumentException.class);
    }
}

package io.tical.server.p2p;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.p2p.Match.State;
import io.tical.server.p2p.Match.Trigger;
import io.tical.server.problem.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MatchTableTest {
    private static final Map<State, Map<Trigger, State>> EXPECTED = Map.of(
            State.OPEN, Map.of(Trigger.COMPLETE, State.COMPLETED, Trigger.RELEASE, State.RELEASED),
            State.COMPLETED, Map.of(),
            State.RELEASED, Map.of());

    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        for (var from : State.values()) {
            for (var trigger : Trigger.values()) {
                var to = EXPECTED.get(from).get(trigger);
                if (to != null) {
                    assertThat(Match.TABLE.on(from, trigger).to()).isEqualTo(to);
                } else {
                    assertThatThrownBy(() -> Match.TABLE.on(from, trigger))
                            .isInstanceOfSatisfying(
                                    Problem.Conflict.class,
                                    problem -> assertThat(problem.code()).isEqualTo("MATCH_STATUS_TRANSITION_INVALID"));
                }
            }
        }
    }
}

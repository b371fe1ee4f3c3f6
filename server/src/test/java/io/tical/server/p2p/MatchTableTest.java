package io.tical.server.p2p;

import io.tical.server.p2p.Match.State;
import io.tical.server.p2p.Match.Trigger;
import io.tical.server.transaction.TransitionTable;
import org.junit.jupiter.api.Test;

class MatchTableTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(Match.TABLE, State.class, Trigger.class, "MATCH_STATUS_TRANSITION_INVALID", """
                open  complete  completed
                open  release   released
                """);
    }
}

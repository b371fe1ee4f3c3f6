package io.tical.server.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.transaction.TransitionTable;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TicketStatusTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(
                TicketStatus.TABLE,
                TicketStatus.class,
                TicketStatus.Trigger.class,
                "ISSUE_STATUS_TRANSITION_INVALID",
                """
                open     claim    claimed
                open     comment  open
                open     cancel   cancelled
                claimed  comment  claimed
                claimed  resolve  resolved
                claimed  reject   rejected
                """);
    }

    @Test
    void openAndClaimedTicketsWaitForOperators() {
        assertThat(Arrays.stream(TicketStatus.values()).filter(TicketStatus::live))
                .containsExactly(TicketStatus.OPEN, TicketStatus.CLAIMED);
    }
}

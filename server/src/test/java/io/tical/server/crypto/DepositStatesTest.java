package io.tical.server.crypto;

import io.tical.server.transaction.TransitionTable;
import org.junit.jupiter.api.Test;

class DepositStatesTest {
    @Test
    void everyStateOfADepositTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(
                Deposit.State.TABLE,
                Deposit.State.class,
                Deposit.State.Trigger.class,
                "DEPOSIT_STATUS_TRANSITION_INVALID",
                """
                waiting  cover   paying
                paying   take    paid
                paying   refuse  closed
                """);
    }

    @Test
    void everyStateOfATransferTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(
                Transfer.State.TABLE,
                Transfer.State.class,
                Transfer.State.Trigger.class,
                "TRANSFER_STATUS_TRANSITION_INVALID",
                """
                seen       see       seen
                seen       withdraw  withdrawn
                seen       confirm   confirmed
                withdrawn  see       seen
                confirmed  count     counted
                confirmed  refer     review
                counted    credit    credited
                counted    refer     review
                """);
    }
}

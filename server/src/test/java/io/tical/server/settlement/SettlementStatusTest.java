package io.tical.server.settlement;

import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.TransitionTable;
import org.junit.jupiter.api.Test;

/** The state machine of settlements. */
class SettlementStatusTest {
    @Test
    void settlementsTakeTheTransitionsOfTheSpecificationAndNoOthers() {
        TransitionTable.require(
                SettlementStatus.TABLE,
                SettlementStatus.class,
                Trigger.class,
                "SETTLEMENT_STATUS_TRANSITION_INVALID",
                """
                pending     send           processing  none
                processing  delivered      completed   deliver
                processing  not_delivered  failed      return
                processing  lose_track     processing  none
                processing  retry          processing  none
                completed   come_back      failed      revert
                """);
    }
}

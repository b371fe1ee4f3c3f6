package io.tical.server.decision;

import io.tical.server.decision.ApprovalStatus.Trigger;
import io.tical.server.transaction.TransitionTable;
import org.junit.jupiter.api.Test;

class ApprovalStatusTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(
                ApprovalStatus.TABLE, ApprovalStatus.class, Trigger.class, "APPROVAL_STATUS_TRANSITION_INVALID", """
                pending    approve   approved
                pending    schedule  scheduled
                pending    refuse    refused
                pending    withdraw  withdrawn
                scheduled  start     approved
                scheduled  refuse    refused
                scheduled  withdraw  withdrawn
                approved   complete  done
                approved   fail      failed
                """);
    }
}

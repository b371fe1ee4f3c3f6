package io.tical.server.verification;

import io.tical.server.transaction.TransitionTable;
import org.junit.jupiter.api.Test;

class VerificationStatusTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(
                VerificationStatus.table("customer"),
                VerificationStatus.class,
                VerificationStatus.Trigger.class,
                "CUSTOMER_STATUS_TRANSITION_INVALID",
                """
                unverified  request  pending
                unverified  verify   verified
                pending     verify   verified
                pending     refuse   refused
                refused     request  pending
                refused     verify   verified
                """);
    }
}

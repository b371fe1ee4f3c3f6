package io.tical.server.suspense;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.transaction.TransitionTable;
import org.junit.jupiter.api.Test;

class SuspenseStatusTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(
                SuspenseStatus.TABLE,
                SuspenseStatus.class,
                SuspenseStatus.Trigger.class,
                "SUSPENSE_STATUS_TRANSITION_INVALID",
                """
                noted  post    open      Effect[payment=SUSPENSE_RECEIVE, claim=null]
                open   match   matched   Effect[payment=SUSPENSE_RELEASE, claim=null]
                open   return  returned  Effect[payment=SUSPENSE_RELEASE, claim=SUSPENSE_CLAIM_RETURN]
                open   keep    kept      Effect[payment=SUSPENSE_KEEP, claim=SUSPENSE_CLAIM_BEAR]
                """);
    }

    @Test
    void onlyReturnAndKeepAreTransitionsOfClaims() {
        assertThat(SuspenseStatus.TABLE.rows().stream()
                        .filter(row -> row.effect().claim() != null)
                        .map(row -> row.trigger()))
                .containsExactly(SuspenseStatus.Trigger.RETURN, SuspenseStatus.Trigger.KEEP);
    }
}

package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.slip.SlipStage.Effect;
import io.tical.server.slip.SlipStage.Trigger;
import io.tical.server.transaction.TransitionTable;
import org.junit.jupiter.api.Test;

class SlipStageTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(SlipStage.TABLE, SlipStage.class, Trigger.class, "SLIP_STATUS_TRANSITION_INVALID", """
                checking    delay    waiting     none
                checking    refer    review      none
                checking    confirm  confirming  claim_transfer
                checking    suspend  accepted    claim_transfer
                checking    prove    accepted    claim_transfer
                checking    reject   rejected    none
                waiting     delay    waiting     none
                waiting     refer    review      none
                waiting     confirm  confirming  claim_transfer
                waiting     suspend  accepted    claim_transfer
                waiting     prove    accepted    claim_transfer
                waiting     reject   rejected    none
                review      refer    review      none
                review      confirm  confirming  claim_transfer
                review      suspend  accepted    claim_transfer
                review      prove    accepted    claim_transfer
                review      reject   rejected    none
                confirming  accept   accepted    none
                confirming  refer    review      release_transfer
                """);
    }

    /** A slip is accepted only while it claims its transfer, so no transfer pays twice. */
    @Test
    void aConfirmationClaimsTheTransferAndAReferralReleasesIt() {
        for (var row : SlipStage.TABLE.rows()) {
            var expected = switch (row.trigger()) {
                case CONFIRM, SUSPEND, PROVE -> Effect.CLAIM_TRANSFER;
                case REFER -> row.from() == SlipStage.CONFIRMING ? Effect.RELEASE_TRANSFER : Effect.NONE;
                case DELAY, ACCEPT, REJECT -> Effect.NONE;
            };
            assertThat(row.effect()).as(row.toString()).isEqualTo(expected);
        }
    }
}

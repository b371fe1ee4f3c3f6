package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.slip.SlipStage.Effect;
import io.tical.server.slip.SlipStage.Trigger;
import io.tical.server.transaction.StateMatrix;
import org.junit.jupiter.api.Test;

class SlipStageTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        assertThat(StateMatrix.of(SlipStage.TABLE, SlipStage.class, Trigger.class))
                .isEqualTo("""
                                    delay    refer   confirm     accept    suspend   reject
                        checking    waiting  review  confirming  -         accepted  rejected
                        waiting     waiting  review  confirming  -         accepted  rejected
                        review      -        review  confirming  -         accepted  rejected
                        confirming  -        review  -           accepted  -         -
                        accepted    -        -       -           -         -         -
                        rejected    -        -       -           -         -         -
                        """);
    }

    /** A slip is accepted only while it claims its transfer, so no transfer pays twice. */
    @Test
    void whatLeadsToAnAcceptanceClaimsTheTransferAndGivingUpReleasesIt() {
        for (var row : SlipStage.TABLE.rows()) {
            var expected = switch (row.trigger()) {
                case CONFIRM, SUSPEND -> Effect.CLAIM_TRANSFER;
                case REFER -> row.from() == SlipStage.CONFIRMING ? Effect.RELEASE_TRANSFER : Effect.NONE;
                case DELAY, ACCEPT, REJECT -> Effect.NONE;
            };
            assertThat(row.effect()).as(row.toString()).isEqualTo(expected);
        }
    }
}

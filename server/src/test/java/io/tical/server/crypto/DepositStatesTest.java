package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.transaction.StateMatrix;
import org.junit.jupiter.api.Test;

class DepositStatesTest {
    @Test
    void everyStateOfADepositTakesExactlyTheTriggersOfTheTable() {
        assertThat(StateMatrix.of(Deposit.State.TABLE, Deposit.State.class, Deposit.State.Trigger.class))
                .isEqualTo("""
                                 cover   take  refuse
                        waiting  paying  -     -
                        paying   -       paid  closed
                        paid     -       -     -
                        closed   -       -     -
                        """);
    }

    @Test
    void everyStateOfATransferTakesExactlyTheTriggersOfTheTable() {
        assertThat(StateMatrix.of(Transfer.State.TABLE, Transfer.State.class, Transfer.State.Trigger.class))
                .isEqualTo("""
                                   see   withdraw   confirm    count    credit    refer
                        seen       seen  withdrawn  confirmed  -        -         -
                        withdrawn  seen  -          -          -        -         -
                        confirmed  -     -          -          counted  -         review
                        counted    -     -          -          -        credited  review
                        credited   -     -          -          -        -         -
                        review     -     -          -          -        -         -
                        """);
    }
}

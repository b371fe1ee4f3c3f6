package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Word;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.transaction.TransitionTable;
import org.junit.jupiter.api.Test;

class PayinStatusTest {
    /** The expected table, written independently of the code. */
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(
                PayinStatus.TABLE, PayinStatus.class, Trigger.class, "PAYIN_STATUS_TRANSITION_INVALID", """
                pending     activate         processing  none
                pending     arrive           processing  none
                pending     cancel           cancelled   none
                pending     test_confirm     success     credit
                pending     confirm          success     credit
                pending     fail             failed      none
                pending     expire           expired     none
                processing  test_confirm     success     credit
                processing  confirm          success     credit
                processing  fail             failed      none
                processing  expire           expired     none
                expired     confirm          success     credit
                success     open_refund      rejected    hold
                rejected    complete_refund  refunded    pay_back
                """);
    }

    @Test
    void everyWordIsTheStatusItNames() {
        for (var status : PayinStatus.values()) {
            assertThat(Word.find(PayinStatus.class, status.word())).contains(status);
        }
        assertThat(Word.find(PayinStatus.class, "paid")).isEmpty();
    }
}

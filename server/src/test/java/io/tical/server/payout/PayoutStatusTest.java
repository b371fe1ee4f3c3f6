package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Word;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Attempt;
import io.tical.server.transaction.TransitionTable;
import org.junit.jupiter.api.Test;

/** The tables of payouts, their legs and attempts, written down a second time. */
class PayoutStatusTest {
    @Test
    void payoutsTakeTheTransitionsOfTheSpecificationAndNoOthers() {
        TransitionTable.require(
                PayoutStatus.TABLE, PayoutStatus.class, Trigger.class, "PAYOUT_STATUS_TRANSITION_INVALID", """
                pending         activate          processing       activate
                pending         test_confirm      success          activate_and_deliver
                pending         cancel            cancelled        release
                pending_review  approve           processing       activate
                pending_review  reject            rejected         none
                pending_review  expire            expired          release
                processing      test_confirm      success          deliver_and_return
                processing      cancel            cancelled        return
                processing      delivered         success          deliver_and_return
                processing      partly_delivered  partial_success  deliver_and_return
                processing      not_delivered     failed           deliver_and_return
                processing      lose_track        in_review        none
                in_review       delivered         success          deliver_and_return
                in_review       partly_delivered  partial_success  deliver_and_return
                in_review       not_delivered     failed           deliver_and_return
                in_review       retry             processing       none
                in_review       reject            rejected         turn_down
                failed          retry             processing       recapture
                expired         late_confirm      success          recapture_and_deliver
                success         revert            rejected         revert
                rejected        complete_refund   refunded         release
                """);
    }

    @Test
    void aLegIsFinalUnlessStaffRetryOrConfirmIt() {
        TransitionTable.require(
                LegStatus.TABLE, LegStatus.class, LegStatus.Trigger.class, "PAYOUT_LEG_STATUS_TRANSITION_INVALID", """
                pending          send          processing
                pending          deliver       success
                pending          deliver_part  partial_success
                pending          fail          failed
                pending          cancel        cancelled
                pending          retry         pending
                pending          confirm       success
                processing       send          processing
                processing       deliver       success
                processing       deliver_part  partial_success
                processing       fail          failed
                processing       not_sent      pending
                processing       cancel        cancelled
                processing       retry         pending
                processing       confirm       success
                partial_success  confirm       success
                failed           retry         pending
                failed           confirm       success
                cancelled        confirm       success
                """);
    }

    @Test
    void anAttemptEndsOnlyOnceAndADeadOneCanOnlyBeDeliveredLate() {
        TransitionTable.require(
                Attempt.State.TABLE,
                Attempt.State.class,
                Attempt.Trigger.class,
                "ATTEMPT_STATUS_TRANSITION_INVALID",
                """
                open  deliver       delivered
                open  fail          dead
                open  refuse        dead
                open  abandon       dead
                open  release       dead
                dead  deliver_late  delivered
                dead  claim_back    dead
                """);
    }

    @Test
    void everyWordIsTheStatusItNames() {
        for (var status : PayoutStatus.values()) {
            assertThat(Word.find(PayoutStatus.class, status.word())).contains(status);
        }
        assertThat(Word.find(PayoutStatus.class, "paid")).isEmpty();
    }
}

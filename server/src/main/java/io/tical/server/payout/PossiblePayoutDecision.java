package io.tical.server.payout;

import io.tical.common.Word;
import io.tical.server.payout.PayoutAction.ConfirmLate;
import io.tical.server.payout.PayoutAction.DecideLegs;
import io.tical.server.payout.PayoutAction.ReportLeg;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.TransferSlip;
import java.util.List;
import java.util.stream.Stream;

/** The possible decisions of operators on a payout. */
enum PossiblePayoutDecision implements Word {
    APPROVE,
    REJECT,
    RETRY,
    /** The only leg without an outcome arrived. */
    SUCCESS,
    /** No leg without an outcome arrived. */
    FAILED,
    /** The outcome of one leg. */
    OUTCOME,
    /** The late delivery of an attempt that was abandoned or has failed. */
    LATE_OUTCOME,
    /** A transfer that arrived in addition to the recorded delivery of an attempt. */
    FURTHER_TRANSFER,
    CONFIRM_LATE,
    REFUND,
    COMPLETE_REFUND;

    /** The decisions that the payout accepts now. */
    static List<PossiblePayoutDecision> on(PayoutAggregate payout) {
        return Stream.of(values()).filter(one -> one.possible(payout)).toList();
    }

    private boolean possible(PayoutAggregate payout) {
        return switch (this) {
            case APPROVE -> takes(payout, Trigger.APPROVE);
            case REJECT -> takes(payout, Trigger.REJECT);
            case RETRY -> takes(payout, Trigger.RETRY);
            // A transfer pays one leg, so several legs are reported one by one.
            case SUCCESS -> PayoutRefusals.takes(payout, new DecideLegs(true, TransferSlip.NONE));
            case FAILED -> PayoutRefusals.takes(payout, new DecideLegs(false, TransferSlip.NONE));
            case OUTCOME, LATE_OUTCOME, FURTHER_TRANSFER ->
                payout.legs().stream().anyMatch(leg -> possible(payout, leg));
            case CONFIRM_LATE -> PayoutRefusals.takes(payout, new ConfirmLate(TransferSlip.NONE));
            case REFUND -> takes(payout, Trigger.REVERT);
            case COMPLETE_REFUND -> takes(payout, Trigger.COMPLETE_REFUND);
        };
    }

    private static boolean takes(PayoutAggregate payout, Trigger trigger) {
        return PayoutRefusals.takes(payout, new PayoutAction.Fire(trigger));
    }

    /** Whether a decision on one leg is possible for this one. */
    boolean possible(PayoutAggregate payout, Payout.Leg leg) {
        var attempts = payout.attemptsOf(leg.number()).stream().filter(one -> !one.byPayer());
        return switch (this) {
            case OUTCOME ->
                PayoutRefusals.takes(
                        payout, new ReportLeg(leg.number(), null, TransferSlip.NONE.delivered(leg.amount())));
            case LATE_OUTCOME -> attempts.anyMatch(one -> !one.living() && one.late() == null);
            case FURTHER_TRANSFER -> attempts.anyMatch(Attempt::recorded);
            case APPROVE, REJECT, RETRY, SUCCESS, FAILED, CONFIRM_LATE, REFUND, COMPLETE_REFUND -> false;
        };
    }
}

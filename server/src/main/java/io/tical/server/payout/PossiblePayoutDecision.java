package io.tical.server.payout;

import io.tical.common.Word;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Attempt;
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
            case APPROVE -> payout.allows(Trigger.APPROVE);
            case REJECT -> payout.allows(Trigger.REJECT) && payout.delivered() == 0;
            case RETRY -> payout.allows(Trigger.RETRY) && !payout.hasUnpaidLateDelivery();
            // A transfer pays one leg, so several legs are reported one by one.
            case SUCCESS -> reportable(payout) && payout.undecided().count() == 1;
            case FAILED -> reportable(payout);
            case OUTCOME, LATE_OUTCOME, FURTHER_TRANSFER ->
                payout.legs().stream().anyMatch(leg -> possible(payout, leg));
            case CONFIRM_LATE -> payout.allows(Trigger.LATE_CONFIRM);
            case REFUND -> payout.allows(Trigger.REVERT);
            case COMPLETE_REFUND -> payout.allows(Trigger.COMPLETE_REFUND);
        };
    }

    /** Whether a decision on one leg is possible for this one. */
    boolean possible(PayoutAggregate payout, Payout.Leg leg) {
        var attempts = payout.attemptsOf(leg.number()).stream().filter(one -> !one.byPayer());
        return switch (this) {
            case OUTCOME -> decidable(payout) && !leg.status().hasOutcome() && reportable(payout, leg);
            case LATE_OUTCOME -> attempts.anyMatch(one -> !one.living() && one.late() == null);
            case FURTHER_TRANSFER -> attempts.anyMatch(Attempt::recorded);
            case APPROVE, REJECT, RETRY, SUCCESS, FAILED, CONFIRM_LATE, REFUND, COMPLETE_REFUND -> false;
        };
    }

    /** Whether staff may report every leg without an outcome. */
    private static boolean reportable(PayoutAggregate payout) {
        return decidable(payout) && payout.undecided().allMatch(leg -> reportable(payout, leg));
    }

    private static boolean reportable(PayoutAggregate payout, Payout.Leg leg) {
        return payout.open(leg.number()).filter(payout::staffMayReport).isPresent();
    }

    private static boolean decidable(PayoutAggregate payout) {
        return payout.allows(Trigger.DELIVERED) && payout.openMatch().isEmpty();
    }
}

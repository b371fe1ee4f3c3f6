package io.tical.server.payout;

import io.tical.common.Word;
import io.tical.server.payout.PayoutStatus.Trigger;
import java.util.List;
import java.util.stream.Stream;

/** The possible decisions of operators on a payout. */
enum PossiblePayoutDecision implements Word {
    APPROVE,
    REJECT,
    RETRY,
    /** All legs without an outcome arrived. */
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
            case SUCCESS, FAILED ->
                decidable(payout)
                        && payout.undecided()
                                .allMatch(leg -> payout.open(leg.number())
                                        .filter(payout::staffMayReport)
                                        .isPresent());
            case OUTCOME ->
                decidable(payout)
                        && payout.undecided()
                                .anyMatch(leg -> payout.open(leg.number())
                                        .filter(payout::staffMayReport)
                                        .isPresent());
            case LATE_OUTCOME ->
                payout.attempts().stream().anyMatch(one -> !one.living() && one.late() == null && !one.byPayer());
            case FURTHER_TRANSFER -> payout.attempts().stream().anyMatch(one -> one.recorded() && !one.byPayer());
            case CONFIRM_LATE -> payout.allows(Trigger.LATE_CONFIRM);
            case REFUND -> payout.allows(Trigger.REVERT);
            case COMPLETE_REFUND -> payout.allows(Trigger.COMPLETE_REFUND);
        };
    }

    private static boolean decidable(PayoutAggregate payout) {
        return payout.allows(Trigger.DELIVERED) && payout.openMatch().isEmpty();
    }
}

package io.tical.server.settlement;

import io.tical.common.Word;
import io.tical.server.rail.Attempt;
import io.tical.server.settlement.SettlementStatus.Trigger;
import java.util.List;
import java.util.stream.Stream;

/** The possible decisions of operators on a settlement. */
enum PossibleSettlementDecision implements Word {
    RETRY,
    /** The transfer arrived. */
    SUCCESS,
    /** The transfer will not arrive. */
    FAILED,
    /** The outcome of a transfer. */
    OUTCOME,
    /** The late delivery of an attempt that was abandoned or has failed. */
    LATE_OUTCOME,
    /** A transfer that arrived in addition to the recorded delivery of an attempt. */
    FURTHER_TRANSFER;

    /** The decisions that the settlement accepts now. */
    static List<PossibleSettlementDecision> on(SettlementAggregate settlement) {
        return Stream.of(values()).filter(one -> one.possible(settlement)).toList();
    }

    private boolean possible(SettlementAggregate settlement) {
        return switch (this) {
            case RETRY -> settlement.inReview() && !settlement.hasUnpaidLateDelivery();
            case SUCCESS, OUTCOME -> staffMayReport(settlement);
            case FAILED ->
                staffMayReport(settlement)
                        || (settlement.inReview()
                                && settlement.open(SettlementAggregate.LEG).isEmpty());
            case LATE_OUTCOME ->
                settlement.attempts().stream().anyMatch(one -> one.state() == Attempt.State.DEAD && one.late() == null);
            case FURTHER_TRANSFER -> settlement.attempts().stream().anyMatch(Attempt::recorded);
        };
    }

    private static boolean staffMayReport(SettlementAggregate settlement) {
        return settlement.allows(Trigger.DELIVERED)
                && settlement
                        .open(SettlementAggregate.LEG)
                        .filter(settlement::staffMayReport)
                        .isPresent();
    }
}

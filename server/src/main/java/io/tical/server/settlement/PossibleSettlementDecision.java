package io.tical.server.settlement;

import io.tical.common.Word;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.StaffReport;
import io.tical.server.rail.TransferSlip;
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
            case RETRY ->
                settlement.allows(Trigger.RETRY)
                        && SettlementRules.refusalOfRetry(settlement).isEmpty();
            case SUCCESS, OUTCOME -> takes(settlement, TransferSlip.NONE.delivered(settlement.payableAmount()));
            case FAILED -> takes(settlement, StaffReport.failed(PayoutOutcome.FailureCode.COULD_NOT_PROCESS));
            case LATE_OUTCOME ->
                settlement.attempts().stream().anyMatch(one -> one.state() == Attempt.State.DEAD && one.late() == null);
            case FURTHER_TRANSFER -> settlement.attempts().stream().anyMatch(Attempt::recorded);
        };
    }

    private static boolean takes(SettlementAggregate settlement, PayoutOutcome outcome) {
        return settlement.allows(Trigger.DELIVERED)
                && SettlementRules.refusal(settlement, new SettlementAction.StaffReport(null, outcome))
                        .isEmpty();
    }
}

package io.tical.server.settlement;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.decision.Possible;
import io.tical.server.decision.Possible.Trial;
import io.tical.server.decision.Transferred;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.StaffReport;
import io.tical.server.rail.TransferSlip;
import java.util.List;
import java.util.stream.Stream;

/**
 * The possible decisions of operators on a settlement, and what those require that say that the transfer arrived. It is for the whole amount.
 */
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

    static Possible<PossibleSettlementDecision> on(SettlementAggregate settlement) {
        var rules = new SettlementRules(new PaidTransfers(List.of()));
        return Possible.of(
                settlement.key(),
                PossibleSettlementDecision.class,
                one -> one.trials(settlement),
                (command, now) -> rules.decide(settlement, command, now));
    }

    private Stream<Trial<SettlementAction>> trials(SettlementAggregate settlement) {
        var transfer = TransferSlip.NONE.delivered(settlement.payableAmount());
        return switch (this) {
            case RETRY -> Trial.of(new SettlementAction.Retry());
            case SUCCESS -> Trial.of(new SettlementAction.StaffReport(null, transfer), decided(settlement));
            case FAILED ->
                Trial.of(new SettlementAction.StaffReport(
                        null, StaffReport.failed(PayoutOutcome.FailureCode.COULD_NOT_PROCESS)));
            case OUTCOME -> Trial.of(new SettlementAction.StaffReport(null, transfer), reported(settlement, false));
            case LATE_OUTCOME ->
                settlement.attempts().stream()
                        .filter(attempt -> !attempt.living())
                        .map(attempt -> new Trial<>(
                                new SettlementAction.StaffReport(attempt.id(), transfer),
                                null,
                                reported(settlement, true)));
            case FURTHER_TRANSFER ->
                settlement.attempts().stream()
                        .map(attempt -> new Trial<>(
                                new SettlementAction.ReportFurther(attempt.id(), transfer),
                                null,
                                reported(settlement, true)));
        };
    }

    /** Staff decide that a transfer arrived whose outcome the rail did not report. */
    static DecisionTerms decided(SettlementAggregate settlement) {
        return arrived(settlement, List.of(Transferred.REFERENCE, "note"));
    }

    /** @param named whether the request names the attempt, because it is not the open one */
    static DecisionTerms reported(SettlementAggregate settlement, boolean named) {
        return arrived(
                settlement, named ? List.of(Transferred.REFERENCE, "attempt_id") : List.of(Transferred.REFERENCE));
    }

    private static DecisionTerms arrived(SettlementAggregate settlement, List<String> required) {
        return Transferred.exactly(settlement.payableCurrency(), settlement.payableAmount(), required);
    }
}

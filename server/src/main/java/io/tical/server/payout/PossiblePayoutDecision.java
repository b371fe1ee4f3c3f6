package io.tical.server.payout;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.decision.Possible;
import io.tical.server.decision.Possible.Trial;
import io.tical.server.decision.Transferred;
import io.tical.server.payout.PayoutAction.CompleteRefund;
import io.tical.server.payout.PayoutAction.ConfirmLate;
import io.tical.server.payout.PayoutAction.DecideLegs;
import io.tical.server.payout.PayoutAction.Fire;
import io.tical.server.payout.PayoutAction.ReportFurther;
import io.tical.server.payout.PayoutAction.ReportLeg;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.TransferSlip;
import java.util.List;
import java.util.stream.Stream;

/** The possible decisions of operators on a payout, and what those require that say that money moved at a bank. */
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

    static Possible<PossiblePayoutDecision> on(PayoutAggregate payout, Possible.Rules<PayoutAction> rules) {
        return Possible.of(payout.key(), PossiblePayoutDecision.class, one -> one.trials(payout), rules);
    }

    private Stream<Trial<PayoutAction>> trials(PayoutAggregate payout) {
        return switch (this) {
            case APPROVE -> Trial.of(new Fire(Trigger.APPROVE));
            case REJECT -> Trial.of(new Fire(Trigger.REJECT));
            case RETRY -> Trial.of(new Fire(Trigger.RETRY));
            case SUCCESS -> Trial.of(new DecideLegs(true, TransferSlip.NONE), success(payout));
            case FAILED -> Trial.of(new DecideLegs(false, TransferSlip.NONE));
            case OUTCOME ->
                payout.legs().stream()
                        .map(leg -> new Trial<>(
                                new ReportLeg(leg.number(), null, TransferSlip.NONE.delivered(leg.amount())),
                                leg.number(),
                                outcome(payout, leg, false)));
            case LATE_OUTCOME, FURTHER_TRANSFER ->
                payout.legs().stream()
                        .flatMap(leg -> payout.attemptsOf(leg.number()).stream()
                                .filter(attempt -> this == FURTHER_TRANSFER || !attempt.living())
                                .map(attempt -> trial(payout, leg, attempt)));
            case CONFIRM_LATE -> Trial.of(new ConfirmLate(TransferSlip.NONE), confirmLate(payout));
            case REFUND -> Trial.of(new Fire(Trigger.REVERT));
            case COMPLETE_REFUND -> Trial.of(new CompleteRefund(null), completeRefund(payout));
        };
    }

    private Trial<PayoutAction> trial(PayoutAggregate payout, Payout.Leg leg, Attempt attempt) {
        var transfer = TransferSlip.NONE.delivered(attempt.amount());
        return this == LATE_OUTCOME
                ? new Trial<>(
                        new ReportLeg(leg.number(), attempt.id(), transfer), leg.number(), outcome(payout, leg, true))
                : new Trial<>(
                        new ReportFurther(leg.number(), attempt.id(), transfer), leg.number(), further(payout, leg));
    }

    /** All legs without an outcome arrived. */
    static DecisionTerms success(PayoutAggregate payout) {
        var amount = payout.undecided().mapToLong(Payout.Leg::amount).sum();
        return Transferred.exactly(payout.payableCurrency(), amount, List.of(Transferred.REFERENCE, "note"));
    }

    /**
     * The transfer of a leg arrived, in full or in part.
     *
     * @param late whether the request names the attempt, because it is not the open one
     */
    static DecisionTerms outcome(PayoutAggregate payout, Payout.Leg leg, boolean late) {
        var required = late ? List.of(Transferred.REFERENCE, "attempt_id") : List.of(Transferred.REFERENCE);
        return Transferred.sent(payout.payableCurrency(), leg.amount(), required);
    }

    /** A transfer arrived in addition to the recorded delivery of an attempt: the rest of the leg, or the leg once more. */
    static DecisionTerms further(PayoutAggregate payout, Payout.Leg leg) {
        var rest = leg.amount() - leg.delivered();
        var required = List.of(Transferred.REFERENCE, "attempt_id", "transfer_amount");
        return Transferred.sent(payout.payableCurrency(), rest > 0 ? rest : leg.amount(), required);
    }

    static DecisionTerms confirmLate(PayoutAggregate payout) {
        var amount = payout.payout().terms().amount();
        return Transferred.exactly(payout.payableCurrency(), amount, List.of(Transferred.REFERENCE));
    }

    /** A delivered payout came back. Nothing comes back of one that was never sent. */
    static DecisionTerms completeRefund(PayoutAggregate payout) {
        var required = payout.delivered() > 0 ? List.of(Transferred.REFERENCE) : List.<String>of();
        return Transferred.exactly(
                payout.payableCurrency(), payout.payout().terms().gross(), required);
    }
}

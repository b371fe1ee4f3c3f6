package io.tical.server.payout;

import io.tical.common.admin.DecisionTerms;
import io.tical.server.decision.Transferred;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What decisions on payouts require that say that money moved at a bank. */
final class PayoutDecisionTerms {
    private static final String ATTEMPT = "attempt_id";
    private static final String AMOUNT = "transfer_amount";

    private PayoutDecisionTerms() {}

    /**
     * The terms of these decisions, as far as money moved at a bank. For a decision on one leg the key is the decision, a colon and the number
     * of the leg.
     */
    static Map<String, DecisionTerms> of(PayoutAggregate payout, List<PossiblePayoutDecision> decisions) {
        var all = new LinkedHashMap<String, DecisionTerms>();
        for (var decision : decisions) {
            switch (decision) {
                case SUCCESS -> all.put(decision.word(), success(payout));
                case CONFIRM_LATE -> all.put(decision.word(), confirmLate(payout));
                case COMPLETE_REFUND -> all.put(decision.word(), completeRefund(payout));
                case OUTCOME, LATE_OUTCOME, FURTHER_TRANSFER ->
                    payout.legs().stream()
                            .filter(leg -> decision.possible(payout, leg))
                            .forEach(
                                    leg -> all.put(decision.word() + ":" + leg.number(), ofLeg(payout, leg, decision)));
                case APPROVE, REJECT, RETRY, FAILED, REFUND -> {}
            }
        }
        return all;
    }

    private static DecisionTerms ofLeg(PayoutAggregate payout, Payout.Leg leg, PossiblePayoutDecision decision) {
        return switch (decision) {
            case LATE_OUTCOME -> outcome(payout, leg, true);
            case FURTHER_TRANSFER -> further(payout, leg);
            case OUTCOME, APPROVE, REJECT, RETRY, SUCCESS, FAILED, CONFIRM_LATE, REFUND, COMPLETE_REFUND ->
                outcome(payout, leg, false);
        };
    }

    /** All legs without an outcome arrived. */
    static DecisionTerms success(PayoutAggregate payout) {
        var amount = payout.undecided().mapToLong(Payout.Leg::amount).sum();
        return Transferred.exactly(currency(payout), amount, List.of(Transferred.REFERENCE, "note"));
    }

    /**
     * The transfer of a leg arrived, in full or in part.
     *
     * @param late whether the request names the attempt, because it is not the open one
     */
    static DecisionTerms outcome(PayoutAggregate payout, Payout.Leg leg, boolean late) {
        var required = late ? List.of(Transferred.REFERENCE, ATTEMPT) : List.of(Transferred.REFERENCE);
        return Transferred.sent(currency(payout), leg.amount(), required);
    }

    /** A transfer arrived in addition to the recorded delivery of an attempt: the rest of the leg, or the leg once more. */
    static DecisionTerms further(PayoutAggregate payout, Payout.Leg leg) {
        var rest = leg.amount() - leg.delivered();
        var required = List.of(Transferred.REFERENCE, ATTEMPT, AMOUNT);
        return Transferred.sent(currency(payout), rest > 0 ? rest : leg.amount(), required);
    }

    static DecisionTerms confirmLate(PayoutAggregate payout) {
        return Transferred.exactly(currency(payout), payout.payout().terms().amount(), List.of(Transferred.REFERENCE));
    }

    /** A delivered payout came back. Nothing comes back of one that was never sent. */
    static DecisionTerms completeRefund(PayoutAggregate payout) {
        var required = payout.delivered() > 0 ? List.of(Transferred.REFERENCE) : List.<String>of();
        return Transferred.exactly(currency(payout), payout.payout().terms().gross(), required);
    }

    private static String currency(PayoutAggregate payout) {
        return payout.payout().terms().currency();
    }
}

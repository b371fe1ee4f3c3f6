package io.tical.server.settlement;

import io.tical.common.admin.DecisionTerms;
import io.tical.server.decision.Transferred;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What decisions on settlements require that say that the transfer arrived. It is for the whole amount. */
final class SettlementDecisionTerms {
    private SettlementDecisionTerms() {}

    /** The terms of these decisions, as far as money moved at a bank. */
    static Map<String, DecisionTerms> of(SettlementAggregate settlement, List<PossibleSettlementDecision> decisions) {
        var all = new LinkedHashMap<String, DecisionTerms>();
        for (var decision : decisions) {
            switch (decision) {
                case SUCCESS -> all.put(decision.word(), decided(settlement));
                case OUTCOME -> all.put(decision.word(), reported(settlement, false));
                case LATE_OUTCOME, FURTHER_TRANSFER -> all.put(decision.word(), reported(settlement, true));
                case RETRY, FAILED -> {}
            }
        }
        return all;
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

package io.tical.server.payin;

import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.DecisionTerms.Fee;
import io.tical.server.decision.OverrideReason;
import io.tical.server.decision.Transferred;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What decisions on payins require that say that money moved at a bank. A payment must be of exactly the expected amount: the amount
 * identifies the payin, or is that of the payout that it is matched with.
 */
public final class PayinDecisionTerms {
    private PayinDecisionTerms() {}

    /**
     * The terms of these decisions, as far as money moved at a bank; of a refund, what goes back.
     *
     * @param rules say what a payment credits, and what a refund returns
     */
    static Map<String, DecisionTerms> of(Payin payin, List<PossiblePayinDecision> decisions, PayinRules rules) {
        var all = new LinkedHashMap<String, DecisionTerms>();
        for (var decision : decisions) {
            var terms = switch (decision) {
                case CONFIRM -> confirm(payin, rules.fee(payin));
                case COMPLETE_REFUND -> completeRefund(payin, rules.refunded(payin));
                // No money moves at a bank before it is completed.
                case REFUND ->
                    new DecisionTerms(
                            payin.terms().currency(), rules.refunded(payin), 0, null, List.of(), List.of(), List.of());
                case FAIL, RELEASE_MATCH -> null;
            };
            if (terms != null) {
                all.put(decision.word(), terms);
            }
        }
        return all;
    }

    static DecisionTerms confirm(Payin payin, Fee fee) {
        var asked = payin.terms().transferAmount();
        return received(payin, fee, asked, List.of("paid_amount", Transferred.REFERENCE, "note"));
    }

    static DecisionTerms completeRefund(Payin payin, long refunded) {
        return Transferred.exactly(payin.terms().currency(), refunded, List.of(Transferred.REFERENCE));
    }

    /**
     * The terms of a payment of the payin.
     *
     * @param fee {@link Payins#fee}
     * @param asked what the payer should have transferred, in minor units
     * @param required fields of the request
     */
    public static DecisionTerms received(Payin payin, Fee fee, long asked, List<String> required) {
        var terms = payin.terms();
        return new DecisionTerms(
                terms.currency(),
                asked,
                0,
                payin.status().takesPayment() ? fee : null,
                required,
                List.of(),
                OverrideReason.ofReceived());
    }
}

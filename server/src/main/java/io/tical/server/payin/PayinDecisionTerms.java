package io.tical.server.payin;

import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.DecisionTerms.Fee;
import io.tical.server.decision.OverrideReason;
import io.tical.server.decision.Transferred;
import java.util.List;

/**
 * What decisions on payins require that say that money moved at a bank. A payment must be of exactly the expected amount: the amount
 * identifies the payin, or is that of the payout that it is matched with.
 */
public final class PayinDecisionTerms {
    private PayinDecisionTerms() {}

    static DecisionTerms confirm(Payin payin, Fee fee) {
        var asked = payin.terms().transferAmount();
        return received(payin, fee, asked, List.of("paid_amount", Transferred.REFERENCE, "note"));
    }

    /** What goes back. No money moves at a bank before the refund is completed. */
    static DecisionTerms refund(Payin payin, long refunded) {
        return Transferred.exactly(payin.terms().currency(), refunded, List.of());
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

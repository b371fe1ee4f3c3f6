package io.tical.server.suspense;

import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.DecisionTerms.Fee;
import io.tical.server.decision.Transferred;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinDecisionTerms;
import io.tical.server.suspense.SuspenseStatus.Trigger;
import java.util.List;
import java.util.Map;

/** What decisions on unallocated funds require that book the money for somebody. */
final class SuspenseDecisionTerms {
    private SuspenseDecisionTerms() {}

    /** The terms of the possible decisions. What is expected of a match depends on the payin. */
    static Map<String, DecisionTerms> of(SuspenseItem item) {
        if (!SuspenseStatus.TABLE.allows(item.status(), Trigger.RETURN)) {
            return Map.of();
        }
        var back = Map.entry(Trigger.RETURN.word(), returned(item));
        return item.payment().claim()
                ? Map.ofEntries(back)
                : Map.ofEntries(back, Map.entry(Trigger.MATCH.word(), unmatched(item)));
    }

    /**
     * A match with a payin: the same as if the payin had received this payment. A payer who leaves out the surcharge that identifies the payin
     * has paid what was asked for.
     */
    static DecisionTerms match(SuspenseItem item, Payin payin, Fee fee) {
        var terms = payin.terms();
        var asked = item.payment().amount() == terms.amount() ? terms.amount() : terms.transferAmount();
        return PayinDecisionTerms.received(payin, fee, asked, List.of());
    }

    private static DecisionTerms unmatched(SuspenseItem item) {
        return new DecisionTerms(item.payment().currency(), null, 0, null, List.of(), List.of(), List.of());
    }

    /** The money went back to the payer, or that of a claim came back. */
    static DecisionTerms returned(SuspenseItem item) {
        var payment = item.payment();
        return Transferred.exactly(payment.currency(), payment.amount(), List.of(Transferred.REFERENCE));
    }
}

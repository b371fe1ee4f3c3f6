package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.DecisionTerms.Difference;
import io.tical.server.decision.OverrideReason;
import io.tical.server.decision.Transferred;
import io.tical.server.rail.SendingBank;
import io.tical.server.slip.Check.Result;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the decisions that record the payment of a slip require. */
final class SlipDecisionTerms {
    static final String PAID_AMOUNT = "paid_amount";

    /** The checks that say who received the money, and whether anybody did. */
    private static final Set<String> SECOND_PERSON = Set.of("genuine", "receiver", "name");

    /** Late payments are usual, so that the payin has expired overrides nothing; nor does that a match was released. */
    private static final Set<String> OVERRIDDEN =
            Set.of("genuine", "receiver", "name", "amount", "time", "reference", "picture");

    private SlipDecisionTerms() {}

    /** The terms of these decisions, as far as they record a payment. */
    static Map<String, DecisionTerms> of(SlipReview.Dossier dossier) {
        return dossier.decisions().stream()
                .filter(PossibleSlipDecision::pays)
                .collect(Collectors.toUnmodifiableMap(Word::word, one -> of(dossier, one)));
    }

    static DecisionTerms of(SlipReview.Dossier dossier, PossibleSlipDecision decision) {
        var terms = dossier.payin().terms();
        return new DecisionTerms(
                terms.currency(),
                terms.transferAmount(),
                0,
                decision == PossibleSlipDecision.ACCEPT ? dossier.fee() : null,
                required(dossier.slip()),
                differences(dossier.checks()),
                OverrideReason.ofChecked());
    }

    /** The failed checks that a decision overrides. */
    static List<Difference> differences(List<Check> checks) {
        return checks.stream()
                .filter(check -> check.result() == Result.MISMATCH && OVERRIDDEN.contains(check.check()))
                .map(check -> new Difference(check.check(), SECOND_PERSON.contains(check.check())))
                .toList();
    }

    /** What staff must read from the slip or the bank statement, because the verifier did not. */
    private static List<String> required(Slip slip) {
        var facts = slip.facts();
        if (facts == null) {
            return List.of(PAID_AMOUNT, SendingBank.FIELD, Transferred.REFERENCE);
        }
        return facts.currency().equals(slip.upload().currency()) ? List.of() : List.of(PAID_AMOUNT);
    }
}

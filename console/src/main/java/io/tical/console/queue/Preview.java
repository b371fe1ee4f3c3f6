package io.tical.console.queue;

import io.tical.common.admin.DecisionTerms;
import io.tical.console.part.AmountDifference;
import io.tical.console.text.Formats;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a decision would do with what is typed so far, in words.
 *
 * @param sentence what will happen
 * @param difference the recorded amount against the expected one; empty while there is nothing to compare
 * @param differs whether these amounts differ
 * @param reason why a reason must be chosen; empty if none is needed
 * @param secondPerson why a colleague must approve it; empty if none must
 * @param blocked whether it cannot be confirmed, because the reason or the note is missing, or nothing can be chosen
 */
record Preview(
        String sentence, String difference, boolean differs, String reason, String secondPerson, boolean blocked) {
    static Preview of(Decision decision, Map<String, Object> given, Formats formats) {
        return new Words(decision.consequence(), given, formats).preview(decision);
    }

    private record Words(Consequence consequence, Map<String, Object> given, Formats formats) {
        Preview preview(Decision decision) {
            var compared = compared();
            return new Preview(
                    consequence.sentence(given, formats),
                    compared.map(one -> one.words(formats)).orElse(""),
                    compared.filter(AmountDifference::differs).isPresent(),
                    reason(),
                    secondPerson(),
                    (consequence.needsReason(given) && !decision.explained(given)) || decision.lacksOptions());
        }

        private Optional<AmountDifference> compared() {
            var terms = consequence.terms().of(given);
            var amount = consequence.amount(given);
            return terms == null || terms.expected() == null || amount.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new AmountDifference(amount.getAsLong(), terms.expected(), terms.currency()));
        }

        private String reason() {
            var terms = consequence.terms().of(given);
            if (terms == null || !consequence.needsReason(given)) {
                return "";
            }
            if (terms.differences().contains(Decision.TYPED)) {
                return formats.texts().get("queue.explain.typed");
            }
            if (!terms.differences().isEmpty()) {
                return formats.texts().get("queue.explain.checks");
            }
            return terms.tolerance() == 0
                    ? formats.texts().get("queue.explain.exact")
                    : formats.texts().get("queue.explain.amount", formats.money(terms.tolerance(), terms.currency()));
        }

        private String secondPerson() {
            if (consequence.ofTwo()) {
                return formats.texts().get("queue.second-person.always");
            }
            var terms = consequence.terms().of(given);
            if (terms == null || !consequence.needsSecondPerson(given)) {
                return "";
            }
            var checks = terms.differences().stream()
                    .filter(DecisionTerms.Difference::secondPerson)
                    .map(one -> formats.texts().word("slips.check", one.check()))
                    .collect(Collectors.joining(", "));
            return checks.isEmpty()
                    ? formats.texts().get("queue.second-person.amount")
                    : formats.texts().get("queue.second-person.checks", checks);
        }
    }
}

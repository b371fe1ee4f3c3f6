package io.tical.console.queue;

import io.tical.common.admin.DecisionTerms;
import io.tical.console.text.Formats;
import java.math.BigDecimal;
import java.math.RoundingMode;
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
 * @param blocked whether it cannot be confirmed, because the reason or the note is missing
 */
record Preview(
        String sentence, String difference, boolean differs, String reason, String secondPerson, boolean blocked) {
    /** From this ratio on it is written without decimals. */
    private static final long WHOLE_MIN = 10;

    private static final long TIMES_MIN = 2;

    static Preview of(Decision decision, Map<String, Object> given, Formats formats) {
        return new Words(decision.consequence(), given, formats).preview(decision);
    }

    private record Words(Consequence consequence, Map<String, Object> given, Formats formats) {
        Preview preview(Decision decision) {
            var compared = compared();
            return new Preview(
                    consequence.sentence(given, formats),
                    compared.map(this::difference).orElse(""),
                    compared.filter(one -> one.by() != 0).isPresent(),
                    reason(),
                    secondPerson(),
                    consequence.needsReason(given) && !decision.explained(given));
        }

        /** An amount, and the expected one. */
        private record Compared(long amount, long expected, String currency) {
            long by() {
                return amount - expected;
            }
        }

        private Optional<Compared> compared() {
            var terms = consequence.terms().of(given);
            var amount = consequence.amount(given);
            return terms == null || terms.expected() == null || amount.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Compared(amount.getAsLong(), terms.expected(), terms.currency()));
        }

        private String difference(Compared compared) {
            var texts = formats.texts();
            var by = compared.by();
            if (by == 0) {
                return texts.get("queue.difference.none");
            }
            var distance = formats.money(Math.abs(by), compared.currency());
            var expected = formats.money(compared.expected(), compared.currency());
            if (by < 0) {
                return texts.get("queue.difference.less", distance, expected);
            }
            var times = times(compared);
            return times.isEmpty()
                    ? texts.get("queue.difference.more", distance, expected)
                    : texts.get("queue.difference.times", distance, expected, times);
        }

        /** How many times the expected amount is recorded; empty below twice. */
        private static String times(Compared compared) {
            if (compared.expected() <= 0) {
                return "";
            }
            var whole = compared.amount() / compared.expected();
            if (whole >= WHOLE_MIN) {
                return "%,d".formatted(whole);
            }
            var ratio = BigDecimal.valueOf(compared.amount())
                    .divide(BigDecimal.valueOf(compared.expected()), 1, RoundingMode.DOWN);
            return whole < TIMES_MIN ? "" : ratio.stripTrailingZeros().toPlainString();
        }

        private String reason() {
            var terms = consequence.terms().of(given);
            if (terms == null || !consequence.needsReason(given)) {
                return "";
            }
            if (!terms.differences().isEmpty()) {
                return formats.texts().get("queue.explain.checks");
            }
            return terms.tolerance() == 0
                    ? formats.texts().get("queue.explain.exact")
                    : formats.texts().get("queue.explain.amount", formats.money(terms.tolerance(), terms.currency()));
        }

        private String secondPerson() {
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

package io.tical.console.queue;

import io.tical.common.admin.DecisionTerms;
import io.tical.console.text.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a decision does, as a function of what is typed.
 *
 * @param sentence while the amount, or what it is for, is not known
 * @param sum the sentence of an amount; null if the sentence is always the same
 * @param terms what the service requires
 * @param aside what the operator compares with the form
 * @param ofTwo whether a second person decides, whatever is typed
 * @param chosen the sentences of choices that have their own
 */
public record Consequence(String sentence, @Nullable Sum sum, Terms terms, Aside aside, boolean ofTwo, Chosen chosen) {
    /**
     * Sentences by what is chosen.
     *
     * @param by the field of the request that chooses
     */
    public record Chosen(String by, Map<Object, String> sentences) {
        static final Chosen NOTHING = new Chosen("", Map.of());

        private @Nullable String of(Map<String, Object> given) {
            return sentences.get(Objects.requireNonNullElse(given.get(by), ""));
        }
    }

    /**
     * A sentence about an amount.
     *
     * @param field the input in which the amount is typed; empty if {@code known} is the amount
     * @param known minor units
     * @param key of the sentence, whose first values are the amount, its fee and what is credited
     * @param values further ones
     */
    public record Sum(String field, long known, String currency, String key, List<Object> values) {
        public Sum(String field, String currency, String key, Object... values) {
            this(field, 0, currency, key, List.of(values));
        }

        public Sum(long known, String currency, String key, Object... values) {
            this("", known, currency, key, List.of(values));
        }

        private OptionalLong amount(Map<String, Object> given) {
            if (field.isEmpty()) {
                return OptionalLong.of(known);
            }
            return given.get(field) instanceof Long typed && typed > 0 ? OptionalLong.of(typed) : OptionalLong.empty();
        }
    }

    /** The same whatever is typed. */
    public static Consequence of(String sentence) {
        return new Consequence(sentence, null, Terms.NONE, new Aside.Nothing(), false, Chosen.NOTHING);
    }

    /** A copy that says what is done with an amount. */
    public Consequence of(Sum amount) {
        return new Consequence(sentence, amount, terms, aside, ofTwo, chosen);
    }

    /** A copy with what the service requires. */
    public Consequence under(Terms required) {
        return new Consequence(sentence, sum, required, aside, ofTwo, chosen);
    }

    /** A copy with what is compared with the form. */
    public Consequence beside(Aside compared) {
        return new Consequence(sentence, sum, terms, compared, ofTwo, chosen);
    }

    /** A copy that a second person always decides. */
    public Consequence always() {
        return new Consequence(sentence, sum, terms, aside, true, chosen);
    }

    /** A copy that says what the chosen value of a field does. */
    public Consequence by(String field, Map<Object, String> sentences) {
        return new Consequence(sentence, sum, terms, aside, ofTwo, new Chosen(field, Map.copyOf(sentences)));
    }

    /** The amount that is recorded, in minor units; empty while it is not known. */
    OptionalLong amount(Map<String, Object> given) {
        return sum == null ? OptionalLong.empty() : sum.amount(given);
    }

    /** That amount with its currency; empty while it is not known. */
    String money(Map<String, Object> given, Formats formats) {
        var amount = amount(given);
        return sum == null || amount.isEmpty() ? "" : formats.money(amount.getAsLong(), sum.currency());
    }

    /** What will happen with what is typed. */
    String sentence(Map<String, Object> given, Formats formats) {
        var said = chosen.of(given);
        if (said != null) {
            return said;
        }
        var amount = amount(given);
        var of = terms.of(given);
        if (sum == null || amount.isEmpty() || (of == null && !terms.equals(Terms.NONE))) {
            return sentence;
        }
        var recorded = amount.getAsLong();
        var credited = of == null ? recorded : of.credited(recorded);
        var values = new ArrayList<Object>(Stream.of(recorded, recorded - credited, credited)
                .map(minor -> formats.money(minor, sum.currency()))
                .toList());
        values.addAll(sum.values());
        return formats.texts().get(sum.key(), values.toArray());
    }

    /** Whether a reason from the list, and a note, are required. */
    boolean needsReason(Map<String, Object> given) {
        var of = terms.of(given);
        return of != null
                && (!of.differences().isEmpty() || amount(given).stream().anyMatch(of::needsReason));
    }

    /** Whether a second person decides. The threshold of the merchant may require one, too, which the service knows alone. */
    boolean needsSecondPerson(Map<String, Object> given) {
        var of = terms.of(given);
        return of != null
                && terms.livemode()
                && (of.differences().stream().anyMatch(DecisionTerms.Difference::secondPerson)
                        || amount(given).stream().anyMatch(of::needsSecondPerson));
    }

    /** Whether the service requires a field. */
    boolean requires(String field, Map<String, Object> given) {
        var of = terms.of(given);
        return of != null && of.required().contains(field);
    }
}

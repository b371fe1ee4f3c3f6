package io.tical.console.queue;

import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.DecisionTerms.Difference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the service requires of a decision, by what is chosen in its form.
 *
 * @param by the field of the request that chooses, such as {@code step}; empty if the terms are always the same
 * @param known the terms by the values of that field
 * @param livemode whether the object is a live one: in test nobody needs a second person
 */
public record Terms(String by, Map<Object, DecisionTerms> known, boolean livemode) {
    /** Of a decision that records no money. */
    public static final Terms NONE = new Terms("", Map.of(), false);

    /** The same terms whatever is chosen; none if they are null. */
    public static Terms of(@Nullable DecisionTerms terms, boolean livemode) {
        return terms == null ? NONE : new Terms("", Map.of("", terms), livemode);
    }

    /** A copy in which another check failed. */
    Terms differing(Difference also) {
        var more = known.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, one -> one.getValue().differing(also)));
        return new Terms(by, more, livemode);
    }

    /** Those that apply to what is chosen; null for none. */
    @Nullable
    DecisionTerms of(Map<String, Object> given) {
        return known.get(by.isEmpty() ? "" : Objects.requireNonNullElse(given.get(by), ""));
    }

    /** The values of the field {@code override_reason}; none if nothing is ever overridden. */
    List<String> reasons() {
        return known.values().stream()
                .map(DecisionTerms::reasons)
                .filter(reasons -> !reasons.isEmpty())
                .findFirst()
                .orElse(List.of());
    }
}

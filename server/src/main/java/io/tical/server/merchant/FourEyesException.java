package io.tical.server.merchant;

import java.util.Collection;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The four-eyes threshold of an operator who asked for a higher one, or approved it: who wants fewer checks is not freed from them, nor is an
 * operator who counts as the same person. It holds until two others raise the threshold.
 *
 * @param operator the username
 * @param amount minor units, below the organization's threshold
 */
public record FourEyesException(String operator, long amount) {
    /**
     * The exceptions after a change of the threshold.
     *
     * @param before the organization before it
     * @param threshold the new threshold of all others; null for none
     * @param people the usernames of who asked for the change and who approved it; empty if no operator asked, which leaves the exceptions
     * @param onePerson whether two operators, by username, count as one person
     */
    static List<FourEyesException> after(
            Organization before,
            @Nullable Long threshold,
            Collection<String> people,
            BiPredicate<String, String> onePerson) {
        if (people.isEmpty()) {
            return before.fourEyesExceptions();
        }
        var raised = raises(before.thresholds().fourEyes(), threshold);
        var kept = before.fourEyesExceptions().stream()
                .filter(one -> raises(one.amount, threshold))
                .filter(one -> !people.contains(one.operator))
                .filter(one -> !raised || people.stream().anyMatch(person -> onePerson.test(person, one.operator)));
        var own = people.stream().distinct().flatMap(person -> {
            var amount = before.fourEyes(other -> onePerson.test(person, other));
            return amount != null && raises(amount, threshold)
                    ? Stream.of(new FourEyesException(person, amount))
                    : Stream.empty();
        });
        return Stream.concat(kept, own).toList();
    }

    /** The threshold of an operator; null for none. */
    static @Nullable Long of(Organization organization, Predicate<String> person) {
        var common = organization.thresholds().fourEyes();
        return organization.fourEyesExceptions().stream()
                .filter(one -> raises(one.amount, common) && person.test(one.operator))
                .map(FourEyesException::amount)
                .min(Long::compare)
                .orElse(common);
    }

    /** Whether a new threshold lets larger amounts pass than the old one; null is none. */
    static boolean raises(@Nullable Long old, @Nullable Long now) {
        return old != null && (now == null || now > old);
    }
}

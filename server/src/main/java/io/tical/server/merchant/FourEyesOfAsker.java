package io.tical.server.merchant;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The four-eyes threshold of the operator who asked for the present one, if that was lower: who asks for fewer checks is not freed from them,
 * nor is an operator who counts as the same person. It holds until somebody else asks for a threshold, and a second person approves that.
 *
 * @param operator the username
 * @param amount minor units, below the organization's threshold
 */
public record FourEyesOfAsker(String operator, long amount) {
    /**
     * The exception after a change of the threshold.
     *
     * @param before the organization before it
     * @param threshold the new threshold of all others; null for none
     * @param asker the username; null if no operator asked, which leaves the exception
     * @param person whether an operator, by username, counts as the same person as the asker
     */
    static @Nullable FourEyesOfAsker after(
            Organization before, @Nullable Long threshold, @Nullable String asker, Predicate<String> person) {
        var old = before.fourEyesOfAsker();
        if (asker == null) {
            return old;
        }
        var own = before.fourEyes(person);
        if (raises(own, threshold) && own != null) {
            return new FourEyesOfAsker(asker, own);
        }
        if (old == null
                || person.test(old.operator())
                || raises(before.thresholds().fourEyes(), threshold)) {
            return null;
        }
        return raises(old.amount(), threshold) ? old : null;
    }

    /** Whether a new threshold lets larger amounts pass than the old one; null is none. */
    static boolean raises(@Nullable Long old, @Nullable Long now) {
        return old != null && (now == null || now > old);
    }
}

package io.tical.common.admin;

import io.tical.common.Money;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a decision about money requires. The service sends the terms with the object, and both the service and the console apply them with
 * the methods of this record: the console to what is being typed, the service to what was submitted.
 *
 * @param currency of all amounts
 * @param expected the amount that should have been transferred, in minor units; null if it is not known
 * @param tolerance the largest difference from {@code expected}, in minor units, that needs no reason
 * @param fee what is deducted from the transferred amount; null if the decision deducts nothing
 * @param required the fields that the request must contain, such as {@code reference}
 * @param differences the failed checks that the decision overrides; each needs a reason and a note
 * @param reasons the values of the field {@code override_reason}
 */
public record DecisionTerms(
        String currency,
        @Nullable Long expected,
        long tolerance,
        @Nullable Fee fee,
        List<String> required,
        List<Difference> differences,
        List<String> reasons) {
    /** The word for the amount in {@link #secondPersonFor}. */
    public static final String AMOUNT = "amount";

    /** From this multiple of the expected amount on, a second person decides. */
    private static final long SECOND_PERSON_FACTOR = 2;

    /**
     * A failed check that a decision overrides.
     *
     * @param check its name in the checklist of the object
     * @param secondPerson whether overriding it needs a second person
     */
    public record Difference(String check, boolean secondPerson) {}

    /**
     * A fee on the transferred amount.
     *
     * @param perMille thousandths of the amount, 0 to 1000
     * @param fixed minor units, 0 or more
     * @param step the fee is a multiple of it, in minor units
     */
    public record Fee(long perMille, long fixed, long step) {
        /** The fee on an amount, both in minor units, rounded half up to the step. */
        public long of(long amount) {
            var exact = Math.addExact(Money.share(amount, perMille, 1000), fixed);
            return Money.share(exact, 1, 1, step);
        }
    }

    /** A copy in which another check failed. */
    public DecisionTerms differing(Difference also) {
        var all = Stream.concat(differences.stream(), Stream.of(also)).toList();
        return new DecisionTerms(currency, expected, tolerance, fee, required, all, reasons);
    }

    /** The transferred amount minus the expected one, in minor units; 0 if nothing is expected. */
    public long difference(long transferred) {
        return expected == null ? 0 : Math.subtractExact(transferred, expected);
    }

    /** Whether a decision on this amount must name a reason, and explain it in a note. */
    public boolean needsReason(long transferred) {
        return !differences.isEmpty() || Math.abs(difference(transferred)) > tolerance;
    }

    /** Whether a decision on this amount needs a second person, whatever the four-eyes threshold is. */
    public boolean needsSecondPerson(long transferred) {
        return !secondPersonFor(transferred).isEmpty();
    }

    /** Why a decision on this amount needs a second person: {@link #AMOUNT}, and the names of failed checks. */
    public List<String> secondPersonFor(long transferred) {
        var far = expected != null && transferred / SECOND_PERSON_FACTOR >= expected && transferred > expected;
        return Stream.concat(
                        Stream.of(AMOUNT).filter(amount -> far),
                        differences.stream().filter(Difference::secondPerson).map(Difference::check))
                .toList();
    }

    /** What the merchant is credited, in minor units; a multiple of the fee's step, so that the merchant can pay it out. */
    public long credited(long transferred) {
        return fee == null ? transferred : Money.inSteps(Math.max(0, transferred - fee.of(transferred)), fee.step());
    }
}

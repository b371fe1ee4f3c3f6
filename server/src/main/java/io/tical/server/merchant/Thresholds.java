package io.tical.server.merchant;

import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From which amounts on, in minor units, people decide. Null is never.
 *
 * @param review a payout waits for staff
 * @param unverifiedReview a payout to an unverified account waits for staff
 * @param fourEyes a second person of the staff decides too
 */
public record Thresholds(
        @Nullable Long review,
        @Nullable Long unverifiedReview,
        @Nullable Long fourEyes) {
    /** Nothing waits for anybody. */
    public static final Thresholds NONE = new Thresholds(null, null, null);

    /** What a new organization has. */
    public static final Thresholds STANDARD = new Thresholds(50_000_000L, 5_000_000L, 10_000_000L);

    /** @throws Problem.Invalid when a threshold is not positive */
    public Thresholds {
        var errors = new ArrayList<Problem.FieldError>();
        check("review", review, errors);
        check("unverified_review", unverifiedReview, errors);
        check("four_eyes", fourEyes, errors);
        if (!errors.isEmpty()) {
            throw new Problem.Invalid(errors);
        }
    }

    private static void check(String field, @Nullable Long amount, List<Problem.FieldError> errors) {
        if (amount != null && amount <= 0) {
            errors.add(new Problem.FieldError("thresholds." + field, "positive", "must be positive, or null for none"));
        }
    }
}

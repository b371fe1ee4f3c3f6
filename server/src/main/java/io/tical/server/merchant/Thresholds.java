package io.tical.server.merchant;

import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The amounts of live money that need staff, in minor units of the transaction's currency, whichever that is. Null means never.
 *
 * @param review staff review a payout of at least this amount
 * @param unverifiedReview staff review a payout of more than this amount if its account is not verified
 * @param fourEyes a decision of an operator about at least this amount needs a second operator
 */
public record Thresholds(
        @Nullable Long review,
        @Nullable Long unverifiedReview,
        @Nullable Long fourEyes) {
    public static final Thresholds NONE = new Thresholds(null, null, null);

    /** The default of a new organization. */
    public static final Thresholds STANDARD = new Thresholds(50_000_000L, 5_000_000L, 10_000_000L);

    /** @throws Problem.Invalid if a threshold is not positive */
    public Thresholds {
        var errors = new ArrayList<Problem.FieldError>();
        check("review", review, errors);
        check("unverified_review", unverifiedReview, errors);
        check("four_eyes", fourEyes, errors);
        Problem.Invalid.check(errors);
    }

    private static void check(String field, @Nullable Long amount, List<Problem.FieldError> errors) {
        if (amount != null && amount <= 0) {
            errors.add(new Problem.FieldError("thresholds." + field, "positive", "must be positive, or null for none"));
        }
    }
}

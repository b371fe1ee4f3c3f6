package io.tical.server.merchant;

import io.tical.server.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a transaction's amount, in minor units.
 *
 * @param dailyMax the largest total of payouts on one day in the organization's time zone; null is no limit
 * @param maintenanceRanges amounts that are rejected because of maintenance
 */
public record AmountLimits(long min, long max, @Nullable Long dailyMax, List<Range> maintenanceRanges) {
    /**
     * A range of amounts in minor units, including both ends.
     *
     * @param min 0 or more
     * @param max at least {@code min}
     */
    public record Range(long min, long max) {
        public boolean contains(long amount) {
            return amount >= min && amount <= max;
        }
    }

    /** These limits with another min and max. */
    public AmountLimits between(long otherMin, long otherMax) {
        return new AmountLimits(otherMin, otherMax, dailyMax, maintenanceRanges);
    }

    /** Whether all amounts are under maintenance, which is configured as min = max = 0. */
    public boolean maintenance() {
        return min == 0 && max == 0;
    }

    /** The refusal of an amount that is out of range or under maintenance; null if the amount is allowed. */
    public @Nullable Problem refusal(long amount) {
        if (amount < min || amount > max) {
            return new Problem.OutOfRange("INVALID_AMOUNT_RANGE", "The amount must be from " + min + " to " + max);
        }
        return maintenanceRanges.stream()
                .filter(range -> range.contains(amount))
                .findFirst()
                .map(range -> new Problem.OutOfRange(
                        "AMOUNT_RANGE_MAINTENANCE",
                        "Amounts from " + range.min() + " to " + range.max() + " are under maintenance; try later"))
                .orElse(null);
    }
}

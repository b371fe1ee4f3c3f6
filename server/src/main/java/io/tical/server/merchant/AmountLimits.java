package io.tical.server.merchant;

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
     * A range of amounts in minor units, both ends included.
     *
     * @param min 0 or more
     * @param max at least {@code min}
     */
    public record Range(long min, long max) {
        public boolean contains(long amount) {
            return amount >= min && amount <= max;
        }
    }

    /** Whether all amounts are under maintenance, which is configured as min = max = 0. */
    public boolean maintenance() {
        return min == 0 && max == 0;
    }

    public boolean allows(long amount) {
        return amount >= min && amount <= max;
    }
}

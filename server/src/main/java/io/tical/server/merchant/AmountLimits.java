package io.tical.server.merchant;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a transaction's amount, in minor units.
 *
 * @param min the smallest amount
 * @param max the largest amount
 * @param dailyMax the largest total of payouts on one day in the organization's time zone; null is no limit
 * @param maintenanceRanges amounts that are rejected because of maintenance
 */
public record AmountLimits(long min, long max, @Nullable Long dailyMax, List<AmountRange> maintenanceRanges) {
    /** Whether all amounts are under maintenance, which is configured as min = max = 0. */
    public boolean maintenance() {
        return min == 0 && max == 0;
    }

    public boolean allows(long amount) {
        return amount >= min && amount <= max;
    }
}

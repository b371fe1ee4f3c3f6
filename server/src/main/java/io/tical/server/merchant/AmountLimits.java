package io.tical.server.merchant;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Between which amounts one transaction may be, in minor units.
 *
 * @param min the smallest
 * @param max the largest
 * @param dailyMax how much may go out on one day of the organization's time zone; null is no cap
 * @param maintenanceRanges amounts that are under maintenance
 */
public record AmountLimits(long min, long max, @Nullable Long dailyMax, List<AmountRange> maintenanceRanges) {
    /** Whether nothing may move at all: both bounds are 0. */
    public boolean maintenance() {
        return min == 0 && max == 0;
    }

    public boolean allows(long amount) {
        return amount >= min && amount <= max;
    }

    /** Whether the amount is in a range that is under maintenance. */
    public boolean inMaintenance(long amount) {
        return maintenanceRanges.stream().anyMatch(range -> range.contains(amount));
    }
}

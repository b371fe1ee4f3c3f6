package io.tical.server.merchant;

import io.tical.common.CurrencyProfile;
import io.tical.common.Money;
import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limits of an organization for one method, in one environment and currency. They replace the defaults. All amounts
 * are in minor units; min = max = 0 closes the direction for maintenance.
 *
 * @param dailyWithdrawLimit the largest total of payouts on one day; null is no limit
 * @param maintenanceRanges amounts that are rejected because of maintenance, at most 20 ranges
 */
public record Limit(
        boolean livemode,
        String currency,
        Method method,
        long minDeposit,
        long maxDeposit,
        long minWithdraw,
        long maxWithdraw,
        @Nullable Long dailyWithdrawLimit,
        List<AmountLimits.Range> maintenanceRanges) {
    private static final int RANGES_MAX = 20;
    private static final long UNITS_MIN = 1;
    private static final long UNITS_MAX = 2_000_000;

    /** @throws Problem.Invalid if amounts are negative, too large, or min exceeds max */
    public Limit {
        maintenanceRanges = List.copyOf(maintenanceRanges);
        var errors = new ArrayList<Problem.FieldError>();
        check("deposit", minDeposit, maxDeposit, errors);
        check("withdraw", minWithdraw, maxWithdraw, errors);
        if (dailyWithdrawLimit != null && (dailyWithdrawLimit < 0 || dailyWithdrawLimit > Money.AMOUNT_MAX)) {
            errors.add(new Problem.FieldError("daily_withdraw_limit", "range", "must be 0 to " + Money.AMOUNT_MAX));
        }
        if (maintenanceRanges.size() > RANGES_MAX
                || maintenanceRanges.stream().anyMatch(range -> range.min() < 0 || range.max() < range.min())) {
            errors.add(new Problem.FieldError(
                    "maintenance_ranges", "range", "must be at most " + RANGES_MAX + " ranges with 0 <= min <= max"));
        }
        Problem.Invalid.check(errors);
    }

    private static void check(String direction, long min, long max, List<Problem.FieldError> errors) {
        if (min < 0 || max < min || max > Money.AMOUNT_MAX) {
            errors.add(new Problem.FieldError(
                    "max_" + direction, "range", "needs 0 <= min_" + direction + " <= max_" + direction));
        }
    }

    /** The default: 1 to 2,000,000 whole units in each direction, no daily limit. */
    static Limit standard(boolean livemode, CurrencyProfile currency, Method method) {
        var min = currency.units(UNITS_MIN);
        var max = currency.units(UNITS_MAX);
        return new Limit(livemode, currency.code(), method, min, max, min, max, null, List.of());
    }

    /** The limits of payins. */
    public AmountLimits deposit() {
        return new AmountLimits(minDeposit, maxDeposit, null, maintenanceRanges);
    }

    /** The limits of payouts. */
    public AmountLimits withdraw() {
        return new AmountLimits(minWithdraw, maxWithdraw, dailyWithdrawLimit, maintenanceRanges);
    }
}

package io.tical.server.limit;

import io.tical.server.merchant.AmountLimits;
import io.tical.server.merchant.Limit;
import io.tical.server.merchant.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one currency and method. Amounts are in minor units. Only payouts have withdrawal limits, and only
 * the other methods have deposit limits; the other fields are null.
 *
 * @param minDeposit the smallest payin now; 0 with a {@code maxDeposit} of 0 is maintenance
 * @param minWithdraw the smallest payout now; 0 with a {@code maxWithdraw} of 0 is maintenance
 * @param configuredMinDeposit the limit that operators configured, or the default
 * @param dailyWithdrawLimit the largest total of payouts on one day; null is no limit
 * @param dailyWithdrawUsed the total of today's payouts
 */
record LimitView(
        String currencyCode,
        Method methodType,
        @Nullable Long minDeposit,
        @Nullable Long maxDeposit,
        @Nullable Long minWithdraw,
        @Nullable Long maxWithdraw,
        @Nullable Long configuredMinDeposit,
        @Nullable Long configuredMaxDeposit,
        @Nullable Long configuredMinWithdraw,
        @Nullable Long configuredMaxWithdraw,
        @Nullable Long dailyWithdrawLimit,
        @Nullable Long dailyWithdrawUsed,
        List<AmountLimits.Range> maintenanceRanges) {
    /** @param effective the limits of payins by the method */
    static LimitView deposit(Limit configured, AmountLimits effective) {
        return new LimitView(
                configured.currency(),
                configured.method(),
                effective.min(),
                effective.max(),
                null,
                null,
                configured.minDeposit(),
                configured.maxDeposit(),
                null,
                null,
                null,
                null,
                effective.maintenanceRanges());
    }

    /**
     * @param effective the limits of payouts
     * @param dailyUsed the total of today's payouts
     */
    static LimitView withdraw(Limit configured, AmountLimits effective, long dailyUsed) {
        return new LimitView(
                configured.currency(),
                configured.method(),
                null,
                null,
                effective.min(),
                effective.max(),
                null,
                null,
                configured.minWithdraw(),
                configured.maxWithdraw(),
                effective.dailyMax(),
                dailyUsed,
                effective.maintenanceRanges());
    }
}

package io.tical.server.limit;

import io.tical.common.CurrencyProfile;
import io.tical.common.Money;
import io.tical.server.merchant.AmountLimits;
import io.tical.server.merchant.Method;
import io.tical.server.merchant.Policy;
import io.tical.server.rail.Rails;
import java.time.Instant;

/**
 * The limits that apply to new payins and payouts, and that merchants read: the configured limits of the organization, reduced to the
 * amounts that the currency and the rail can pay. Min and max are multiples of the currency's unit step. Both are 0 when no amount remains.
 */
public final class EffectiveLimits {
    private EffectiveLimits() {}

    /** The limits of payins by one channel. */
    public static AmountLimits deposit(Policy policy, boolean livemode, CurrencyProfile currency, Method method) {
        var configured = policy.limit(livemode, currency, method).deposit();
        // The surcharge of the transfer amount is less than one whole unit.
        return payable(configured, currency, Money.AMOUNT_MAX - currency.units(1));
    }

    /** The limits of payouts, by the rails that can pay now. */
    public static AmountLimits withdraw(
            Policy policy, boolean livemode, CurrencyProfile currency, Rails rails, Instant now) {
        var configured = policy.limit(livemode, currency, Method.PAYOUT).withdraw();
        return payable(configured, currency, rails.payoutMax(livemode, currency, now));
    }

    private static AmountLimits payable(AmountLimits configured, CurrencyProfile currency, long most) {
        var step = currency.unitStep();
        var min = Math.max(1, Math.ceilDiv(configured.min(), step)) * step;
        var max = Math.min(configured.max(), most) / step * step;
        return min <= max ? configured.between(min, max) : configured.between(0, 0);
    }
}

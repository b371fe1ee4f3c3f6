package io.tical.server.merchant;

import io.tical.common.CurrencyProfile;
import io.tical.common.Money;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.problem.Problem;

/**
 * The fee of an operation: a share of its amount plus a fixed amount, rounded half up to the unit step of the currency, because what remains
 * in a wallet must be payable.
 *
 * @param perMille thousandths of the amount, 0 to 1000
 * @param fixed minor units, 0 or more; a multiple of the unit step
 */
public record Fee(long perMille, long fixed) {
    /** The default if no fee is configured. */
    public static final Fee NONE = new Fee(0, 0);

    private static final long PER_MILLE_MAX = 1000;

    /** @throws Problem.Invalid if a value is out of range */
    public Fee {
        if (perMille < 0 || perMille > PER_MILLE_MAX) {
            throw new Problem.Invalid("per_mille", "range", "must be 0 to " + PER_MILLE_MAX);
        }
        if (fixed < 0 || fixed > Money.AMOUNT_MAX) {
            throw new Problem.Invalid("fixed", "range", "must be 0 to " + Money.AMOUNT_MAX);
        }
    }

    /** Calculates the fee on an amount, both in minor units. */
    public long of(long amount, CurrencyProfile currency) {
        return new DecisionTerms.Fee(perMille, fixed, currency.unitStep()).of(amount);
    }
}

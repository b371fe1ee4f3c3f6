package io.tical.server.collection;

import io.tical.common.CurrencyProfile;

/**
 * The surcharge that identifies the payin of a transfer: 0 to 99 hundredths of a whole unit.
 *
 * @param step minor units between one surcharge and the next
 * @param count the number of surcharges; the first one is 0
 */
record Surcharge(long step, int count) {
    private static final Surcharge NONE = new Surcharge(0, 1);
    private static final int DIGITS_MAX = 2;
    private static final int SHARES = 4;

    /**
     * The surcharges of a currency. A currency whose fractions cannot be transferred has none, and its payins share
     * amounts.
     */
    static Surcharge of(CurrencyProfile currency) {
        if (currency.scale() == 0 || currency.unitStep() > 1) {
            return NONE;
        }
        var digits = Math.min(currency.scale(), DIGITS_MAX);
        return new Surcharge(Math.powExact(10L, currency.scale() - digits), Math.powExact(10, digits));
    }

    /** Whether the currency has surcharges. */
    boolean distinguishes() {
        return step > 0;
    }

    /** The maximum number of payins of an amount for one organization on an account: a quarter, at least one. */
    int share() {
        return Math.max(1, count / SHARES);
    }

    /** The largest transfer amount for an amount. */
    long most(long amount) {
        return amount + step * (count - 1);
    }
}

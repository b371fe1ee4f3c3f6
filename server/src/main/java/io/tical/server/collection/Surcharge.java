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
    /** So many organizations have equal shares; more of them have not less. */
    static final int SHARES = 4;

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

    /** The share of an amount that each organization has at least: a quarter, at least one payin. */
    int share() {
        return Math.max(1, count / SHARES);
    }

    /**
     * The maximum number of payins of an amount for one organization on an account. Organizations that do not use the account need nothing,
     * but a quarter is left for the first of them that begins to.
     *
     * @param users the organizations with reservations on the account, including this one
     * @param others whether there are other organizations
     */
    int share(int users, boolean others) {
        return Math.max(share(), (others ? count - share() : count) / users);
    }

    /** The largest transfer amount for an amount. */
    long most(long amount) {
        return amount + step * (count - 1);
    }
}

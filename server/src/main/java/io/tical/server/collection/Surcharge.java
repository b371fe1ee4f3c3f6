package io.tical.server.collection;

import io.tical.common.CurrencyProfile;

/**
 * What is added to an amount so that its transfer tells which payin it is for: 0 to 99 hundredths of a whole unit.
 *
 * @param step minor units between one surcharge and the next
 * @param count how many there are, the first being 0
 */
record Surcharge(long step, int count) {
    private static final Surcharge NONE = new Surcharge(0, 1);
    private static final int DIGITS_MAX = 2;
    private static final int SHARES = 4;

    /** Of a currency whose fractions cannot be paid there is none, and several payins share an amount. */
    static Surcharge of(CurrencyProfile currency) {
        if (currency.scale() == 0 || currency.unitStep() > 1) {
            return NONE;
        }
        var digits = Math.min(currency.scale(), DIGITS_MAX);
        return new Surcharge(power(currency.scale() - digits), (int) power(digits));
    }

    private static long power(int digits) {
        var power = 1L;
        for (int digit = 0; digit < digits; digit++) {
            power *= 10;
        }
        return power;
    }

    /** Whether amounts are told apart at all. */
    boolean distinguishes() {
        return step > 0;
    }

    /** How many payins of an amount one organization may have on an account: a quarter, at least one. */
    int share() {
        return Math.max(1, count / SHARES);
    }

    /** The largest transfer for an amount. */
    long most(long amount) {
        return amount + step * (count - 1);
    }
}

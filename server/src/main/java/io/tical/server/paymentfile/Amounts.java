package io.tical.server.paymentfile;

/**
 * Some payments.
 *
 * @param amount their sum in minor units
 */
record Amounts(int payments, long amount) {
    static final Amounts NONE = new Amounts(0, 0);

    Amounts plus(Amounts other) {
        return new Amounts(payments + other.payments, Math.addExact(amount, other.amount));
    }

    Amounts plus(long more) {
        return plus(new Amounts(1, more));
    }
}

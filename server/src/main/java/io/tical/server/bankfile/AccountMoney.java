package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.math.BigDecimal;

/**
 * The currency of an account.
 *
 * @param scale its decimal digits
 */
record AccountMoney(String currency, int scale) {
    /** Whether an amount is of this currency; one that names none is. */
    boolean isOf(XmlAmount amount) {
        return amount.currency() == null || amount.currency().equals(currency);
    }

    /** An amount in minor units for a text. */
    String decimal(long minor) {
        return BigDecimal.valueOf(minor, scale).toPlainString();
    }

    /** The sum of two amounts in minor units. */
    long sum(long one, long other, Place place) throws BankFileException {
        try {
            return Math.addExact(one, other);
        } catch (ArithmeticException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, place, decimal(one));
        }
    }

    /** Minor units: positive for a credit. */
    long signed(XmlAmount amount, boolean credit) throws BankFileException {
        var minor = amount.amount().minor(currency, scale);
        return credit ? minor : -minor;
    }
}

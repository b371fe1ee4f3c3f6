package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Balance;
import io.tical.server.bankfile.BankStatement.Foot;
import io.tical.server.bankfile.BankStatement.Proof;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The booked entries of a statement, added, and compared with its balances. */
final class Sums {
    private final int scale;
    private long sum;
    private long credits;
    private long debits;
    private int count;

    Sums(int scale) {
        this.scale = scale;
    }

    void add(BankEntry entry) throws BankFileException {
        if (entry.status() != BankEntry.Status.BOOKED) {
            return;
        }
        try {
            sum = Math.addExact(sum, entry.amount());
            if (entry.amount() >= 0) {
                credits = Math.addExact(credits, entry.amount());
            } else {
                debits = Math.addExact(debits, entry.amount());
            }
        } catch (ArithmeticException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, entry.place(), decimal(entry.amount()));
        }
        count++;
    }

    /** Signed minor units. */
    long sum() {
        return sum;
    }

    long credits() {
        return credits;
    }

    /** Zero or negative. */
    long debits() {
        return debits;
    }

    int count() {
        return count;
    }

    /** As {@link #foot(Balance, Balance, Place, Proof, List)}, for the whole file. */
    Foot foot(@Nullable Balance opening, @Nullable Balance closing, Proof otherwise, List<Notice> notices)
            throws BankFileException {
        return foot(opening, closing, Place.FILE, otherwise, notices);
    }

    /**
     * The foot of a statement whose file says these balances. A missing one is computed from the other.
     *
     * @param place of the closing balance
     * @param otherwise what is proved if a balance is missing
     * @throws BankFileException if the balances do not fit the entries
     */
    Foot foot(@Nullable Balance opening, @Nullable Balance closing, Place place, Proof otherwise, List<Notice> notices)
            throws BankFileException {
        if (opening == null) {
            var derived = closing == null ? null : new Balance(added(closing.amount(), -sum, place), null, true);
            return new Foot(derived, closing, otherwise, notices);
        }
        var end = added(opening.amount(), sum, place);
        if (closing == null) {
            return new Foot(opening, new Balance(end, null, true), otherwise, notices);
        }
        if (end != closing.amount()) {
            throw new BankFileException(
                    Fault.BALANCE,
                    place,
                    decimal(opening.amount()),
                    decimal(sum),
                    decimal(end),
                    decimal(closing.amount()));
        }
        return new Foot(opening, closing, Proof.PROVED, notices);
    }

    private long added(long balance, long change, Place place) throws BankFileException {
        try {
            return Math.addExact(balance, change);
        } catch (ArithmeticException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, place, decimal(balance));
        }
    }

    /** An amount with the decimals of the currency, for texts. */
    String decimal(long amount) {
        return BigDecimal.valueOf(amount, scale).toPlainString();
    }
}

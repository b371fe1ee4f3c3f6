package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import org.jspecify.annotations.Nullable;

/** The running balances of a statement. They show in which order its entries are. */
final class BalanceChain {
    private final Direction oldestFirst = new Direction(false);
    private final Direction newestFirst = new Direction(true);
    private boolean any;

    /** One of the two orders, followed until a balance contradicts it. */
    private static final class Direction {
        private final boolean newestFirst;
        private long first;
        private long last;
        /** Of the entries since the last balance. */
        private long since;

        private @Nullable Contradiction contradiction;

        Direction(boolean newestFirst) {
            this.newestFirst = newestFirst;
        }

        /** @param known whether there was a balance before */
        void add(long amount, @Nullable Long balance, boolean known, Place place) {
            if (contradiction != null) {
                return;
            }
            if (!newestFirst) {
                since = Math.addExact(since, amount);
            }
            if (balance != null) {
                if (!known) {
                    first = newestFirst ? Math.addExact(balance, since) : Math.subtractExact(balance, since);
                } else {
                    var expected = newestFirst ? Math.subtractExact(last, since) : Math.addExact(last, since);
                    if (expected != balance) {
                        contradiction = new Contradiction(place, expected, balance);
                    }
                }
                last = balance;
                since = 0;
            }
            if (newestFirst) {
                since = Math.addExact(since, amount);
            }
        }

        Ends ends() {
            return newestFirst
                    ? new Ends(Math.subtractExact(last, since), first)
                    : new Ends(first, Math.addExact(last, since));
        }
    }

    private record Contradiction(Place place, long expected, long found) {}

    /** The balances before the oldest entry and after the newest, in minor units. */
    record Ends(long opening, long closing) {}

    /**
     * Adds an entry in the order of the file.
     *
     * @param balance after it, if the file says it
     */
    void add(long amount, @Nullable Long balance, Place place) throws BankFileException {
        try {
            oldestFirst.add(amount, balance, any, place);
            newestFirst.add(amount, balance, any, place);
        } catch (ArithmeticException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, place, Long.toString(amount));
        }
        any |= balance != null;
    }

    /** Whether there was a balance. */
    boolean any() {
        return any;
    }

    /** Whether the entries are in this order: the given one if the balances fit both. */
    boolean newestFirst(boolean otherwise) {
        var fits = otherwise ? newestFirst : oldestFirst;
        return (fits.contradiction == null) == otherwise;
    }

    /**
     * The balances at both ends.
     *
     * @param newest the order of the entries where the balances fit both
     * @throws BankFileException if the balances fit neither order
     */
    Ends ends(boolean newest, Sums sums) throws BankFileException {
        var expected = newest ? newestFirst : oldestFirst;
        var other = newest ? oldestFirst : newestFirst;
        var fits = expected.contradiction == null ? expected : other;
        var contradiction = fits.contradiction == null ? null : expected.contradiction;
        if (contradiction != null) {
            throw new BankFileException(
                    Fault.RUNNING_BALANCE,
                    contradiction.place(),
                    sums.decimal(contradiction.expected()),
                    sums.decimal(contradiction.found()));
        }
        try {
            return fits.ends();
        } catch (ArithmeticException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, Place.FILE, Long.toString(sums.sum()));
        }
    }
}

package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;

/** Counts what a file may have only so many of. */
final class Counter {
    private final int max;
    private long count;

    Counter(int max) {
        this.max = max;
    }

    void add(Place place) throws BankFileException {
        add(1, place);
    }

    void add(int more, Place place) throws BankFileException {
        count += more;
        if (count > max) {
            throw new BankFileException(Fault.TOO_MANY_ENTRIES, place, String.valueOf(max));
        }
    }
}

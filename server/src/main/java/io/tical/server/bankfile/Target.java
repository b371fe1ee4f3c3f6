package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Sink;

/** Where the statements of a file go, within the limits of a file. */
final class Target {
    private final Context context;
    private final Sink sink;
    private final Counter counter;

    Target(Context context, Sink sink) {
        this.context = context;
        this.counter = new Counter(context.limits().entriesMax());
        this.sink = sink;
    }

    Context context() {
        return context;
    }

    void begin(BankStatement.Head head) throws BankFileException {
        sink.begin(head);
    }

    /** @throws BankFileException if it is booked on a day that is not there yet */
    void entry(BankEntry entry) throws BankFileException {
        var latest = context.today().plusDays(context.limits().daysAheadMax());
        if (entry.status() == BankEntry.Status.BOOKED && entry.booked().isAfter(latest)) {
            throw new BankFileException(
                    Fault.DATE_IN_FUTURE, entry.place(), entry.booked().toString());
        }
        sink.entry(entry);
    }

    void end(BankStatement.Foot foot) throws BankFileException {
        sink.end(foot);
    }

    /** Counts statements, entries and their parts, of which a file may have as many as the limit says together. */
    void count(int more, Place place) throws BankFileException {
        counter.add(more, place);
    }

    /** The decimal digits of a currency. */
    int scale(String currency, Place place) throws BankFileException {
        var scale = context.scales().of(currency);
        if (scale.isEmpty()) {
            throw new BankFileException(
                    Fault.CURRENCY_UNKNOWN, place, currency.substring(0, Math.min(currency.length(), 60)));
        }
        return scale.getAsInt();
    }
}

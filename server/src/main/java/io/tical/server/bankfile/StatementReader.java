package io.tical.server.bankfile;

import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads statements of one family of formats. Its memory does not grow with the file. */
public interface StatementReader {
    /**
     * @param source may be opened more than once, such as to learn from the balances how to read the signs
     * @throws BankFileException if the file cannot be read as a whole; what was passed to the sink before does not count
     * @throws IOException if the source fails
     */
    void read(Source source, Context context, Sink sink) throws BankFileException, IOException;

    /** The bytes of a file, which can be read again from their beginning. */
    @FunctionalInterface
    interface Source {
        InputStream open() throws IOException;
    }

    /**
     * What a reader knows besides the file.
     *
     * @param scales the decimal digits of a currency
     * @param today the day on which the file came, in the bank's zone: dates far after it are refused, and two-digit years are near it
     * @param limits what a file may contain
     * @param profile the name of the profile that an operator chose; null if the file shows which one fits
     */
    record Context(
            Scales scales,
            LocalDate today,
            Limits limits,
            @Nullable String profile) {
        /** For a file that shows which profile fits. */
        public Context(Scales scales, LocalDate today, Limits limits) {
            this(scales, today, limits, null);
        }
    }

    /** The decimal digits of a currency by its code; empty if it is not known. */
    @FunctionalInterface
    interface Scales {
        OptionalInt of(String currency);
    }

    /**
     * @param entriesMax of a file
     * @param textMax characters of one field
     * @param daysAheadMax that a booking date may be after today
     */
    record Limits(int entriesMax, int textMax, int daysAheadMax) {
        public static final Limits DEFAULT = new Limits(1_000_000, 4_000, 5);
    }

    /** Takes the statements of a file, in its order: for each its head, its entries, and its foot. */
    interface Sink {
        void begin(BankStatement.Head head) throws BankFileException;

        void entry(BankEntry entry) throws BankFileException;

        void end(BankStatement.Foot foot) throws BankFileException;
    }
}

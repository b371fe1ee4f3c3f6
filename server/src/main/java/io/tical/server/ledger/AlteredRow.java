package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowMac;
import java.util.function.Supplier;

/** A stored row is not as the service wrote it: its MAC does not hold. Nothing is decided on it and nothing that covers it is sealed. */
final class AlteredRow extends RuntimeException {
    private final String sentence;

    private AlteredRow(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /** Which row and which columns, and what to do. */
    String sentence() {
        return sentence;
    }

    /**
     * Fails if a row was altered.
     *
     * @param macs of the table
     * @param key names the row
     */
    static void requireNone(BulkWrite<?> table, RowMac.Rows macs, Row row, Supplier<String> key) {
        var altered = table.altered(macs, row);
        if (!altered.isEmpty()) {
            throw new AlteredRow("In " + table.table() + ", " + key.get() + ": " + String.join(", ", altered)
                    + " was not written by the service. Run ./tical audit.");
        }
    }
}

package io.tical.server.ledger;

import java.util.UUID;

/**
 * A row that an audit found to be wrong.
 *
 * @param table the table
 * @param key names the row
 * @param expected the expected value
 * @param found the found value
 */
public record Finding(String table, String key, String expected, String found) {
    /** The finding in one sentence. */
    public String sentence() {
        return "In " + table + ", " + key + ": expected " + expected + ", found " + found + ".";
    }

    /** Ends the proof of one row. The audit continues with the next one. */
    public static final class Found extends RuntimeException {
        private final transient Finding finding;

        public Found(String table, String key, Object expected, Object found) {
            this(new Finding(table, key, String.valueOf(expected), String.valueOf(found)));
        }

        private Found(Finding finding) {
            super(finding.sentence(), null, false, false);
            this.finding = finding;
        }

        Finding finding() {
            return finding;
        }
    }

    /** Ends the proof of a row unless it is as expected. */
    public static void require(boolean holds, String table, String key, Object expected, Object found) {
        if (!holds) {
            throw new Found(table, key, expected, found);
        }
    }

    /** The beginning of the name of a row. */
    public static String row(UUID organizationId, boolean livemode) {
        return "organization " + organizationId + (livemode ? " live " : " test ");
    }
}

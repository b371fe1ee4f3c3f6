package io.tical.server.ledger;

/**
 * Something in the database that cannot be: the first row that an audit found to be wrong.
 *
 * @param table where
 * @param key which row
 * @param expected what should be there
 * @param found what is there
 */
public record Finding(String table, String key, String expected, String found) {
    /** The finding in one sentence. */
    public String sentence() {
        return "In " + table + ", " + key + ": expected " + expected + ", found " + found + ".";
    }

    /** Ends an audit at its first finding. */
    static final class Found extends RuntimeException {
        private final transient Finding finding;

        Found(String table, String key, Object expected, Object found) {
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

    /** Finds a row wrong unless it is as expected. */
    static void require(boolean holds, String table, String key, Object expected, Object found) {
        if (!holds) {
            throw new Found(table, key, expected, found);
        }
    }
}

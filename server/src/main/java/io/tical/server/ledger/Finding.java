package io.tical.server.ledger;

import io.tical.db.Session;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The first row that an audit found to be wrong.
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

    /** Ends the audit unless the row is as expected. */
    public static void require(boolean holds, String table, String key, Object expected, Object found) {
        if (!holds) {
            throw new Found(table, key, expected, found);
        }
    }

    /**
     * Ends the audit unless the service wrote a row, by its MAC.
     *
     * @param altered the columns that differ
     */
    static void requireUnaltered(List<String> altered, String table, Supplier<String> key) {
        if (!altered.isEmpty()) {
            throw new Found(
                    table,
                    key.get() + " " + String.join(", ", altered),
                    "what the service wrote, by the MAC of the row",
                    "something else");
        }
    }

    /** Ends the audit if the statement answers a row; {@link MoneyAudit#contradictions} names its columns. */
    static void requireNone(Session session, String sql) {
        session.sql("SELECT * FROM (" + sql + ") finding LIMIT 1").list(row -> {
            throw new Found(
                    row.text("in_table"),
                    row(row.uuid("organization_id"), row.flag("livemode")) + row.text("place"),
                    row.text("expected"),
                    row.text("found"));
        });
    }

    /** Begins the name of a row. */
    public static String row(UUID organizationId, boolean livemode) {
        return "organization " + organizationId + (livemode ? " live " : " test ");
    }
}

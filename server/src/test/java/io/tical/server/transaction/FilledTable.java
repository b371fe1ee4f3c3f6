package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.db.Session;
import io.tical.db.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/** A table of many rows in a database of its own, which counts the rows that a list reads. */
public final class FilledTable implements AutoCloseable {
    public static final Page FIRST_PAGE = new Page(20, 0, null);

    /** The id of row {@code i}: of the {@code i}th millisecond of November 2026. */
    public static final String ID =
            "cast(lpad(to_hex(1793491200000 + i), 12, '0') || '70008' || lpad(to_hex(i), 15, '0') AS uuid)";

    /** The id of row {@code i}: of the {@code i}th second of November 2026. */
    public static final String ID_OF_SECOND = ID.replace("+ i)", "+ i * 1000::bigint)");

    /** The planner may change to a generic plan in the sixth run. */
    private static final int RUNS = 8;

    private final Database database;
    private final String table;

    private FilledTable(Database database, String table) {
        this.database = database;
        this.table = table;
    }

    /**
     * @param statements insert the rows, without foreign keys, MACs and triggers
     */
    public static FilledTable of(String table, String... statements) throws SQLException {
        var settings = TestDatabase.settings();
        var database = Databases.open(settings);
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("SET session_replication_role = replica");
            for (var sql : statements) {
                statement.execute(sql);
            }
            statement.execute("VACUUM ANALYZE " + table);
        }
        return new FilledTable(database, table);
    }

    public Database database() {
        return database;
    }

    /**
     * The number of rows on the first page, with whichever plan.
     *
     * @throws AssertionError if the list reads more rows than the maximum
     */
    public int firstPage(long max, Object filter, Function<Session, ? extends List<?>> list) {
        var found = 0;
        for (int run = 0; run < RUNS; run++) {
            found = readingAtMost(max, filter, list).size();
        }
        return Math.min(found, FIRST_PAGE.limit());
    }

    /**
     * The result of a list.
     *
     * @param filter for the message of a failure
     * @throws AssertionError if the list reads more rows of the table, or entries of its indexes, than the maximum
     */
    public <T> T readingAtMost(long max, Object filter, Function<Session, T> list) {
        return database.transaction(session -> {
            var before = rowsRead(session);
            var found = list.apply(session);
            assertThat(rowsRead(session) - before)
                    .as("rows of %s read for %s", table, filter)
                    .isLessThanOrEqualTo(max);
            return found;
        });
    }

    /** The rows of the scanned table and the entries of the scanned indexes, also of an index that is scanned alone. */
    private long rowsRead(Session session) {
        return session.sql("""
            SELECT pg_stat_get_xact_tuples_returned(c.oid) + sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) AS rows
            FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid WHERE c.relname = :table GROUP BY c.oid
            """).bind("table", table).one(row -> row.number("rows"));
    }

    @Override
    public void close() {
        database.close();
    }
}

package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.Session;
import java.util.function.Function;

/** How many rows of a table a list reads: those of a scanned table, and the entries of a scanned index, also of one that is scanned alone. */
public record ReadRows(Database database, String table) {
    /**
     * What a list finds.
     *
     * @param what the filter, for the message of a failure
     * @throws AssertionError if it reads more rows than the maximum
     */
    public <T> T atMost(long max, Object what, Function<Session, T> list) {
        return database.transaction(session -> {
            var before = count(session);
            var found = list.apply(session);
            assertThat(count(session) - before)
                    .as("rows of %s read for %s", table, what)
                    .isLessThanOrEqualTo(max);
            return found;
        });
    }

    private long count(Session session) {
        return session.sql("""
            SELECT pg_stat_get_xact_tuples_returned(c.oid) + sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) AS rows
            FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid WHERE c.relname = :table GROUP BY c.oid
            """).bind("table", table).one(row -> row.number("rows"));
    }
}

package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.db.Session;
import io.tical.db.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** A table with many rows of one organization, whose searches are counted by the rows that they read. */
public final class SearchedTable implements AutoCloseable {
    /** The first page of a list. */
    public static final Page FIRST = new Page(20, 0, null);

    public static final UUID SHOP = UUID.fromString("00000000-0000-7000-8000-000000000001");
    private static final int ROWS = 10_000;

    private final Database database;
    private final String table;

    private SearchedTable(Database database, String table) {
        this.database = database;
        this.table = table;
    }

    /** @param inserts of rows; {@code :id} in them is the id of the row {@code i} */
    public static SearchedTable of(String table, String... inserts) throws SQLException {
        var settings = TestDatabase.settings();
        var database = Databases.open(settings);
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("""
                    INSERT INTO organization (organization_id, code, name, default_currency, timezone, created_at)
                    VALUES ('%s', 'SHOP000001', 'Shop', 'THB', 'UTC', now())
                    """.formatted(SHOP));
            for (var insert : inserts) {
                statement.execute(insert.replace(
                                ":id",
                                "cast(lpad(to_hex(1793491200000 + i), 12, '0') || '7000a' || lpad(to_hex(i), 15, '0') AS uuid)")
                        + " FROM generate_series(1, " + ROWS + ") i");
            }
            // Without a vacuum, so that entries of an index that is scanned alone are counted with their rows.
            statement.execute("ANALYZE");
        }
        return new SearchedTable(database, table);
    }

    /** What a search finds, of which it may read only a few rows more. */
    public <T> List<T> find(Function<Session, List<T>> search) {
        return database.transaction(session -> {
            var before = rowsRead(session);
            var found = search.apply(session);
            assertThat(rowsRead(session) - before).isLessThanOrEqualTo(500);
            return found;
        });
    }

    private long rowsRead(Session session) {
        return session.sql("""
                SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables WHERE relname = '%s'
                """.formatted(table)).one(row -> row.number("rows"));
    }

    @Override
    public void close() {
        database.close();
    }
}

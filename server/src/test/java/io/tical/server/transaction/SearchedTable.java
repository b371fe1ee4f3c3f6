package io.tical.server.transaction;

import io.tical.db.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** A table with many rows of one organization, whose searches are counted by the rows that they read. */
public final class SearchedTable implements AutoCloseable {
    public static final UUID SHOP = UUID.fromString("00000000-0000-7000-8000-000000000001");
    private static final int ROWS = 10_000;
    private static final int READ_MAX = 500;

    private final FilledTable rows;

    private SearchedTable(FilledTable rows) {
        this.rows = rows;
    }

    /** @param inserts of rows; {@code :id} in them is the id of the row {@code i} */
    public static SearchedTable of(String table, String... inserts) throws SQLException {
        var shop = """
                INSERT INTO organization (organization_id, code, name, default_currency, timezone, created_at)
                VALUES ('%s', 'SHOP000001', 'Shop', 'THB', 'UTC', now())
                """.formatted(SHOP);
        var filled = Stream.of(inserts)
                .map(insert -> insert.replace(":id", FilledTable.ID) + " FROM generate_series(1, " + ROWS + ") i");
        return new SearchedTable(
                FilledTable.of(table, Stream.concat(Stream.of(shop), filled).toArray(String[]::new)));
    }

    /** The result of a search, which may read only a few rows more. */
    public <T> List<T> find(Function<Session, List<T>> search) {
        return rows.readingAtMost(READ_MAX, "a search", search);
    }

    @Override
    public void close() {
        rows.close();
    }
}

package io.tical.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column of a table, with the type as which it is read. */
record StoredColumn(String name, String type) {
    /** The columns whose names and types a statement selects. */
    static List<StoredColumn> all(PreparedStatement statement) throws SQLException {
        var columns = new ArrayList<StoredColumn>();
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                columns.add(new StoredColumn(rows.getString(1), rows.getString(2)));
            }
        }
        return columns;
    }

    /** The columns of a table that a MAC covers, in its order. */
    static List<StoredColumn> covered(Connection connection, String table) throws SQLException {
        try (var statement = connection.prepareStatement("""
                SELECT attname, atttypid::regtype::text FROM pg_attribute
                WHERE attrelid = cast(? AS regclass) AND attnum > 0 AND NOT attisdropped AND attname <> 'mac'
                  AND coalesce(col_description(attrelid, attnum), '') NOT LIKE 'not evidence%'
                ORDER BY attnum
                """)) {
            statement.setString(1, table);
            return all(statement);
        }
    }

    /** The value in the form in which it was written. */
    @Nullable
    Object value(Row row) {
        return switch (type) {
            case "uuid" -> row.uuidOrNull(name);
            case "bigint", "integer", "int", "smallint" -> row.numberOrNull(name);
            case "boolean" -> row.flagOrNull(name);
            case "timestamptz", "timestamp with time zone" -> {
                // The database stores microseconds; infinity is an exception.
                var instant = row.instantOrNull(name);
                yield instant == null ? null : instant.truncatedTo(ChronoUnit.MICROS);
            }
            case "date" -> row.dateOrNull(name);
            case "bytea" -> row.bytesOrNull(name);
            case "text", "numeric", "json" -> row.textOrNull(name);
            case "integer[]" -> {
                // The driver quotes the elements if it received them in binary form.
                var array = row.textOrNull(name);
                yield array == null ? null : array.replace("\"", "");
            }
            case "text[]" -> {
                var texts = row.textsOrNull(name);
                yield texts == null ? null : TextArray.of(texts);
            }
            default -> throw new IllegalArgumentException("no value is read of type " + type);
        };
    }
}

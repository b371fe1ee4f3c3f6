package io.tical.db;

import io.helidon.dbclient.DbClientException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The current row of an answer, read by column label; the driver looks a label's position up one time a statement. A
 * method without {@code OrNull} throws when the column is null.
 */
public final class Row {
    private final ResultSet rows;

    Row(ResultSet rows) {
        this.rows = rows;
    }

    public String text(String column) {
        return present(column, textOrNull(column));
    }

    public @Nullable String textOrNull(String column) {
        return read(column, ResultSet::getString);
    }

    public UUID uuid(String column) {
        return present(column, uuidOrNull(column));
    }

    public @Nullable UUID uuidOrNull(String column) {
        return read(column, (row, position) -> row.getObject(position, UUID.class));
    }

    public long number(String column) {
        return present(column, numberOrNull(column));
    }

    public @Nullable Long numberOrNull(String column) {
        return read(column, (row, position) -> {
            var value = row.getLong(position);
            return row.wasNull() ? null : value;
        });
    }

    public int integer(String column) {
        return Math.toIntExact(number(column));
    }

    public boolean flag(String column) {
        return present(column, read(column, (row, position) -> {
            var value = row.getBoolean(position);
            return row.wasNull() ? null : value;
        }));
    }

    public Instant instant(String column) {
        return present(column, instantOrNull(column));
    }

    public @Nullable Instant instantOrNull(String column) {
        var value = read(column, (row, position) -> row.getObject(position, OffsetDateTime.class));
        return value == null ? null : value.toInstant();
    }

    public @Nullable LocalDate dateOrNull(String column) {
        return read(column, (row, position) -> row.getObject(position, LocalDate.class));
    }

    public byte[] bytes(String column) {
        return present(column, bytesOrNull(column));
    }

    public byte @Nullable [] bytesOrNull(String column) {
        return read(column, ResultSet::getBytes);
    }

    /** The words of a {@code text[]} column. */
    public List<String> words(String column) {
        return List.of((String[]) present(column, read(column, (row, position) -> {
            var array = row.getArray(position);
            return array == null ? null : array.getArray();
        })));
    }

    private <T> @Nullable T read(String column, Reader<T> reader) {
        try {
            return reader.read(rows, rows.findColumn(column));
        } catch (SQLException e) {
            throw new DbClientException("column " + column + " cannot be read", e);
        }
    }

    private static <T> T present(String column, @Nullable T value) {
        return Objects.requireNonNull(value, () -> "column " + column + " is null");
    }

    private interface Reader<T> {
        @Nullable
        T read(ResultSet row, int position) throws SQLException;
    }
}

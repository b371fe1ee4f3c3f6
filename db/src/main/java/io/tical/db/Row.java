package io.tical.db;

import io.helidon.dbclient.DbRow;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One row of an answer, read by column label. A method without {@code OrNull} throws when the column is null. */
public final class Row {
    private final DbRow row;

    Row(DbRow row) {
        this.row = row;
    }

    public String text(String column) {
        return present(column, textOrNull(column));
    }

    public @Nullable String textOrNull(String column) {
        var value = value(column, Object.class);
        return value == null ? null : value.toString();
    }

    public UUID uuid(String column) {
        return present(column, uuidOrNull(column));
    }

    public @Nullable UUID uuidOrNull(String column) {
        return value(column, UUID.class);
    }

    public long number(String column) {
        return present(column, numberOrNull(column));
    }

    public @Nullable Long numberOrNull(String column) {
        var value = value(column, Number.class);
        return value == null ? null : value.longValue();
    }

    public int integer(String column) {
        return Math.toIntExact(number(column));
    }

    public boolean flag(String column) {
        return present(column, value(column, Boolean.class));
    }

    public Instant instant(String column) {
        return present(column, instantOrNull(column));
    }

    public @Nullable Instant instantOrNull(String column) {
        var value = value(column, Timestamp.class);
        return value == null ? null : value.toInstant();
    }

    public @Nullable LocalDate dateOrNull(String column) {
        var value = value(column, Date.class);
        return value == null ? null : value.toLocalDate();
    }

    public byte[] bytes(String column) {
        return present(column, bytesOrNull(column));
    }

    public byte @Nullable [] bytesOrNull(String column) {
        return value(column, byte[].class);
    }

    /** The words of a {@code text[]} column. */
    public List<String> words(String column) {
        try {
            var array = present(column, value(column, java.sql.Array.class));
            return List.of((String[]) array.getArray());
        } catch (SQLException e) {
            throw new IllegalStateException("column " + column + " is not a readable text[]", e);
        }
    }

    private <T> @Nullable T value(String column, Class<T> type) {
        var value = row.column(column).get(Object.class);
        return value == null ? null : type.cast(value);
    }

    private static <T> T present(String column, @Nullable T value) {
        return Objects.requireNonNull(value, () -> "column " + column + " is null");
    }
}

package io.tical.db;

import io.helidon.dbclient.DbClientException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The current row of a result, read by column label. Methods without {@code OrNull} throw if the column is null.
 *
 * <p>Mappers usually read the same columns in the same order in every row. So column positions are cached in the order
 * of access and looked up again only if the order differs.
 */
public final class Row {
    private static final int REMEMBERED_MAX = 64;

    private static final UUID NIL = new UUID(0, 0);

    private final ResultSet rows;
    private final boolean withZeros;
    private final String[] labels = new String[REMEMBERED_MAX];
    private final int[] positions = new int[REMEMBERED_MAX];
    private int remembered;
    private int next;

    Row(ResultSet rows) {
        this(rows, false);
    }

    private Row(ResultSet rows, boolean withZeros) {
        this.rows = rows;
        this.withZeros = withZeros;
    }

    /** This row with 0, false, empty, nil or 1970 instead of null, for rows that may be altered. */
    public Row withZeros() {
        return new Row(rows, true);
    }

    /** Moves to the next row. Returns whether there is one. */
    boolean next() throws SQLException {
        next = 0;
        return rows.next();
    }

    private int position(String column) throws SQLException {
        for (int at = next; at < Math.min(next + 2, remembered); at++) {
            if (labels[at].equals(column)) {
                next = at + 1;
                return positions[at];
            }
        }
        var position = rows.findColumn(column);
        if (next == remembered && remembered < REMEMBERED_MAX) {
            labels[remembered] = column;
            positions[remembered] = position;
            next = ++remembered;
        }
        return position;
    }

    public String text(String column) {
        return present(column, textOrNull(column), "");
    }

    public @Nullable String textOrNull(String column) {
        return read(column, ResultSet::getString);
    }

    public UUID uuid(String column) {
        return present(column, uuidOrNull(column), NIL);
    }

    public @Nullable UUID uuidOrNull(String column) {
        return read(column, (row, position) -> row.getObject(position, UUID.class));
    }

    public long number(String column) {
        return present(column, numberOrNull(column), 0L);
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

    public @Nullable Integer integerOrNull(String column) {
        var value = numberOrNull(column);
        return value == null ? null : (Integer) Math.toIntExact(value);
    }

    public boolean flag(String column) {
        return present(column, flagOrNull(column), false);
    }

    public @Nullable Boolean flagOrNull(String column) {
        return read(column, (row, position) -> {
            var value = row.getBoolean(position);
            return row.wasNull() ? null : value;
        });
    }

    public Instant instant(String column) {
        return present(column, instantOrNull(column), Instant.EPOCH);
    }

    public @Nullable Instant instantOrNull(String column) {
        var value = read(column, (row, position) -> row.getObject(position, OffsetDateTime.class));
        return value == null ? null : value.toInstant();
    }

    public LocalDate date(String column) {
        return present(column, dateOrNull(column), LocalDate.EPOCH);
    }

    public @Nullable LocalDate dateOrNull(String column) {
        return read(column, (row, position) -> row.getObject(position, LocalDate.class));
    }

    public byte[] bytes(String column) {
        return present(column, bytesOrNull(column), new byte[0]);
    }

    public byte @Nullable [] bytesOrNull(String column) {
        return read(column, ResultSet::getBytes);
    }

    /** Reads a {@code text[]} column without nulls in it. */
    public List<String> words(String column) {
        return present(column, wordsOrNull(column), List.of());
    }

    public @Nullable List<String> wordsOrNull(String column) {
        var texts = textsOrNull(column);
        return texts == null
                ? null
                : texts.stream().map(text -> present(column, text, "")).toList();
    }

    /** Reads a {@code text[]} column. An array of arrays, which only an intruder writes, is read with one text for each element. */
    @Nullable
    List<@Nullable String> textsOrNull(String column) {
        var array = read(column, ResultSet::getArray);
        if (array == null) {
            return null;
        }
        try {
            var texts = new ArrayList<@Nullable String>();
            for (var element : (@Nullable Object[]) array.getArray()) {
                texts.add(text(element));
            }
            return texts;
        } catch (SQLException e) {
            throw unreadable(column, e);
        }
    }

    private static @Nullable String text(@Nullable Object element) {
        return element instanceof Object[] inner ? Arrays.deepToString(inner) : (String) element;
    }

    private <T> @Nullable T read(String column, Reader<T> reader) {
        try {
            return reader.read(rows, position(column));
        } catch (SQLException e) {
            throw unreadable(column, e);
        }
    }

    private static DbClientException unreadable(String column, SQLException e) {
        return new DbClientException("column " + column + " cannot be read", e);
    }

    private <T> T present(String column, @Nullable T value, T zero) {
        return withZeros && value == null ? zero : Objects.requireNonNull(value, () -> "column " + column + " is null");
    }

    private interface Reader<T> {
        @Nullable
        T read(ResultSet row, int position) throws SQLException;
    }
}

package io.tical.db;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A type of columns: its name in SQL, and how its values are written and read.
 *
 * @param <V> the values
 */
public final class ColumnType<V extends @Nullable Object> {
    public static final ColumnType<UUID> ID = of("uuid", Row::uuid, Row::uuidOrNull);
    public static final ColumnType<String> TEXT = of("text", Row::text, Row::textOrNull);
    public static final ColumnType<Long> NUMBER = of("bigint", Row::number, Row::numberOrNull);
    public static final ColumnType<Integer> INTEGER = of("int", Row::integer, Row::integerOrNull);
    public static final ColumnType<Boolean> FLAG = of("boolean", Row::flag, Row::flagOrNull);
    public static final ColumnType<Instant> TIME = of("timestamptz", Row::instant, Row::instantOrNull);
    public static final ColumnType<LocalDate> DAY = of("date", Row::date, Row::dateOrNull);
    public static final ColumnType<byte[]> BYTES = of("bytea", Row::bytes, Row::bytesOrNull);

    /** Whole numbers of any size. */
    public static final ColumnType<BigInteger> BIG_NUMBER =
            of("numeric", Row::text, Row::textOrNull).as(BigInteger::new, BigInteger::toString);

    public static final ColumnType<String> JSON = of("json", Row::text, Row::textOrNull);

    /** Integers in PostgreSQL's notation of arrays. */
    public static final ColumnType<String> INTEGERS = of("integer[]", Row::text, Row::textOrNull);

    public static final ColumnType<List<String>> TEXTS =
            new ColumnType<>("text[]", Row::words, Row::wordsOrNull, TextArray::of, false);

    private final String sql;
    private final Reader<V> reader;
    private final Reader<@Nullable V> orNull;
    private final Function<V, ? extends @Nullable Object> stored;
    /** Whether values are stored as they are. */
    private final boolean isStored;

    private interface Reader<V extends @Nullable Object> {
        V read(Row row, String label);
    }

    private ColumnType(
            String sql,
            Reader<V> reader,
            Reader<@Nullable V> orNull,
            Function<V, ? extends @Nullable Object> stored,
            boolean isStored) {
        this.sql = sql;
        this.reader = reader;
        this.orNull = orNull;
        this.stored = stored;
        this.isStored = isStored;
    }

    private static <V> ColumnType<V> of(String sql, Reader<V> reader, Reader<@Nullable V> orNull) {
        return new ColumnType<>(sql, reader, orNull, value -> value, true);
    }

    /** This type for columns that may be null. */
    public ColumnType<@Nullable V> orNull() {
        return new ColumnType<@Nullable V>(
                sql, orNull, orNull, value -> value == null ? null : stored.apply(value), isStored);
    }

    /** Values that are stored as this type. */
    public <W> ColumnType<W> as(Function<V, W> from, Function<W, V> to) {
        return new ColumnType<>(
                sql,
                (row, label) -> from.apply(reader.read(row, label)),
                (row, label) -> {
                    var value = orNull.read(row, label);
                    return value == null ? null : from.apply(value);
                },
                value -> stored.apply(to.apply(value)),
                false);
    }

    String sql() {
        return sql;
    }

    V read(Row row, String label) {
        return reader.read(row, label);
    }

    boolean isNullable() {
        return reader == orNull;
    }

    boolean isNull(Row row, String label) {
        return orNull.read(row, label) == null;
    }

    /** What {@link BulkWrite#column} takes for a value of this type. */
    <P> Function<? super P, ? extends @Nullable Object> stored(Function<? super P, ? extends V> value) {
        return isStored ? value : source -> stored.apply(value.apply(source));
    }
}

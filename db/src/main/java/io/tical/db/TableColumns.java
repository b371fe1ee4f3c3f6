package io.tical.db;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Declares the columns of a {@link Table}, in its order: what is written to each, and the {@link Column} that reads it.
 *
 * @param <P> the source of the values: a row of the table, or a part of one
 */
public final class TableColumns<P> {
    private final Sink<P> sink;
    /** The beginning of the labels of columns that are not keys. */
    private final String prefix;

    private @Nullable Predicate<Row> absent;

    @FunctionalInterface
    interface Sink<P> {
        void add(
                String name,
                String type,
                BulkColumn.Use use,
                boolean covered,
                Function<? super P, ? extends @Nullable Object> value);
    }

    TableColumns(Sink<P> sink, String prefix) {
        this.sink = sink;
        this.prefix = prefix;
    }

    public <V extends @Nullable Object> Column<V> column(
            String name, ColumnType<V> type, Function<? super P, ? extends V> value) {
        return add(name, type, BulkColumn.Use.COLUMN, true, value);
    }

    /** A column that identifies the row. */
    public <V> Column<V> key(String name, ColumnType<V> type, Function<? super P, ? extends V> value) {
        return add(name, type, BulkColumn.Use.KEY, true, value);
    }

    /** A column that keeps the value of the insertion. */
    public <V extends @Nullable Object> Column<V> insertOnly(
            String name, ColumnType<V> type, Function<? super P, ? extends V> value) {
        return add(name, type, BulkColumn.Use.INSERT_ONLY, true, value);
    }

    /** A column that an insertion leaves to its default, which must then be the value. */
    public <V extends @Nullable Object> Column<V> updateOnly(
            String name, ColumnType<V> type, Function<? super P, ? extends V> value) {
        return add(name, type, BulkColumn.Use.UPDATE_ONLY, true, value);
    }

    /** A column that the MAC does not cover: {@link BulkWrite#outsideMac}. */
    public <V extends @Nullable Object> Column<V> outsideMac(
            String name, ColumnType<V> type, Function<? super P, ? extends V> value) {
        return add(name, type, BulkColumn.Use.COLUMN, false, value);
    }

    private <V extends @Nullable Object> Column<V> add(
            String name,
            ColumnType<V> type,
            BulkColumn.Use use,
            boolean covered,
            Function<? super P, ? extends V> value) {
        sink.add(name, type.sql(), use, covered, type.stored(value));
        var label = use == BulkColumn.Use.KEY ? name : prefix + name;
        if (absent == null && !type.isNullable()) {
            absent = row -> type.isNull(row, label);
        }
        return row -> type.read(row, label);
    }

    /** The columns of a part that every row has. */
    public <Q> TableColumns<Q> part(Function<? super P, ? extends Q> part) {
        return new TableColumns<>(
                (name, type, use, covered, value) ->
                        sink.add(name, type, use, covered, source -> value.apply(part.apply(source))),
                prefix);
    }

    /** The columns of a part that a row may lack; they are then all null. {@link #orNull} reads it. */
    public <Q> TableColumns<Q> optional(Function<? super P, ? extends @Nullable Q> part) {
        return new TableColumns<>(
                (name, type, use, covered, value) -> sink.add(name, type, use, covered, source -> {
                    var found = part.apply(source);
                    return found == null ? null : value.apply(found);
                }),
                prefix);
    }

    /**
     * An optional part of a row.
     *
     * @return null if the row lacks it: if the first column that is never null in the part is null
     */
    public <R> @Nullable R orNull(Row row, Supplier<? extends R> part) {
        if (absent == null) {
            throw new IllegalStateException("an optional part needs a column that it always has");
        }
        return absent.test(row) ? null : part.get();
    }
}

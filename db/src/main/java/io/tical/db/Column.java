package io.tical.db;

import org.jspecify.annotations.Nullable;

/**
 * A column of a {@link Table}, or several whose values make one.
 *
 * @param <V> the values
 */
@FunctionalInterface
public interface Column<V extends @Nullable Object> {
    /** Reads the value in a row. Throws if it is null in a column that is never null. */
    V of(Row row);
}

package io.tical.server.work;

import io.tical.db.Row;
import java.time.Duration;

/**
 * Rows that are due.
 *
 * @param rows at most {@link #ROWS_MAX}, the number to which they are counted
 * @param oldest how long the oldest one has been due
 */
public record Backlog(long rows, Duration oldest) {
    public static final int ROWS_MAX = 10_000;

    /** @param row with the columns {@code rows} and {@code oldest_ms}, which is null if there are none */
    public static Backlog of(Row row) {
        var oldest = row.numberOrNull("oldest_ms");
        return new Backlog(row.number("rows"), oldest == null ? Duration.ZERO : Duration.ofMillis(oldest));
    }
}

package io.tical.server.work;

import io.tical.db.Row;
import java.time.Duration;

/**
 * The due rows of a table.
 *
 * @param rows their number, counted up to {@link #ROWS_MAX}
 * @param oldest how long the oldest row has been due
 */
public record Backlog(long rows, Duration oldest) {
    public static final int ROWS_MAX = 10_000;

    /** @param row with the columns {@code rows} and {@code oldest_ms}, which is null if there are none */
    public static Backlog of(Row row) {
        var oldest = row.numberOrNull("oldest_ms");
        return new Backlog(row.number("rows"), oldest == null ? Duration.ZERO : Duration.ofMillis(oldest));
    }
}

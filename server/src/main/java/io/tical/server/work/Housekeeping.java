package io.tical.server.work;

import io.tical.db.Database;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;

/** Work that is one call, repeated; its statements may take long. */
public record Housekeeping(String name, Duration pause, BooleanSupplier task) implements Work {
    private static final Duration DELETE_PERIOD = Duration.ofMinutes(10);
    private static final int DELETE_ROWS_MAX = 5_000;

    /**
     * Deletes rows that are no longer needed.
     *
     * @param delete deletes at most so many rows, and answers how many it deleted
     */
    public static Housekeeping deleting(String name, IntToLongFunction delete) {
        return new Housekeeping(name, DELETE_PERIOD, () -> delete.applyAsLong(DELETE_ROWS_MAX) == DELETE_ROWS_MAX);
    }

    @Override
    public boolean round() {
        return Database.patiently(task::getAsBoolean);
    }
}

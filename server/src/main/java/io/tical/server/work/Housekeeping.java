package io.tical.server.work;

import io.tical.db.Database;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;

/** A repeated task whose statements may run long. */
public record Housekeeping(String name, Duration pause, BooleanSupplier task) implements Work {
    private static final Duration DELETE_PERIOD = Duration.ofMinutes(10);
    private static final int DELETE_ROWS_MAX = 5_000;

    /**
     * Deletes rows that are no longer needed.
     *
     * @param delete deletes at most the given number of rows and returns the number deleted
     */
    public static Housekeeping deleting(String name, IntToLongFunction delete) {
        return new Housekeeping(name, DELETE_PERIOD, () -> delete.applyAsLong(DELETE_ROWS_MAX) == DELETE_ROWS_MAX);
    }

    @Override
    public boolean round() {
        return Database.patiently(task::getAsBoolean);
    }
}

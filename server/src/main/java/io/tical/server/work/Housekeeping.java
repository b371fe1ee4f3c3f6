package io.tical.server.work;

import io.tical.db.Database;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Work that is one call, repeated, whose statements may take long. */
public record Housekeeping(String name, Duration pause, BooleanSupplier task) implements Work {
    @Override
    public boolean round() {
        return Database.patiently(task::getAsBoolean);
    }
}

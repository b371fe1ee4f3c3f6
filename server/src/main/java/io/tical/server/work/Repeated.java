package io.tical.server.work;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A repeated task. */
public record Repeated(String name, Duration pause, BooleanSupplier task) implements Work {
    @Override
    public boolean round() {
        return task.getAsBoolean();
    }
}

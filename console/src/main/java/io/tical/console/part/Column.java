package io.tical.console.part;

import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param key of its title
 * @param width in pixels
 * @param value what a row shows in it
 */
public record Column<R>(String key, double width, Look look, Function<R, String> value) {
    /** How values look. */
    public enum Look {
        TEXT,
        /** Right-aligned with tabular figures. */
        MONEY,
        MONO,
        /** How long a row waits. Hidden where the status is shown: who looks for something old looks for what became of it. */
        AGE,
        /** A word of {@link Chips}; the value is the status. */
        STATUS
    }
}

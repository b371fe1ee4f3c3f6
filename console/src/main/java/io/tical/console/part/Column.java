package io.tical.console.part;

import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param key of its title
 * @param width in pixels
 * @param value what a row shows in it
 * @param exported what a file of the table has in its place
 */
public record Column<R>(String key, double width, Look look, Function<R, String> value, Exported<R> exported) {
    /** A file has what the table shows. */
    public Column(String key, double width, Look look, Function<R, String> value) {
        this(key, width, look, value, new Exported<>(key, value));
    }

    /** @param key of the title */
    public record Exported<R>(String key, Function<R, String> value) {}

    /** How values look. */
    public enum Look {
        TEXT,
        /** Right-aligned with tabular figures. */
        MONEY,
        /** The same of movements, which begin with their sign: money that came in stands out. */
        SIGNED,
        MONO,
        /** A few letters, whose column is never narrower than they are. */
        SHORT,
        /** How long a row has waited. Hidden in lists that show the status. */
        AGE,
        /** A word of {@link Chips}; the value is the status. */
        STATUS
    }
}

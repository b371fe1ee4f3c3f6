package io.tical.db;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts values to JDBC arrays of their element type. Types without one become text. */
final class Columns {
    private Columns() {}

    static Object of(List<? extends @Nullable Object> values) {
        Object sample = null;
        for (Object value : values) {
            if (value != null) {
                sample = value;
                break;
            }
        }
        return switch (sample) {
            case Long number -> values.toArray(Long[]::new);
            case Integer number -> values.toArray(Integer[]::new);
            case Boolean flag -> values.toArray(Boolean[]::new);
            case byte[] bytes -> values.toArray(byte[][]::new);
            case Enum<?> word -> throw new IllegalArgumentException("bind the stored word, not the enum " + word);
            case null, default ->
                values.stream()
                        .map(value -> value == null ? null : value.toString())
                        .toArray(String[]::new);
        };
    }
}

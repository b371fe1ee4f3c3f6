package io.tical.db;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts values to arrays of their type. Types that {@link Parameters} does not know become text. */
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
            case UUID id -> values.toArray(UUID[]::new);
            case Instant at -> values.toArray(Instant[]::new);
            case byte[] bytes -> values.toArray(byte[][]::new);
            case Enum<?> word -> throw new IllegalArgumentException("bind the stored word, not the enum " + word);
            case null, default -> texts(values);
        };
    }

    private static @Nullable String[] texts(List<? extends @Nullable Object> values) {
        var texts = new @Nullable String[values.size()];
        for (int at = 0; at < texts.length; at++) {
            var value = values.get(at);
            texts[at] = value == null ? null : value.toString();
        }
        return texts;
    }
}

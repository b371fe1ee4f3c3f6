package io.tical.db;

import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values of columns of type {@code text[]}, for {@link BulkWrite}. */
public final class TextArray {
    private TextArray() {}

    /** The array of these texts in PostgreSQL's notation. Equal arrays have equal texts, whatever their elements contain. */
    public static String of(Collection<? extends @Nullable String> texts) {
        return texts.stream().map(TextArray::element).collect(Collectors.joining(",", "{", "}"));
    }

    private static String element(@Nullable String text) {
        return text == null ? "NULL" : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}

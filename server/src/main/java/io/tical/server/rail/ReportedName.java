package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** The name of a person or company in the response of an upstream. */
public final class ReportedName {
    private static final int LENGTH_MAX = 140;

    private ReportedName() {}

    /** A name that can be stored, or null. */
    public static @Nullable String of(JsonNode node) {
        var text = node.asText("")
                .codePoints()
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .limit(LENGTH_MAX)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
        return text.isEmpty() ? null : text;
    }
}

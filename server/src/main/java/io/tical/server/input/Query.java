package io.tical.server.input;

import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The decoded query parameters. Repeated names are rejected, because they are ambiguous. */
public final class Query {
    private static final int SEARCH_LENGTH_MAX = 200;

    private final Map<String, String> values;

    private Query(Map<String, String> values) {
        this.values = values;
    }

    /**
     * @throws Problem.BadRequest {@code QUERY_INVALID} for a malformed escape, a repeated name, or text that cannot be
     *     stored
     */
    public static Query parse(String raw) {
        var values = new LinkedHashMap<String, String>();
        for (var pair : raw.split("&", -1)) {
            var parts = pair.split("=", 2);
            var name = decode(parts[0]);
            if (!pair.isEmpty() && values.put(name, parts.length < 2 ? "" : decode(parts[1])) != null) {
                throw new Problem.Invalid(name, "repeated", "is repeated; send it only one time");
            }
        }
        return new Query(values);
    }

    private static String decode(String text) {
        String decoded;
        try {
            decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Problem.Invalid("query", "malformed", "has a malformed percent escape");
        }
        if (!Texts.storable(decoded)) {
            throw new Problem.Invalid("query", "malformed", "has a control character or is not UTF-8");
        }
        return decoded;
    }

    /** The value of a parameter; empty if it is absent or blank. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isBlank());
    }

    /**
     * An optional word of these.
     *
     * @throws Problem.BadRequest with this code for any other
     */
    public <E extends Enum<E> & Word> Optional<E> word(String name, Class<E> type, String code) {
        return text(name)
                .map(word -> Word.find(type, word)
                        .orElseThrow(() -> new Problem.BadRequest(code, name + " must be one of " + Word.all(type))));
    }

    /**
     * The {@code environment} parameter as livemode; empty if it is absent.
     *
     * @throws Problem.Invalid unless it is {@code test} or {@code live}
     */
    public Optional<Boolean> livemode() {
        return text("environment").map(word -> switch (word) {
            case "test" -> false;
            case "live" -> true;
            default -> throw new Problem.Invalid("environment", "unknown", "must be test or live");
        });
    }

    /**
     * The search text of a list, from {@code q}: at most 200 characters, empty if absent.
     *
     * @throws Problem.Invalid if it is longer
     */
    public String search() {
        var text = text("q").orElse("");
        if (Texts.length(text) > SEARCH_LENGTH_MAX) {
            throw new Problem.Invalid("q", "too_long", "must have at most " + SEARCH_LENGTH_MAX + " characters");
        }
        return text;
    }
}

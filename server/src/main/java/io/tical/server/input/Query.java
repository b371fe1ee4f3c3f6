package io.tical.server.input;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The decoded query parameters. Repeated names are rejected, because they are ambiguous, and those that an operation does not declare or that have
 * no value, because a mistyped or an empty filter would silently select everything.
 */
public final class Query {
    private static final int SEARCH_LENGTH_MAX = 200;
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,11}");
    private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    private final Map<String, String> values;
    private final @Nullable Set<String> known;

    private Query(Map<String, String> values, @Nullable Set<String> known) {
        this.values = values;
        this.known = known;
    }

    /**
     * The parameters of an operation, which declares them.
     *
     * @throws Problem.Invalid {@code VALIDATION_FAILED} for one that it does not declare or that is blank, and as {@link #parse(String)}
     */
    public static Query parse(String raw, Set<String> known) {
        var values = parse(raw).values;
        var unknown =
                values.keySet().stream().filter(name -> !known.contains(name)).findFirst();
        if (unknown.isPresent()) {
            throw new Problem.Invalid(
                    unknown.get(),
                    "unknown",
                    "is not a parameter of this operation, which "
                            + (known.isEmpty()
                                    ? "takes none"
                                    : "takes " + known.stream().sorted().collect(Collectors.joining(", "))));
        }
        Problem.Invalid.check(values.entrySet().stream()
                .filter(parameter -> parameter.getValue().isBlank())
                .map(parameter -> new Problem.FieldError(
                        parameter.getKey(), "required", "has no value; send one, or leave the parameter out"))
                .toList());
        return new Query(values, known);
    }

    /**
     * @throws Problem.Invalid {@code VALIDATION_FAILED} for a malformed escape, a repeated name, or text that cannot be stored
     */
    public static Query parse(String raw) {
        var values = new LinkedHashMap<String, String>();
        for (var pair : raw.split("&", -1)) {
            var parts = pair.split("=", 2);
            var name = decode(parts[0]);
            if (!pair.isEmpty() && values.put(name, parts.length < 2 ? "" : decode(parts[1])) != null) {
                throw new Problem.Invalid(name, "repeated", "is repeated; send it only once");
            }
        }
        return new Query(values, null);
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
        if (known != null && !known.contains(name)) {
            throw new IllegalStateException("the operation reads the parameter " + name + " and does not declare it");
        }
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isBlank());
    }

    /**
     * An optional word of this type.
     *
     * @throws Problem.BadRequest with this code for any other word
     */
    public <E extends Enum<E> & Word> Optional<E> word(String name, Class<E> type, String code) {
        return text(name)
                .map(word -> Word.find(type, word)
                        .orElseThrow(() -> new Problem.BadRequest(code, name + " must be one of " + Word.all(type))));
    }

    /**
     * A time in whole seconds: Unix seconds, or ISO 8601 with an offset.
     *
     * @throws Problem.Invalid for any other text
     */
    public Optional<Instant> time(String name) {
        return text(name)
                .map(text -> timeOf(text)
                        .orElseThrow(() -> new Problem.Invalid(
                                name,
                                "time",
                                "must be Unix seconds or ISO 8601 with an offset, 2026-01-31T12:00:00Z")));
    }

    /**
     * A time as {@link #time(String)}, or a date, 2026-01-31, which is the beginning of the day in this zone.
     *
     * @throws Problem.Invalid for any other text
     */
    public Optional<Instant> time(String name, ZoneId zone) {
        return text(name)
                .map(
                        text -> timeOf(text)
                                .or(() -> dayOf(text)
                                        .map(day -> day.atStartOfDay(zone).toInstant()))
                                .orElseThrow(
                                        () -> new Problem.Invalid(
                                                name,
                                                "time",
                                                "must be Unix seconds, a date, 2026-01-31, or ISO 8601 with an offset, 2026-01-31T12:00:00Z")));
    }

    /**
     * A date, 2026-01-31.
     *
     * @throws Problem.Invalid for any other text
     */
    public Optional<LocalDate> day(String name) {
        return text(name)
                .map(text ->
                        dayOf(text).orElseThrow(() -> new Problem.Invalid(name, "date", "must be a date, 2026-01-31")));
    }

    private static Optional<LocalDate> dayOf(String text) {
        try {
            return DAY.matcher(text).matches() ? Optional.of(LocalDate.parse(text)) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> timeOf(String text) {
        try {
            return Optional.of(
                    SECONDS.matcher(text).matches()
                            ? Instant.ofEpochSecond(Long.parseLong(text))
                            // An unescaped plus sign of an offset decodes as a space.
                            : OffsetDateTime.parse(text.replace(' ', '+'))
                                    .toInstant()
                                    .truncatedTo(ChronoUnit.SECONDS));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
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

    /** @throws Problem.Invalid for a text that is no word of this type */
    public <E extends Enum<E> & Word> Optional<E> word(String name, Class<E> type) {
        return text(name)
                .map(word -> Word.find(type, word)
                        .orElseThrow(() -> new Problem.Invalid(name, "unknown", "must be one of " + Word.all(type))));
    }

    /** @throws Problem.Invalid for a text that is no UUID */
    public Optional<UUID> id(String name) {
        return text(name)
                .map(text -> Ids.parse(text).orElseThrow(() -> new Problem.Invalid(name, "uuid", "must be a UUID")));
    }

    /** @throws Problem.Invalid unless the parameter is absent, {@code true} or {@code false} */
    public Optional<Boolean> flag(String name) {
        return text(name).map(word -> switch (word) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new Problem.Invalid(name, "boolean", "must be true or false");
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

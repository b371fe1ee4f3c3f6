package io.tical.server.input;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.Money;
import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON object field by field. {@link #check} reports all invalid fields together. Unknown fields are ignored;
 * null counts as absent.
 */
public final class JsonBody {
    private static final UUID NO_ID = new UUID(0, 0);
    /** The last second of the year 9999. */
    private static final long TIME_MAX = 253_402_300_799L;

    private final JsonNode root;
    /** The field that holds this object, with a dot at its end; empty for the body itself. */
    private final String place;

    private final List<Problem.FieldError> errors;

    private JsonBody(JsonNode root, String place, List<Problem.FieldError> errors) {
        this.root = root;
        this.place = place;
        this.errors = errors;
    }

    /** @throws Problem.BadRequest {@code JSON_INVALID} if the body is not one JSON object in UTF-8 */
    public static JsonBody parse(byte[] body) {
        JsonNode root;
        // The parser accepts overlong forms of characters, and recognizes UTF-16 by its NULs.
        if (!Texts.isUtf8(body) || hasNul(body)) {
            throw new Problem.BadRequest("JSON_INVALID", "The body must be JSON in UTF-8");
        }
        try {
            root = Json.mapper().readTree(body);
        } catch (IOException e) {
            throw new Problem.BadRequest("JSON_INVALID", "The body is not well-formed JSON");
        }
        if (root == null || !root.isObject()) {
            throw new Problem.BadRequest("JSON_INVALID", "The body must be one JSON object");
        }
        return new JsonBody(root, "", new ArrayList<>());
    }

    private static boolean hasNul(byte[] body) {
        for (var octet : body) {
            if (octet == 0) {
                return true;
            }
        }
        return false;
    }

    public boolean has(String field) {
        return root.hasNonNull(field);
    }

    /** Whether the object has this field, even with the value null. */
    public boolean names(String field) {
        return root.has(field);
    }

    /** Records an error in a field. */
    public void wrong(String field, String code, String message) {
        errors.add(new Problem.FieldError(place + field, code, message));
    }

    /** Records that a field is required, if it is absent or a blank text and has no error yet. */
    public void require(String field) {
        var node = root.get(field);
        if (!has(field) || (node.isTextual() && Texts.blank(node.textValue()))) {
            missing(field);
        }
    }

    /** Records that a field is required, unless it has an error already. */
    public void missing(String field) {
        if (errors.stream().noneMatch(error -> error.field().equals(place + field))) {
            wrong(field, "required", "is required");
        }
    }

    /** A required text of 1 to {@code lengthMax} characters. */
    public String text(String field, int lengthMax) {
        if (!has(field)) {
            wrong(field, "required", "is required");
            return "";
        }
        var text = textOrNull(field, lengthMax);
        if (text != null && Texts.blank(text)) {
            wrong(field, "required", "must not be blank");
        }
        return text == null ? "" : text;
    }

    /** An optional text of at most {@code lengthMax} characters. */
    public @Nullable String textOrNull(String field, int lengthMax) {
        if (!has(field)) {
            return null;
        }
        var node = root.get(field);
        if (!node.isTextual()) {
            wrong(field, "type", "must be a string");
            return null;
        }
        var text = node.textValue();
        if (Texts.length(text) > lengthMax) {
            wrong(field, "too_long", "must have at most " + lengthMax + " characters");
            return null;
        }
        if (!Texts.storable(text)) {
            wrong(field, "characters", "must not have control characters or broken Unicode");
            return null;
        }
        return text;
    }

    /** A required UUID. */
    public UUID id(String field) {
        if (!has(field)) {
            wrong(field, "required", "is required");
            return NO_ID;
        }
        var id = Ids.parse(root.get(field).isTextual() ? root.get(field).textValue() : "");
        if (id.isEmpty()) {
            wrong(field, "uuid", "must be a UUID");
        }
        return id.orElse(NO_ID);
    }

    /**
     * A required amount in minor units: a JSON integer. The caller checks the sign after the other fields, because a
     * non-positive amount has its own error code.
     */
    public long amount(String field) {
        if (!has(field)) {
            wrong(field, "required", "is required");
            return 1;
        }
        var node = root.get(field);
        if (!node.isIntegralNumber()) {
            wrong(field, "integer", "must be an integer of minor units, not a float or a string");
            return 1;
        }
        if (!node.canConvertToLong() || node.longValue() > Money.AMOUNT_MAX) {
            if (node.bigIntegerValue().signum() <= 0) {
                return 0;
            }
            wrong(field, "too_large", "must be at most " + Money.AMOUNT_MAX);
            return 1;
        }
        return node.longValue();
    }

    /** An optional amount, as {@link #amount}. */
    public @Nullable Long amountOrNull(String field) {
        return has(field) ? (Long) amount(field) : null;
    }

    /** An optional whole number. */
    public @Nullable Long numberOrNull(String field, long min, long max) {
        if (!has(field)) {
            return null;
        }
        var node = root.get(field);
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < min || node.longValue() > max) {
            wrong(field, "range", "must be a whole number from " + min + " to " + max);
            return null;
        }
        return node.longValue();
    }

    /** An optional boolean. */
    public @Nullable Boolean flagOrNull(String field) {
        if (!has(field)) {
            return null;
        }
        if (!root.get(field).isBoolean()) {
            wrong(field, "type", "must be true or false");
            return null;
        }
        return root.get(field).booleanValue();
    }

    /** A required boolean. */
    public boolean flag(String field) {
        if (!has(field)) {
            wrong(field, "required", "is required");
        }
        return Boolean.TRUE.equals(flagOrNull(field));
    }

    /** The required {@code version} of an object that the caller saw: a whole number. */
    public long version() {
        if (!has("version")) {
            wrong("version", "required", "is required: the version that you read");
        }
        var version = numberOrNull("version", 0, Long.MAX_VALUE);
        return version == null ? 0 : version;
    }

    /** The required {@code version} of settings that the caller saw, as {@link SeenVersion}. */
    public String seenVersion() {
        if (!has("version")) {
            wrong(
                    "version",
                    "required",
                    "is required: the version that you read, so that nobody else's change is undone");
            return "";
        }
        return text("version", SeenVersion.LENGTH_MAX);
    }

    /** An optional word of this type. */
    public <E extends Enum<E> & Word> @Nullable E wordOrNull(String field, Class<E> type) {
        if (!has(field)) {
            return null;
        }
        var word = Word.find(type, root.get(field).asText());
        if (word.isEmpty()) {
            wrong(field, "unknown", "must be one of " + Word.all(type));
        }
        return word.orElse(null);
    }

    /** A required word of this type; empty if it is invalid. */
    public <E extends Enum<E> & Word> Optional<E> word(String field, Class<E> type) {
        if (!has(field)) {
            wrong(field, "required", "is required");
        }
        return Optional.ofNullable(wordOrNull(field, type));
    }

    /** An optional object; its errors are those of this body. */
    public Optional<JsonBody> object(String field) {
        if (!has(field)) {
            return Optional.empty();
        }
        if (!root.get(field).isObject()) {
            wrong(field, "type", "must be an object");
            return Optional.empty();
        }
        return Optional.of(new JsonBody(root.get(field), place + field + ".", errors));
    }

    /** The JSON of an optional object of at most {@code lengthMax} characters, without checks of what it contains. */
    public @Nullable String jsonOrNull(String field, int lengthMax) {
        if (!has(field)) {
            return null;
        }
        var json = root.get(field).toString();
        if (!root.get(field).isObject() || json.length() > lengthMax) {
            wrong(field, "type", "must be an object of at most " + lengthMax + " characters");
            return null;
        }
        return json;
    }

    /** An optional list of at most {@code itemsMax} objects; their errors are those of this body. */
    public List<JsonBody> objects(String field, int itemsMax) {
        var objects = new ArrayList<JsonBody>();
        if (!has(field)) {
            return objects;
        }
        var node = root.get(field);
        if (!node.isArray() || node.size() > itemsMax || !node.valueStream().allMatch(JsonNode::isObject)) {
            wrong(field, "list", "must be a list of at most " + itemsMax + " objects");
            return objects;
        }
        for (var item : node) {
            objects.add(new JsonBody(item, place + field + "[" + objects.size() + "].", errors));
        }
        return objects;
    }

    /** The result of {@code made}; empty if it refuses the values of this object, which then have errors. */
    public <T> Optional<T> valid(Supplier<T> made) {
        try {
            return Optional.of(made.get());
        } catch (Problem.Invalid refused) {
            refused.errors().forEach(error -> wrong(error.field(), error.code(), error.message()));
            return Optional.empty();
        }
    }

    /** A required list of at most {@code itemsMax} strings of 1 to {@code lengthMax} characters. */
    public List<String> texts(String field, int itemsMax, int lengthMax) {
        if (!has(field)) {
            wrong(field, "required", "is required");
            return List.of();
        }
        var node = root.get(field);
        if (!node.isArray() || node.size() > itemsMax) {
            wrong(field, "list", "must be a list of at most " + itemsMax + " strings");
            return List.of();
        }
        var texts = new ArrayList<String>();
        for (var item : node) {
            var text = item.isTextual() ? item.textValue() : "";
            if (Texts.blank(text) || !fits(text, lengthMax)) {
                wrong(
                        field + "[" + texts.size() + "]",
                        "text",
                        "must be a string of 1 to " + lengthMax + " characters");
            }
            texts.add(text);
        }
        return texts;
    }

    /** An optional time in Unix seconds. */
    public @Nullable Instant timeOrNull(String field) {
        if (!has(field)) {
            return null;
        }
        var node = root.get(field);
        if (!node.isIntegralNumber()
                || !node.canConvertToLong()
                || node.longValue() < 0
                || node.longValue() > TIME_MAX) {
            wrong(field, "time", "must be a time in Unix seconds");
            return null;
        }
        return Instant.ofEpochSecond(node.longValue());
    }

    /** An optional object of at most {@code pairsMax} string pairs. */
    public Map<String, String> pairs(String field, int pairsMax, int lengthMax) {
        var pairs = new LinkedHashMap<String, String>();
        if (!has(field)) {
            return pairs;
        }
        var node = root.get(field);
        if (!node.isObject() || node.size() > pairsMax) {
            wrong(field, "pairs", "must be an object of at most " + pairsMax + " string pairs");
            return pairs;
        }
        for (var entry : node.properties()) {
            var value = entry.getValue();
            if (!value.isTextual() || !fits(value.textValue(), lengthMax) || !fits(entry.getKey(), lengthMax)) {
                wrong(
                        field,
                        "pairs",
                        "must map strings of at most " + lengthMax + " characters to strings of the same length");
                return pairs;
            }
            pairs.put(entry.getKey(), value.textValue());
        }
        return pairs;
    }

    private static boolean fits(String text, int lengthMax) {
        return Texts.length(text) <= lengthMax && Texts.storable(text);
    }

    /** @throws Problem.Invalid if any field has an error */
    public void check() {
        Problem.Invalid.check(errors);
    }
}

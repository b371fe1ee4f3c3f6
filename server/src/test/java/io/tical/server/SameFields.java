package io.tical.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Holds answers against descriptions of the form "The same as `other`": the object has the other field, and both have the same value. A time
 * in Unix seconds is the same as one in ISO 8601.
 */
final class SameFields {
    private static final Pattern SAME = Pattern.compile("^The same as `([\\w-]+)`");

    private final DescribedFields fields;

    SameFields(JsonNode document) {
        this.fields = new DescribedFields(document);
    }

    /** What a description says a field to be the same as. */
    static Optional<String> other(String description) {
        var matcher = SAME.matcher(description);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** The fields of an answer that differ from what they are said to be the same as. */
    List<String> violations(JsonNode schema, JsonNode value) {
        var wrong = new ArrayList<String>();
        fields.visit(
                schema,
                value,
                field -> other(field.description())
                        .filter(other -> !same(field.value(), field.of().path(other)))
                        .ifPresent(other -> wrong.add(field.name() + " is " + field.value() + ", and " + other + " is "
                                + (field.of().has(other) ? field.of().get(other) : "missing"))));
        return wrong;
    }

    private static boolean same(JsonNode field, JsonNode other) {
        return field.equals(other)
                || (field.isIntegralNumber()
                        && other.isTextual()
                        && other.asText().endsWith("Z")
                        && Instant.parse(other.asText()).getEpochSecond() == field.asLong());
    }
}

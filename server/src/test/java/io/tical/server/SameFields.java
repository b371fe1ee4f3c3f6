package io.tical.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Holds answers against descriptions of the form "The same as `other`": the object has the other field, and both have the same value. A time
 * in Unix seconds is the same as one in ISO 8601.
 */
final class SameFields {
    private static final Pattern SAME = Pattern.compile("^The same as `(\\w+)`");

    private final JsonNode document;

    SameFields(JsonNode document) {
        this.document = document;
    }

    /** The field that a description says to be the same. */
    static Optional<String> other(JsonNode property) {
        var matcher = SAME.matcher(property.path("description").asText());
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** The fields of an answer that differ from what they are said to be the same as. */
    List<String> violations(JsonNode schema, JsonNode value) {
        var wrong = new ArrayList<String>();
        walk(schema, value, wrong);
        return wrong;
    }

    private void walk(JsonNode described, JsonNode value, List<String> wrong) {
        var schema = resolved(described);
        if (value.isArray()) {
            value.forEach(item -> walk(schema.path("items"), item, wrong));
        } else if (value.isObject()) {
            schema.path("allOf").forEach(part -> walk(part, value, wrong));
            for (var alternative : schema.path("oneOf")) {
                if (describes(resolved(alternative), value)) {
                    walk(alternative, value, wrong);
                }
            }
            schema.path("properties").properties().forEach(property -> {
                var field = value.path(property.getKey());
                other(property.getValue())
                        .filter(other -> !field.isMissingNode() && !same(field, value.path(other)))
                        .ifPresent(other -> wrong.add(property.getKey() + " is " + field + ", and " + other + " is "
                                + (value.has(other) ? value.get(other) : "missing")));
                walk(property.getValue(), field, wrong);
            });
        }
    }

    private JsonNode resolved(JsonNode schema) {
        var node = schema;
        while (node.has("$ref") && node.get("$ref").asText().startsWith("#")) {
            node = document.at(node.get("$ref").asText().substring(1));
        }
        return node;
    }

    /** Whether an alternative has all fields of an object. */
    private static boolean describes(JsonNode alternative, JsonNode value) {
        var known = new HashSet<String>();
        alternative.path("properties").fieldNames().forEachRemaining(known::add);
        var sent = new HashSet<String>();
        value.fieldNames().forEachRemaining(sent::add);
        return known.containsAll(sent);
    }

    private static boolean same(JsonNode field, JsonNode other) {
        return field.equals(other)
                || (field.isIntegralNumber()
                        && other.isTextual()
                        && other.asText().endsWith("Z")
                        && Instant.parse(other.asText()).getEpochSecond() == field.asLong());
    }
}

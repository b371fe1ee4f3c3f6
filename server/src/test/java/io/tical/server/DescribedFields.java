package io.tical.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Walks over the fields that a document describes, and over those of an answer with what the document says of them. */
final class DescribedFields {
    private final JsonNode document;

    DescribedFields(JsonNode document) {
        this.document = document;
    }

    /**
     * A field of an answer.
     *
     * @param schema the component that describes it, with the path to the field within it
     * @param of the object that has it
     */
    record Field(String schema, String name, String description, JsonNode of, JsonNode value) {
        String key() {
            return schema + "." + name;
        }
    }

    private record Described(String name, JsonNode schema) {}

    private Described resolved(String name, JsonNode described) {
        var found = new Described(name, described);
        while (found.schema.path("$ref").asText().startsWith("#")) {
            found = new Described(
                    OpenApi.referenced(found.schema),
                    document.at(found.schema.path("$ref").asText().substring(1)));
        }
        return found;
    }

    /** Visits each field of an answer. */
    void visit(JsonNode schema, JsonNode answer, Consumer<Field> visitor) {
        walk("", schema, answer, visitor);
    }

    private void walk(String name, JsonNode described, JsonNode value, Consumer<Field> visitor) {
        var found = resolved(name, described);
        var schema = found.schema;
        if (value.isArray()) {
            value.forEach(item -> walk(found.name, schema.path("items"), item, visitor));
        } else if (value.isObject()) {
            schema.path("allOf").forEach(part -> walk(found.name, part, value, visitor));
            for (var choice : new String[] {"oneOf", "anyOf"}) {
                for (var alternative : schema.path(choice)) {
                    if (isOf(schema.path("discriminator"), alternative, value)) {
                        walk(found.name, alternative, value, visitor);
                    }
                }
            }
            schema.path("properties").properties().forEach(property -> {
                var field = value.path(property.getKey());
                if (!field.isMissingNode()) {
                    var description = property.getValue().path("description").asText();
                    visitor.accept(new Field(found.name, property.getKey(), description, value, field));
                    walk(found.name + "." + property.getKey(), property.getValue(), field, visitor);
                }
            });
        }
    }

    /** Whether an object is of an alternative: by its discriminator, or else because the alternative has all of its fields. */
    private boolean isOf(JsonNode discriminator, JsonNode alternative, JsonNode value) {
        if (discriminator.has("mapping")) {
            var word = value.path(discriminator.path("propertyName").asText()).asText();
            return discriminator.path("mapping").path(word).equals(alternative.path("$ref"));
        }
        var known = new HashSet<String>();
        resolved("", alternative).schema.path("properties").fieldNames().forEachRemaining(known::add);
        var sent = new HashSet<String>();
        value.fieldNames().forEachRemaining(sent::add);
        return known.containsAll(sent);
    }

    /** Visits the key and the description of each field that answers or callbacks may have. */
    void definitions(BiConsumer<String, String> visitor) {
        var seen = new HashSet<String>();
        for (var path : document.path("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                operation.getValue().path("responses").forEach(response -> bodies(response, seen, visitor));
            }
        }
        document.path("webhooks").forEach(webhook -> bodies(webhook.at("/post/requestBody"), seen, visitor));
    }

    private void bodies(JsonNode described, Set<String> seen, BiConsumer<String, String> visitor) {
        resolved("", described)
                .schema
                .path("content")
                .forEach(content -> define("", content.path("schema"), seen, visitor));
    }

    private void define(String name, JsonNode described, Set<String> seen, BiConsumer<String, String> visitor) {
        var found = resolved(name, described);
        if (!described.path("$ref").asText().isEmpty() && !seen.add(found.name)) {
            return;
        }
        for (var part : new String[] {"allOf", "oneOf", "anyOf"}) {
            found.schema.path(part).forEach(one -> define(found.name, one, seen, visitor));
        }
        if (found.schema.has("items")) {
            define(found.name, found.schema.path("items"), seen, visitor);
        }
        found.schema.path("properties").properties().forEach(property -> {
            visitor.accept(
                    found.name + "." + property.getKey(),
                    property.getValue().path("description").asText());
            define(found.name + "." + property.getKey(), property.getValue(), seen, visitor);
        });
    }
}

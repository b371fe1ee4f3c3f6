package io.tical.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Fields and parameters as an HTML list: name, type with unit and range, description. */
final class FieldList {
    /** A longer list of values is shown elsewhere and linked. */
    private static final int VALUES_MAX = 12;

    private final OpenApi document;
    private final Markdown markdown;

    FieldList(OpenApi document, Markdown markdown) {
        this.document = document;
        this.markdown = markdown;
    }

    /** The fields of an object. {@code asked} shows whether each is required. */
    String ofSchema(JsonNode schema, boolean asked) {
        var required = StreamSupport.stream(schema.path("required").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
        var out = new StringBuilder("<dl class=\"fields\">\n");
        for (var field : schema.path("properties").properties()) {
            var necessity = !asked ? "" : required.contains(field.getKey()) ? "required" : "optional";
            out.append(entry(field.getKey(), "", necessity, field.getValue(), description(field.getValue())));
        }
        return out.append("</dl>\n").toString();
    }

    /** Parameters with their location. */
    String ofParameters(List<JsonNode> parameters) {
        var out = new StringBuilder("<dl class=\"fields\">\n");
        for (var parameter : parameters) {
            out.append(entry(
                    parameter.path("name").asText(),
                    parameter.path("in").asText(),
                    parameter.path("required").asBoolean() ? "required" : "optional",
                    parameter.path("schema"),
                    parameter.path("description").asText()));
        }
        return out.append("</dl>\n").toString();
    }

    /** Headers that are always sent. */
    String ofHeaders(List<JsonNode> headers) {
        var out = new StringBuilder("<dl class=\"fields\">\n");
        for (var header : headers) {
            out.append(entry(
                    header.path("name").asText(),
                    "",
                    "",
                    header.path("schema"),
                    header.path("description").asText()));
        }
        return out.append("</dl>\n").toString();
    }

    private String description(JsonNode schema) {
        return schema.has("description")
                ? schema.get("description").asText()
                : document.resolve(schema).path("description").asText();
    }

    private String entry(String name, String place, String necessity, JsonNode schema, String description) {
        var notes = new StringBuilder();
        if (!place.isEmpty()) {
            notes.append("<span class=\"note\">").append(place).append("</span>");
        }
        if (!necessity.isEmpty()) {
            notes.append("<span class=\"note %s\">%s</span>".formatted(necessity, necessity));
        }
        return """
                <div><dt><code class="field">%s</code>%s</dt>
                <dd><span class="type">%s</span> %s%s</dd></div>
                """.formatted(Html.escape(name), notes, type(schema), markdown.inline(description), values(schema));
    }

    private String values(JsonNode schema) {
        var values = document.resolve(schema).path("enum");
        if (values.isEmpty()) {
            return "";
        }
        if (values.size() > VALUES_MAX) {
            return "";
        }
        return StreamSupport.stream(values.spliterator(), false)
                .filter(value -> !value.isNull())
                .map(value -> Html.code(value.asText()))
                .collect(Collectors.joining(" ", "<span class=\"values\">One of ", ".</span>"));
    }

    /** The type as text, with its range; a named object as a link. */
    String type(JsonNode schema) {
        if (schema.has("oneOf")) {
            return StreamSupport.stream(schema.get("oneOf").spliterator(), false)
                    .map(this::type)
                    .collect(Collectors.joining(" or "));
        }
        var resolved = document.resolve(schema);
        if (resolved.path("type").asText().equals("object") && schema.has("$ref")) {
            var name = OpenApi.referenced(schema);
            return "<a href=\"#object-%s\">%s</a>".formatted(name, name);
        }
        if (resolved.has("const")) {
            return Html.code(resolved.get("const").asText());
        }
        var parts = new ArrayList<String>();
        parts.add(types(resolved));
        range(resolved, parts);
        if (resolved.has("default")) {
            parts.add("default " + resolved.get("default").asText());
        }
        return String.join(", ", parts);
    }

    private String types(JsonNode schema) {
        var type = schema.path("type");
        var names = new ArrayList<String>();
        if (type.isArray()) {
            type.forEach(name -> names.add(name.asText()));
        } else {
            names.add(type.asText("any"));
        }
        return names.stream()
                .map(name -> switch (name) {
                    case "string" -> schema.path("format").asText().equals("uuid") ? "UUID" : "string";
                    case "array" -> "array of " + type(schema.path("items"));
                    case "object" -> schema.path("additionalProperties").isObject() ? "object of strings" : "object";
                    default -> name;
                })
                .collect(Collectors.joining(" or "));
    }

    private static void range(JsonNode schema, List<String> parts) {
        if (schema.has("maximum")) {
            parts.add("%s to %s".formatted(number(schema.path("minimum")), number(schema.get("maximum"))));
        } else if (schema.has("minimum")) {
            parts.add("%s or more".formatted(number(schema.get("minimum"))));
        }
        if (schema.has("maxLength")) {
            var min = schema.path("minLength").asInt();
            parts.add((min > 0 ? min + " to " : "at most ")
                    + schema.get("maxLength").asInt() + " characters");
        }
        if (schema.has("maxProperties")) {
            parts.add("at most " + schema.get("maxProperties").asInt());
        }
    }

    private static String number(JsonNode number) {
        return String.format(Locale.ROOT, "%,d", number.asLong());
    }
}

package io.tical.server.build.reference;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Fields and parameters as an HTML list: name, type with unit and range, description. */
record FieldList(OpenApi document, Addresses addresses, Markdown markdown) {
    /** A longer list of values is shown elsewhere and linked. */
    private static final int VALUES_MAX = 12;

    /**
     * The fields of an object.
     *
     * @param anchor begins the ids of the fields on their page
     * @param asked shows whether each is required
     */
    String ofSchema(String anchor, JsonNode schema, boolean asked) {
        var required =
                schema.path("required").valueStream().map(JsonNode::asText).toList();
        return list(schema.path("properties").properties(), field -> {
            var necessity = !asked ? "" : required.contains(field.getKey()) ? "required" : "optional";
            var id = " id=\"%s%s\"".formatted(anchor, field.getKey());
            return entry(id, field.getKey(), "", necessity, field.getValue(), description(field.getValue()));
        });
    }

    /** Parameters with their location. */
    String ofParameters(List<JsonNode> parameters) {
        return list(parameters, parameter -> {
            var necessity = parameter.path("required").asBoolean() ? "required" : "optional";
            return entry(parameter, text(parameter, "in"), necessity);
        });
    }

    /** Headers that are always sent. */
    String ofHeaders(List<JsonNode> headers) {
        return list(headers, header -> entry(header, "", ""));
    }

    private static <T> String list(Collection<T> items, Function<T, String> entry) {
        return items.stream().map(entry).collect(Collectors.joining("", "<dl class=\"fields\">\n", "</dl>\n"));
    }

    private String description(JsonNode schema) {
        return text(schema.has("description") ? schema : document.resolve(schema), "description");
    }

    private String entry(JsonNode parameter, String place, String necessity) {
        var description = text(parameter, "description");
        return entry("", text(parameter, "name"), place, necessity, parameter.path("schema"), description);
    }

    private String entry(String id, String name, String place, String necessity, JsonNode schema, String description) {
        var where = place.isEmpty() ? "" : "<span class=\"note\">" + place + "</span>";
        var needed = necessity.isEmpty() ? "" : "<span class=\"note %1$s\">%1$s</span>".formatted(necessity);
        return """
                <div%s><dt><code class="field">%s</code>%s</dt>
                <dd><span class="type">%s</span> %s%s</dd></div>
                """.formatted(
                id, Html.escape(name), where + needed, type(schema), markdown.inline(description), values(schema));
    }

    private String values(JsonNode schema) {
        var values = document.resolve(schema).path("enum");
        if (values.isEmpty() || values.size() > VALUES_MAX) {
            return "";
        }
        return values.valueStream()
                .filter(value -> !value.isNull())
                .map(value -> Html.code(value.asText()))
                .collect(Collectors.joining(" ", "<span class=\"values\">One of ", ".</span>"));
    }

    /** The type as text, with its range; a named object as a link. */
    String type(JsonNode schema) {
        var resolved = document.resolve(schema);
        if (resolved.has("oneOf")) {
            return resolved.get("oneOf").valueStream().map(this::type).collect(Collectors.joining(" or "));
        }
        if (text(resolved, "type").equals("object") && schema.has("$ref")) {
            var name = OpenApi.referenced(schema);
            return "<a href=\"%s\">%s</a>".formatted(addresses.ofLink("#" + Addresses.objectAnchor(name)), name);
        }
        if (resolved.has("const")) {
            return Html.code(text(resolved, "const"));
        }
        var parts = new ArrayList<String>();
        parts.add(types(resolved));
        range(resolved, parts);
        if (resolved.has("default")) {
            parts.add("default " + text(resolved, "default"));
        }
        return String.join(", ", parts);
    }

    private String types(JsonNode schema) {
        var type = schema.path("type");
        var names = type.isArray() ? type.valueStream().map(JsonNode::asText) : Stream.of(type.asText("any"));
        return names.map(name -> switch (name) {
                    case "string" -> text(schema, "format").equals("uuid") ? "UUID" : "string";
                    case "array" -> "array of " + type(schema.path("items"));
                    case "object" -> schema.path("additionalProperties").isObject() ? "object of strings" : "object";
                    default -> name;
                })
                .collect(Collectors.joining(" or "));
    }

    private static void range(JsonNode schema, List<String> parts) {
        if (schema.has("maximum")) {
            parts.add(number(schema, "minimum") + " to " + number(schema, "maximum"));
        } else if (schema.has("minimum")) {
            parts.add(number(schema, "minimum") + " or more");
        }
        if (schema.has("maxLength")) {
            var min = schema.path("minLength").asInt();
            parts.add((min > 0 ? min + " to " : "at most ") + text(schema, "maxLength") + " characters");
        }
        if (schema.has("maxProperties")) {
            parts.add("at most " + text(schema, "maxProperties"));
        }
    }

    private static String number(JsonNode schema, String field) {
        return String.format(Locale.ROOT, "%,d", schema.path(field).asLong());
    }
}

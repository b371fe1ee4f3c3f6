package io.tical.server.docs;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.server.docs.OpenApi.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One operation on the page: description, parameters, answers, and examples.
 *
 * @param uses how many operations refer to each answer
 */
record OperationPart(OpenApi document, Markdown markdown, FieldList fields, Map<String, Long> uses) {
    private static final String JSON = "/requestBody/content/application~1json";
    private static final String FORM = "/requestBody/content/multipart~1form-data";

    OperationPart(OpenApi document, Markdown markdown, FieldList fields) {
        var answers = document.operations().stream()
                .flatMap(operation -> operation.node().path("responses").valueStream());
        this(
                document,
                markdown,
                fields,
                answers.collect(Collectors.groupingBy(OpenApi::referenced, Collectors.counting())));
    }

    /** The method as a label. */
    static String chip(String method) {
        return "<span class=\"method %s\">%s</span> ".formatted(method.toLowerCase(Locale.ROOT), method);
    }

    /** An operation with its description on one side and its examples on the other. */
    static String section(Operation operation, String address, String needs, String words, String examples) {
        return """
                <section class="operation" id="%s">
                <div class="words">
                <h3>%s</h3>
                <p class="address">%s%s</p>
                <p class="needs">%s</p>
                %s</div>
                <div class="examples">
                %s</div>
                </section>
                """.formatted(
                        operation.id(),
                        Html.escape(text(operation.node(), "summary")),
                        chip(operation.method()),
                        address,
                        needs,
                        words,
                        examples);
    }

    String html(Operation operation) {
        var description = markdown.html(text(operation.node(), "description"));
        return section(
                operation,
                "<code>" + Html.escape(operation.path()).replace("/", "/<wbr>") + "</code>",
                operation.scope().isEmpty() ? "Any key" : "Scope " + Html.code(operation.scope()),
                description + parameters(operation) + body(operation) + answers(operation),
                requests(operation) + answer(operation));
    }

    /** The parameters of the operation; the guide describes the headers of all operations. */
    private String parameters(Operation operation) {
        var ofPath = document.parameters(operation.shared()).stream()
                .filter(parameter -> text(parameter, "in").equals("path"));
        var own = Stream.concat(ofPath, document.parameters(operation.node()).stream())
                .toList();
        return own.isEmpty() ? "" : "<h4>Parameters</h4>\n" + fields.ofParameters(own);
    }

    /** The schema of the body, as it stands with the operation; missing if there is none. */
    static JsonNode bodySchema(Operation operation) {
        var json = operation.node().at(JSON + "/schema");
        return json.isMissingNode() ? operation.node().at(FORM + "/schema") : json;
    }

    private String body(Operation operation) {
        var schema = document.resolve(bodySchema(operation));
        if (schema.isMissingNode()) {
            return "";
        }
        var vocabularies = schema.path("dependentSchemas");
        return vocabularies.isEmpty()
                ? "<h4>Body</h4>\n" + fields.ofSchema(schema, true)
                : vocabularies
                        .propertyStream()
                        .map(Map.Entry::getKey)
                        .map(field -> "<h4>Body, with %s</h4>\n%s"
                                .formatted(Html.code(field), fields.ofSchema(having(schema, field), true)))
                        .collect(Collectors.joining());
    }

    /** The schema of the objects that have a field, which requires some of the others and refuses some. */
    private static JsonNode having(JsonNode schema, String field) {
        ObjectNode narrowed = schema.deepCopy();
        var properties = (ObjectNode) narrowed.path("properties");
        var refused = schema.at("/dependentSchemas/" + field + "/propertyNames/not/enum");
        refused.forEach(other -> properties.remove(other.asText()));
        var required = narrowed.putArray("required").add(field);
        schema.at("/dependentRequired/" + field).forEach(required::add);
        return narrowed;
    }

    static String lowercaseFirst(String text) {
        return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }

    /** The specific answers of this operation, and, folded, those of most operations. */
    private String answers(Operation operation) {
        var own = new StringBuilder();
        var common = new StringBuilder();
        var statuses = new ArrayList<String>();
        var half = document.operations().size() / 2;
        for (var answer : operation.node().path("responses").properties()) {
            var resolved = document.resolve(answer.getValue());
            var description = markdown.inline(text(resolved, "description"));
            var html = answer(answer.getKey(), description + " " + content(resolved));
            if (uses.getOrDefault(OpenApi.referenced(answer.getValue()), 0L) > half) {
                common.append(html);
                statuses.add(answer.getKey());
            } else {
                own.append(html);
            }
        }
        return "<h4>Answers</h4>\n<dl class=\"answers\">\n" + own + "</dl>\n"
                + "<details><summary>As of most operations: " + String.join(", ", statuses)
                + "</summary>\n<dl class=\"answers\">\n" + common + "</dl></details>\n";
    }

    /** One answer with its status as a label. */
    static String answer(String status, String description) {
        var kind = switch (status.charAt(0)) {
            case '2' -> "good";
            case '5' -> "fault";
            default -> "refused";
        };
        return "<div><dt><span class=\"status %s\">%s</span></dt>\n<dd>%s</dd></div>\n"
                .formatted(kind, status, description);
    }

    private String content(JsonNode answer) {
        var schema = document.resolve(answer.at("/content/application~1json/schema"));
        var data = schema.at("/properties/data");
        if (!data.isMissingNode()) {
            return "<span class=\"type\"><code>data</code>: " + fields.type(data) + "</span>";
        }
        for (var part : schema.path("allOf")) {
            var codes = part.at("/properties/code/enum");
            if (!codes.isMissingNode()) {
                return codes.valueStream()
                        .map(code -> "<a href=\"#%1$s\"><code>%1$s</code></a>".formatted(code.asText()))
                        .collect(Collectors.joining(" ", "<span class=\"codes\">", "</span>"));
            }
        }
        return "";
    }

    private String requests(Operation operation) {
        var content = operation.node().at(JSON);
        if (content.has("examples")) {
            return content.get("examples")
                    .valueStream()
                    .map(example -> Html.example(
                            "Request, " + lowercaseFirst(text(example, "summary")),
                            request(operation, JsonText.pretty(example.path("value")))))
                    .collect(Collectors.joining());
        }
        var body = content.has("example") ? JsonText.pretty(content.get("example")) : "";
        return Html.example("Request", request(operation, body));
    }

    private String request(Operation operation, String body) {
        var path = operation.path();
        var headers = new StringBuilder("-H \"Authorization: Bearer $TICAL_KEY\"");
        for (var item : List.of(operation.shared(), operation.node())) {
            for (var parameter : document.parameters(item)) {
                var name = text(parameter, "name");
                var example = text(parameter, "example");
                var place = text(parameter, "in");
                if (place.equals("path")) {
                    path = path.replace("{" + name + "}", example);
                } else if (place.equals("header") && parameter.path("required").asBoolean()) {
                    headers.append(" \\\n  -H \"%s: %s\"".formatted(name, example));
                }
            }
        }
        // The files of a form, as curl sends them.
        var files = operation
                .node()
                .at(FORM + "/example")
                .propertyStream()
                .map(file ->
                        " \\\n  -F \"" + file.getKey() + "=" + file.getValue().asText() + '"')
                .collect(Collectors.joining());
        var implied = operation.method().equals("GET") || !body.isEmpty() || !files.isEmpty();
        var method = implied ? "" : "-X " + operation.method() + " ";
        var start = Html.escape("curl -s " + method + "\"$TICAL" + path + "\" \\\n  " + headers + files);
        return body.isEmpty()
                ? start
                : start + Html.escape(" \\\n  -H \"Content-Type: application/json\" \\\n  -d '")
                        + JsonText.coloured(body.replace("\n", "\n  ")) + "'";
    }

    private String answer(Operation operation) {
        for (var answer : operation.node().path("responses").properties()) {
            var example = document.resolve(answer.getValue()).at("/content/application~1json/example");
            if (answer.getKey().startsWith("2") && !example.isMissingNode()) {
                return Html.example("Answer, " + answer.getKey(), JsonText.coloured(JsonText.pretty(example)));
            }
        }
        return "";
    }
}

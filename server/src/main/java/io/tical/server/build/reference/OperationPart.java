package io.tical.server.build.reference;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One operation on its page: description, parameters, answers, and examples.
 *
 * @param uses how many operations refer to each answer
 */
record OperationPart(OpenApi document, Markdown markdown, FieldList fields, TryPart tries, Map<String, Long> uses) {
    static final String JSON = "/requestBody/content/application~1json";
    static final String FORM = "/requestBody/content/multipart~1form-data";

    OperationPart(OpenApi document, Markdown markdown, FieldList fields) {
        var answers = document.operations().stream()
                .flatMap(operation -> operation.node().path("responses").valueStream());
        this(
                document,
                markdown,
                fields,
                new TryPart(document),
                answers.collect(Collectors.groupingBy(OpenApi::referenced, Collectors.counting())));
    }

    /** The method as a label. */
    static String chip(String method) {
        return "<span class=\"method %s\">%s</span> ".formatted(method.toLowerCase(Locale.ROOT), method);
    }

    /** An operation with its description on one side and its examples on the other. */
    static String article(Operation operation, String address, String needs, String words, String examples) {
        return """
                <div class="operation">
                <div class="words">
                <h1>%s</h1>
                <p class="address">%s%s</p>
                <p class="needs">%s</p>
                %s</div>
                <div class="examples">
                %s</div>
                </div>
                """.formatted(
                        Html.escape(text(operation.node(), "summary")),
                        chip(operation.method()),
                        address,
                        needs,
                        words,
                        examples);
    }

    String html(Operation operation) {
        var description = markdown.html(text(operation.node(), "description"));
        return article(
                        operation,
                        "<code>" + Html.escape(operation.path()).replace("/", "/<wbr>") + "</code>",
                        needs(operation),
                        description + parameters(operation) + body(operation) + answers(operation),
                        requests(operation) + answer(operation))
                + tries.html(operation);
    }

    private String needs(Operation operation) {
        var scope = operation.scope().isEmpty() ? "Any key" : "Scope " + Html.code(operation.scope());
        return "<span>" + scope + "</span>"
                + switch (Keys.of(document, operation)) {
                    case ALL -> "";
                    case TEST -> "<strong>Test keys only</strong>";
                    case LIVE -> "<strong>Live keys only</strong>";
                };
    }

    /** The parameters of the operation; the guide describes the headers of all operations. */
    private String parameters(Operation operation) {
        var own = ExampleCall.parameters(document, operation);
        return own.isEmpty() ? "" : "<h2>Parameters</h2>\n" + fields.ofParameters(own);
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
                ? "<h2>Body</h2>\n" + fields.ofSchema(Addresses.BODY, schema, true)
                : vocabularies
                        .propertyStream()
                        .map(Map.Entry::getKey)
                        .map(field -> "<h2>Body, with %s</h2>\n%s"
                                .formatted(
                                        Html.code(field),
                                        fields.ofSchema(Addresses.BODY + field + "-", having(schema, field), true)))
                        .collect(Collectors.joining());
    }

    /** The schema of the objects that have a field, which requires some of the others and refuses some. */
    static JsonNode having(JsonNode schema, String field) {
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
        return "<h2>Answers</h2>\n<dl class=\"answers\">\n" + own + "</dl>\n"
                + "<details><summary>Common to most operations: " + String.join(", ", statuses)
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
                        .map(code -> "<a href=\"%s\">%s</a>"
                                .formatted(Addresses.error(code.asText()), Html.code(code.asText())))
                        .collect(Collectors.joining(" ", "<span class=\"codes\">", "</span>"));
            }
        }
        return "";
    }

    private String requests(Operation operation) {
        return ExampleCall.of(document, operation).stream()
                .map(call -> ExampleSwitch.html(
                        call.title().isEmpty() ? "Request" : "Request, " + lowercaseFirst(call.title()), call))
                .collect(Collectors.joining());
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

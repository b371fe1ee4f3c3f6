package io.tical.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** One operation on the page: description, parameters, answers, and examples. */
final class OperationPart {
    private static final String FORM = "/requestBody/content/multipart~1form-data";

    private final OpenApi document;
    private final Markdown markdown;
    private final FieldList fields;
    private final Map<String, Integer> uses = new HashMap<>();
    private final int operations;

    OperationPart(OpenApi document, Markdown markdown, FieldList fields) {
        this.document = document;
        this.markdown = markdown;
        this.fields = fields;
        var all = document.operations();
        this.operations = all.size();
        for (var operation : all) {
            for (var answer : operation.node().path("responses")) {
                uses.merge(OpenApi.referenced(answer), 1, Integer::sum);
            }
        }
    }

    /** The method as a label. */
    static String chip(String method) {
        return "<span class=\"method %s\">%s</span> ".formatted(method.toLowerCase(Locale.ROOT), method);
    }

    String html(Operation operation) {
        var node = operation.node();
        return """
                <section class="operation" id="%s">
                <div class="words">
                <h3>%s</h3>
                <p class="address">%s<code>%s</code></p>
                %s%s%s%s%s</div>
                <div class="examples">
                %s%s</div>
                </section>
                """.formatted(
                        operation.id(),
                        Html.escape(node.path("summary").asText()),
                        chip(operation.method()),
                        Html.escape(operation.path()).replace("/", "/<wbr>"),
                        needs(operation),
                        markdown.html(node.path("description").asText()),
                        parameters(operation),
                        body(operation),
                        answers(operation),
                        requests(operation),
                        answer(operation));
    }

    private static String needs(Operation operation) {
        var scope = operation.scope();
        return scope.isEmpty()
                ? "<p class=\"needs\">Any key</p>\n"
                : "<p class=\"needs\">Scope " + Html.code(scope) + "</p>\n";
    }

    /** The parameters of the operation; the guide describes the headers of all operations. */
    private String parameters(Operation operation) {
        var own = new ArrayList<JsonNode>();
        operation.shared().path("parameters").forEach(parameter -> {
            var resolved = document.resolve(parameter);
            if (resolved.path("in").asText().equals("path")) {
                own.add(resolved);
            }
        });
        operation.node().path("parameters").forEach(parameter -> own.add(document.resolve(parameter)));
        return own.isEmpty() ? "" : "<h4>Parameters</h4>\n" + fields.ofParameters(own);
    }

    static List<JsonNode> bodySchemas(Operation operation) {
        var schema = operation.node().at("/requestBody/content/application~1json/schema");
        if (schema.isMissingNode()) {
            var form = operation.node().at(FORM + "/schema");
            return form.isMissingNode() ? List.of() : List.of(form);
        }
        return schema.has("oneOf")
                ? StreamSupport.stream(schema.get("oneOf").spliterator(), false).toList()
                : List.of(schema);
    }

    private String body(Operation operation) {
        var schemas = bodySchemas(operation);
        return schemas.stream()
                .map(document::resolve)
                .map(schema -> "<h4>Body%s</h4>\n%s"
                        .formatted(
                                schemas.size() == 1
                                        ? ""
                                        : ", "
                                                + Html.escape(lowercaseFirst(
                                                        schema.path("title").asText())),
                                fields.ofSchema(schema, true)))
                .collect(Collectors.joining());
    }

    static String lowercaseFirst(String text) {
        return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }

    /** The specific answers of this operation, and, folded, those of most operations. */
    private String answers(Operation operation) {
        var own = new StringBuilder();
        var common = new StringBuilder();
        var statuses = new ArrayList<String>();
        for (var answer : operation.node().path("responses").properties()) {
            var shared = uses.getOrDefault(OpenApi.referenced(answer.getValue()), 0) * 2 > operations;
            (shared ? common : own).append(answer(answer.getKey(), document.resolve(answer.getValue())));
            if (shared) {
                statuses.add(answer.getKey());
            }
        }
        return "<h4>Answers</h4>\n<dl class=\"answers\">\n" + own + "</dl>\n"
                + "<details><summary>As of most operations: " + String.join(", ", statuses)
                + "</summary>\n<dl class=\"answers\">\n" + common + "</dl></details>\n";
    }

    private String answer(String status, JsonNode answer) {
        return "<div><dt>%s</dt>\n<dd>%s %s</dd></div>\n"
                .formatted(
                        status(status),
                        markdown.inline(answer.path("description").asText()),
                        content(answer));
    }

    /** The status as a label. */
    static String status(String status) {
        var kind = switch (status.charAt(0)) {
            case '2' -> "good";
            case '5' -> "fault";
            default -> "refused";
        };
        return "<span class=\"status %s\">%s</span>".formatted(kind, status);
    }

    private String content(JsonNode answer) {
        for (var part : answer.at("/content/application~1json/schema/allOf")) {
            var data = part.at("/properties/data");
            if (!data.isMissingNode()) {
                return "<span class=\"type\"><code>data</code>: " + fields.type(data) + "</span>";
            }
            var codes = part.at("/properties/code/enum");
            if (!codes.isMissingNode()) {
                return StreamSupport.stream(codes.spliterator(), false)
                        .map(code -> "<a href=\"#%1$s\"><code>%1$s</code></a>".formatted(code.asText()))
                        .collect(Collectors.joining(" ", "<span class=\"codes\">", "</span>"));
            }
        }
        return "";
    }

    private String requests(Operation operation) {
        var content = operation.node().at("/requestBody/content/application~1json");
        var bodies = new LinkedHashMap<String, String>();
        if (content.has("examples")) {
            content.get("examples")
                    .forEach(example -> bodies.put(
                            "Request, " + lowercaseFirst(example.path("summary").asText()),
                            JsonText.pretty(example.path("value"))));
        } else {
            bodies.put("Request", content.has("example") ? JsonText.pretty(content.get("example")) : "");
        }
        var out = new StringBuilder();
        bodies.forEach((title, body) -> out.append(
                "<h4>%s</h4>\n%s".formatted(Html.escape(title), Html.block(title, request(operation, body)))));
        return out.toString();
    }

    private String request(Operation operation, String body) {
        var path = operation.path();
        var headers = new StringBuilder("-H \"Authorization: Bearer $TICAL_KEY\"");
        for (var list :
                List.of(operation.shared().path("parameters"), operation.node().path("parameters"))) {
            for (var reference : list) {
                var parameter = document.resolve(reference);
                var name = parameter.path("name").asText();
                var example = parameter.path("example").asText();
                switch (parameter.path("in").asText()) {
                    case "path" -> path = path.replace("{" + name + "}", example);
                    case "header" -> {
                        if (parameter.path("required").asBoolean()) {
                            headers.append(" \\\n  -H \"")
                                    .append(name)
                                    .append(": ")
                                    .append(example)
                                    .append('"');
                        }
                    }
                    default -> {}
                }
            }
        }
        var files = files(operation);
        var implied = operation.method().equals("GET") || !body.isEmpty() || !files.isEmpty();
        var method = implied ? "" : "-X " + operation.method() + " ";
        var start = Html.escape("curl -s " + method + "\"$TICAL" + path + "\" \\\n  " + headers + files);
        return body.isEmpty()
                ? start
                : start + Html.escape(" \\\n  -H \"Content-Type: application/json\" \\\n  -d '")
                        + JsonText.coloured(body.replace("\n", "\n  ")) + "'";
    }

    /** The files of a form, as curl sends them. */
    private String files(Operation operation) {
        var files = new StringBuilder();
        operation
                .node()
                .at(FORM + "/example")
                .properties()
                .forEach(file -> files.append(" \\\n  -F \"")
                        .append(file.getKey())
                        .append('=')
                        .append(file.getValue().asText())
                        .append('"'));
        return files.toString();
    }

    private String answer(Operation operation) {
        for (var answer : operation.node().path("responses").properties()) {
            var example = document.resolve(answer.getValue()).at("/content/application~1json/example");
            if (answer.getKey().startsWith("2") && !example.isMissingNode()) {
                var title = "Answer, " + answer.getKey();
                return "<h4>%s</h4>\n%s"
                        .formatted(title, Html.block(title, JsonText.coloured(JsonText.pretty(example))));
            }
        }
        return "";
    }
}

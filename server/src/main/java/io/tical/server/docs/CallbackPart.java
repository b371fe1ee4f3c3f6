package io.tical.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi.Operation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** One callback on the page: when it is sent, its headers and bodies, the effect of each answer, and examples. */
final class CallbackPart {
    private static final String BODY = "/requestBody/content/application~1json";

    private final OpenApi document;
    private final Markdown markdown;
    private final FieldList fields;
    private final String first;

    CallbackPart(OpenApi document, Markdown markdown, FieldList fields) {
        this.document = document;
        this.markdown = markdown;
        this.fields = fields;
        this.first =
                document.callbacks().stream().findFirst().map(Operation::id).orElse("");
    }

    /** The events of a callback. */
    List<String> events(Operation callback) {
        return OperationPart.bodySchemas(callback).stream()
                .map(document::resolve)
                .map(schema -> schema.at("/properties/event"))
                .flatMap(event -> event.has("const")
                        ? Stream.of(event.get("const"))
                        : StreamSupport.stream(event.path("enum").spliterator(), false))
                .map(JsonNode::asText)
                .toList();
    }

    String html(Operation callback) {
        var node = callback.node();
        return """
                <section class="operation" id="%s">
                <div class="words">
                <h3>%s</h3>
                <p class="address">%s%s</p>
                <p class="needs">%s</p>
                %s%s%s%s</div>
                <div class="examples">
                %s</div>
                </section>
                """.formatted(
                        callback.id(),
                        Html.escape(node.path("summary").asText()),
                        OperationPart.chip(callback.method()),
                        Html.escape(callback.shared().path("summary").asText()),
                        events(callback).stream().map(Html::code).collect(Collectors.joining(" ")),
                        markdown.html(node.path("description").asText()),
                        headers(callback),
                        bodies(callback),
                        answers(callback),
                        examples(callback));
    }

    private List<JsonNode> parameters(Operation callback) {
        return StreamSupport.stream(callback.node().path("parameters").spliterator(), false)
                .map(document::resolve)
                .toList();
    }

    /** The headers, which are the same for all callbacks. */
    private String headers(Operation callback) {
        return "<h4>Headers</h4>\n"
                + (callback.id().equals(first)
                        ? fields.ofHeaders(parameters(callback))
                        : "<p><a href=\"#%s\">As of every callback.</a></p>\n".formatted(first));
    }

    private String bodies(Operation callback) {
        return OperationPart.bodySchemas(callback).stream()
                .map(reference -> {
                    var schema = document.resolve(reference);
                    return "<h4 id=\"object-%s\">Body, %s</h4>\n%s"
                            .formatted(
                                    OpenApi.referenced(reference),
                                    Html.escape(OperationPart.lowercaseFirst(
                                            schema.path("title").asText())),
                                    fields.ofSchema(schema, false));
                })
                .collect(Collectors.joining());
    }

    private String answers(Operation callback) {
        return callback.node().path("responses").properties().stream()
                .map(answer -> "<div><dt>%s</dt>\n<dd>%s</dd></div>\n"
                        .formatted(
                                OperationPart.status(answer.getKey()),
                                markdown.inline(document.resolve(answer.getValue())
                                        .path("description")
                                        .asText())))
                .collect(Collectors.joining("", "<h4>Your answer</h4>\n<dl class=\"answers\">\n", "</dl>\n"));
    }

    private String examples(Operation callback) {
        return callback.node().at(BODY + "/examples").properties().stream()
                .map(example -> {
                    var title = "Callback, "
                            + OperationPart.lowercaseFirst(
                                    example.getValue().path("summary").asText());
                    return "<h4>%s</h4>\n%s"
                            .formatted(
                                    Html.escape(title),
                                    Html.block(
                                            title,
                                            request(callback, example.getValue().path("value"))));
                })
                .collect(Collectors.joining());
    }

    /** The request with an indented body; therefore without signatures. */
    private String request(Operation callback, JsonNode body) {
        var id = body.path("id").asText();
        var head = new StringBuilder("POST /callbacks HTTP/1.1\nContent-Type: application/json\n");
        for (var header : parameters(callback)) {
            var name = header.path("name").asText();
            var example = header.path("example").asText();
            var value = switch (name) {
                case "webhook-id" -> body.has("event") ? id : example;
                case "X-Transaction-ID" -> body.at("/data/id").asText(id);
                case "X-Signature", "X-P2P-Signature", "webhook-signature" -> example.substring(0, 8) + "…";
                default -> example;
            };
            head.append(name).append(": ").append(value).append('\n');
        }
        return Html.escape(head + "\n") + JsonText.coloured(JsonText.pretty(body));
    }
}

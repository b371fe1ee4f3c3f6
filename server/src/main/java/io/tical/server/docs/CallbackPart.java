package io.tical.server.docs;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi.Operation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One callback on the page: when it is sent, its headers and body, the effect of each answer, and an example. */
record CallbackPart(OpenApi document, Markdown markdown, FieldList fields) {
    List<String> events(Operation callback) {
        var event = document.resolve(OperationPart.bodySchema(callback)).at("/properties/event");
        var names = event.has("const")
                ? Stream.of(event.get("const"))
                : event.path("enum").valueStream();
        return names.map(JsonNode::asText).toList();
    }

    String html(Operation callback) {
        var description = markdown.html(text(callback.node(), "description"));
        return OperationPart.section(
                callback,
                Html.escape(text(callback.shared(), "summary")),
                events(callback).stream().map(Html::code).collect(Collectors.joining(" ")),
                description + headers(callback) + body(callback) + answers(callback),
                Html.example(
                        "Callback",
                        request(callback, callback.node().at("/requestBody/content/application~1json/example"))));
    }

    /** The headers, which are the same for all callbacks. */
    private String headers(Operation callback) {
        var first = document.callbacks().getFirst().id();
        return "<h4>Headers</h4>\n"
                + (callback.id().equals(first)
                        ? fields.ofHeaders(document.parameters(callback.node()))
                        : "<p><a href=\"#%s\">As of every callback.</a></p>\n".formatted(first));
    }

    private String body(Operation callback) {
        var reference = OperationPart.bodySchema(callback);
        var schema = document.resolve(reference);
        var title = Html.escape(OperationPart.lowercaseFirst(text(schema, "title")));
        return "<h4 id=\"object-%s\">Body, %s</h4>\n%s"
                .formatted(OpenApi.referenced(reference), title, fields.ofSchema(schema, false));
    }

    private String answers(Operation callback) {
        return callback.node()
                .path("responses")
                .propertyStream()
                .map(answer -> OperationPart.answer(
                        answer.getKey(), markdown.inline(text(document.resolve(answer.getValue()), "description"))))
                .collect(Collectors.joining("", "<h4>Your answer</h4>\n<dl class=\"answers\">\n", "</dl>\n"));
    }

    /** The request with an indented body; therefore without signatures. */
    private String request(Operation callback, JsonNode body) {
        var id = text(body, "id");
        var head = new StringBuilder("POST /callbacks HTTP/1.1\nContent-Type: application/json\n");
        for (var header : document.parameters(callback.node())) {
            var name = text(header, "name");
            var example = text(header, "example");
            var value = switch (name) {
                case "webhook-id" -> body.has("event") ? id : example;
                case "X-Transaction-ID" -> body.at("/data/id").asText(id);
                case "X-Transaction-Type" -> body.at("/data/transaction_type").asText(text(body, "transaction_type"));
                case "X-Signature", "X-P2P-Signature", "webhook-signature" -> example.substring(0, 8) + "…";
                default -> example;
            };
            head.append(name).append(": ").append(value).append('\n');
        }
        return Html.escape(head + "\n") + JsonText.coloured(JsonText.pretty(body));
    }
}

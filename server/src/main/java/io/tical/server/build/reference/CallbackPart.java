package io.tical.server.build.reference;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import java.util.stream.Collectors;

/** One callback on its page: when it is sent, its headers and body, the effect of each answer, and an example. */
record CallbackPart(OpenApi document, Markdown markdown, FieldList fields) {
    String html(Operation callback) {
        var description = markdown.html(text(callback.node(), "description"));
        return OperationPart.article(
                callback,
                Html.escape(text(callback.shared(), "summary")),
                Addresses.events(document, callback).map(Html::code).collect(Collectors.joining()),
                description + headers(callback) + body(callback) + answers(callback),
                Html.example(
                        "Callback",
                        request(callback, callback.node().at("/requestBody/content/application~1json/example"))));
    }

    /** The headers, which are the same for all callbacks. */
    private String headers(Operation callback) {
        var first = document.callbacks().getFirst();
        return "<h2 id=\"headers\">Headers</h2>\n"
                + (callback.equals(first)
                        ? fields.ofHeaders(document.parameters(callback.node()))
                        : "<p><a href=\"%s#headers\">The same as for every callback.</a></p>\n"
                                .formatted(Addresses.callback(first)));
    }

    private String body(Operation callback) {
        var reference = OperationPart.bodySchema(callback);
        var schema = document.resolve(reference);
        var title = Html.escape(OperationPart.lowercaseFirst(text(schema, "title")));
        return "<h2>Body, %s</h2>\n%s".formatted(title, fields.ofSchema(Addresses.FIELD, schema, false));
    }

    private String answers(Operation callback) {
        return callback.node()
                .path("responses")
                .propertyStream()
                .map(answer -> OperationPart.answer(
                        answer.getKey(), markdown.inline(text(document.resolve(answer.getValue()), "description"))))
                .collect(Collectors.joining("", "<h2>Your answer</h2>\n<dl class=\"answers\">\n", "</dl>\n"));
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

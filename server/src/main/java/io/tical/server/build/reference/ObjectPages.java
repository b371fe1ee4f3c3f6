package io.tical.server.build.reference;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.build.reference.Page.Place;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The objects of answers and callbacks, a page for each. */
record ObjectPages(OpenApi document, Markdown markdown, FieldList fields) {
    static final Place PLACE = new Place("Objects", Addresses.OBJECTS);

    private static JsonNode schemas(OpenApi document) {
        return document.root().at("/components/schemas");
    }

    /** The objects of answers; those of requests and callbacks are shown with them. */
    static List<String> shown(OpenApi document) {
        var sent = Stream.concat(document.operations().stream(), document.callbacks().stream())
                .map(OperationPart::bodySchema)
                .map(OpenApi::referenced)
                .collect(Collectors.toSet());
        return schemas(document)
                .propertyStream()
                .filter(schema -> text(schema.getValue(), "type").equals("object"))
                // An envelope is shown as the `data` of the answers that have it.
                .filter(schema -> !schema.getValue().has("allOf"))
                .map(Map.Entry::getKey)
                .filter(name -> !sent.contains(name))
                .toList();
    }

    Page list() {
        var items = shown(document).stream()
                .map(name -> "<li><a href=\"%s\"><code>%s</code></a> <span>%s</span></li>\n"
                        .formatted(Addresses.object(name), name, markdown.inline(sentence(name))))
                .collect(Collectors.joining());
        return new Page("Objects", Place.NONE, """
                <h1>Objects</h1>
                <p class="lede">The objects of answers and callbacks. Every field is always present; one without a value is \
                <code>null</code>.</p>
                <ul class="operations">
                %s</ul>
                """.formatted(items));
    }

    private String sentence(String name) {
        return text(schemas(document).path(name), "description").replaceFirst("(?s)(\\.)\\s.*", "$1");
    }

    Page page(String name) {
        var schema = schemas(document).path(name);
        return new Page(name, PLACE, """
                <h1>%s</h1>
                <div class="lede"><p>%s</p></div>
                %s<h2>Returned by</h2>
                %s""".formatted(
                        name,
                        markdown.inline(text(schema, "description")),
                        fields.ofSchema(Addresses.FIELD, schema, false),
                        answeredBy(name)));
    }

    private String answeredBy(String name) {
        var operations = document.operations().stream()
                .filter(operation -> answers(operation, name))
                .toList();
        return operations.isEmpty() ? "<p>It is a part of other objects.</p>\n" : ErrorPages.list(operations);
    }

    private boolean answers(Operation operation, String name) {
        return operation
                .node()
                .path("responses")
                .valueStream()
                .map(answer -> document.resolve(document.resolve(answer).at("/content/application~1json/schema"))
                        .at("/properties/data"))
                .anyMatch(data -> names(data, name) || names(data.path("items"), name));
    }

    private boolean names(JsonNode schema, String name) {
        return OpenApi.referenced(schema).equals(name)
                || document.resolve(schema)
                        .path("oneOf")
                        .valueStream()
                        .anyMatch(one -> OpenApi.referenced(one).equals(name));
    }
}

package io.tical.server.build.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import io.tical.server.docs.ReferencePages;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of everything that the document describes. The reference was formerly one page, and descriptions and external links still
 * use the anchors of that page; {@link #anchors()} maps each anchor to its present address.
 */
final class Addresses {
    static final String ROOT = ReferencePages.ROOT;
    static final String ERRORS = ROOT + "/errors";
    static final String CALLBACKS = ROOT + "/callbacks";
    static final String OBJECTS = ROOT + "/objects";
    /** Begins the anchors of fields on the page of an object or a callback. */
    static final String FIELD = "field-";
    /** Begins the anchors of fields of a body on the page of an operation. */
    static final String BODY = "body-";
    /** The section of the guide that introduces the callbacks is on their page. */
    static final String CALLBACKS_SECTION = "callbacks";
    /** The table of the guide that is the list of error codes. */
    static final String ERRORS_HEADING = "## Error codes";

    private final Map<String, String> anchors = new LinkedHashMap<>();
    private final Map<String, String> codes = new LinkedHashMap<>();

    Addresses(OpenApi document) {
        var operations = document.operations();
        guide(document);
        document.root().path("tags").forEach(tag -> {
            var name = OpenApi.text(tag, "name");
            anchors.put(Markdown.id("tag " + name), group(name));
        });
        operations.forEach(operation -> anchors.put(operation.id(), operation(operation)));
        document.callbacks().forEach(callback -> {
            anchors.put(callback.id(), callback(callback));
            anchors.put(objectAnchor(OpenApi.referenced(OperationPart.bodySchema(callback))), callback(callback));
            events(document, callback).forEach(event -> codes.put(event, callback(callback)));
        });
        anchors.put("objects", OBJECTS);
        ObjectPages.shown(document).forEach(name -> anchors.put(objectAnchor(name), object(name)));
        document.root().at("/components/schemas/ErrorCode/enum").forEach(code -> {
            anchors.put(code.asText(), error(code.asText()));
            codes.put(code.asText(), error(code.asText()));
        });
        operations.forEach(operation -> codes.put(operation.method() + " " + operation.path(), operation(operation)));
    }

    private void guide(OpenApi document) {
        var page = ROOT;
        var headings = Markdown.headings(document.root().at("/info/description").asText());
        for (var heading : headings.toList()) {
            var title = Markdown.plain(heading);
            var id = Markdown.id(title);
            if (heading.getLevel() == 1) {
                page = id.equals(CALLBACKS_SECTION) ? CALLBACKS : guide(id);
                anchors.put(id, page);
            } else {
                anchors.put(id, ERRORS_HEADING.endsWith(title) ? ERRORS : page + "#" + id);
            }
        }
    }

    static String guide(String section) {
        return ROOT + "/guide/" + section;
    }

    static String group(String tag) {
        return tag.equals("Callbacks") ? CALLBACKS : ROOT + "/groups/" + Markdown.id(tag);
    }

    static String operation(Operation operation) {
        return ROOT + "/operations/" + operation.id();
    }

    static String callback(Operation callback) {
        return CALLBACKS + "/" + callback.id();
    }

    static String object(String name) {
        return OBJECTS + "/" + name;
    }

    static String error(String code) {
        return ERRORS + "/" + code;
    }

    static String objectAnchor(String name) {
        return "object-" + name;
    }

    /** The anchors of the former single page, in its order, with their present addresses. */
    Map<String, String> anchors() {
        return anchors;
    }

    /** The link of inline code: an operation, an event of a callback or an error code; null if it is none of them. */
    @Nullable
    String ofCode(String code) {
        var words = code.replaceFirst("\\?.*", "");
        var last = words.substring(words.lastIndexOf(' ') + 1);
        return codes.getOrDefault(words, codes.get(last));
    }

    /** The address of a link that is written in a description. */
    String ofLink(String target) {
        return target.startsWith("#")
                ? Optional.ofNullable(anchors.get(target.substring(1))).orElse(target)
                : target;
    }

    /** The events that a callback is sent for. */
    static Stream<String> events(OpenApi document, Operation callback) {
        var event = document.resolve(OperationPart.bodySchema(callback)).at("/properties/event");
        var names = event.has("const")
                ? Stream.of(event.get("const"))
                : event.path("enum").valueStream();
        return names.map(JsonNode::asText);
    }
}

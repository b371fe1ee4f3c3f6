package io.tical.server.build.reference;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a search finds, as JSON: an array of {@code [kind, title, detail, address]} for operations, sections of the guide,
 * events, error codes, objects and fields. A section of the guide also has its words, by which it is found. Browsers fetch the index
 * when the search is opened.
 */
final class SearchIndex {
    private static final int DETAIL_LENGTH_MAX = 110;

    private static final int WORD_LENGTH_MIN = 3;
    private static final Pattern TAG = Pattern.compile("<[^>]*>");
    private static final Pattern NO_WORD = Pattern.compile("[^A-Za-z0-9_-]+");

    private final OpenApi document;
    private final ArrayNode entries = Json.mapper().createArrayNode();

    private SearchIndex(OpenApi document) {
        this.document = document;
    }

    static byte[] of(OpenApi document, GuidePages guide, ErrorCodes errors) {
        var index = new SearchIndex(document);
        document.operations().forEach(index::operation);
        guide.sections().forEach(section -> index.section(section, Addresses.guide(section.id())));
        index.section(guide.callbacks(), Addresses.CALLBACKS);
        errors.codes()
                .values()
                .forEach(code -> index.add("Error", code.name(), code.summary(), Addresses.error(code.name())));
        document.callbacks().forEach(index::callback);
        for (var name : ObjectPages.shown(document)) {
            var schema = document.root().at("/components/schemas/" + name);
            index.add("Object", name, text(schema, "description"), Addresses.object(name));
            index.fields(schema, name, Addresses.object(name) + "#" + Addresses.FIELD);
        }
        return Json.bytes(index.entries);
    }

    private ArrayNode add(String kind, String title, String detail, String address) {
        return entries.addArray().add(kind).add(title).add(shortened(detail)).add(address);
    }

    private void section(Markdown.Section section, String address) {
        var words = NO_WORD.splitAsStream(TAG.matcher(section.html()).replaceAll(" "))
                .map(word -> word.toLowerCase(Locale.ROOT))
                .filter(word -> word.length() >= WORD_LENGTH_MIN)
                .distinct()
                .collect(Collectors.joining(" "));
        add("Guide", section.title(), "", address).add(words);
    }

    /** The first sentence of a text, without marks, as far as it is shown. */
    private static String shortened(String text) {
        var plain = text.strip()
                .replaceAll("\\[([^\\]]+)\\]\\([^)]*\\)", "$1")
                .replaceAll("[`*]", "")
                .replaceFirst("(?s)([.:;])\\s.*", "$1");
        return plain.length() <= DETAIL_LENGTH_MAX ? plain : plain.substring(0, DETAIL_LENGTH_MAX - 1) + "…";
    }

    private void operation(Operation operation) {
        var address = Addresses.operation(operation);
        add("Operation", text(operation.node(), "summary"), operation.method() + " " + operation.path(), address);
        var schema = document.resolve(OperationPart.bodySchema(operation));
        var owner = text(operation.node(), "summary");
        ExampleCall.parameters(document, operation).stream()
                .filter(parameter -> text(parameter, "in").equals("query"))
                .forEach(parameter -> field(text(parameter, "name"), owner, text(parameter, "description"), address));
        var vocabularies = schema.path("dependentSchemas");
        if (vocabularies.isEmpty()) {
            fields(schema, owner, address + "#" + Addresses.BODY);
        }
        // A field of both vocabularies is found once, with the first.
        var seen = Json.mapper().createObjectNode();
        for (Map.Entry<String, JsonNode> vocabulary : vocabularies.properties()) {
            var narrowed = OperationPart.having(schema, vocabulary.getKey());
            var properties = (ObjectNode) narrowed.path("properties");
            properties.remove(seen.propertyStream().map(Map.Entry::getKey).toList());
            seen.setAll(properties);
            fields(narrowed, owner, address + "#" + Addresses.BODY + vocabulary.getKey() + "-");
        }
    }

    private void callback(Operation callback) {
        var title = text(callback.node(), "summary");
        var address = Addresses.callback(callback);
        add("Callback", title, text(callback.node(), "description"), address);
        Addresses.events(document, callback).forEach(event -> add("Event", event, title, address));
        fields(document.resolve(OperationPart.bodySchema(callback)), title, address + "#" + Addresses.FIELD);
    }

    private void fields(JsonNode schema, String owner, String anchor) {
        for (var field : schema.path("properties").properties()) {
            var own = text(field.getValue(), "description");
            var description = own.isEmpty() ? text(document.resolve(field.getValue()), "description") : own;
            field(field.getKey(), owner, description, anchor + field.getKey());
        }
    }

    private void field(String name, String owner, String description, String address) {
        add("Field", name, owner + " · " + shortened(description), address);
    }
}

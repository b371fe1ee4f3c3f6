package io.tical.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tical.common.Json;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Assembles the operators' document from its parts, each of which describes the operations of a package. A part refers to a schema of the
 * merchants' document as {@code /openapi.yaml#/components/schemas/Payin}, so that objects that operators and merchants read in the same form
 * are described once.
 */
final class OperatorsDocument {
    /** The member of each part that says where it stands, the lowest first. The document does not have it. */
    private static final String POSITION = "x-position";

    /** Each part has the tags of its operations. */
    private static final String TAGS = "tags";

    private static final List<String> COMMON_STATUSES = List.of("429", "503");
    private static final String REFUSAL = "#/components/responses/Refusal";
    private static final String SCHEMAS = "#/components/schemas/";
    private static final String MERCHANTS_SCHEMAS = OpenApi.RESOURCE + SCHEMAS;
    /** Begins the names of the merchants' schemas, which may have the names of others. */
    private static final String PREFIX = "Merchant";

    private OperatorsDocument() {}

    /** @param parts the names of their resources */
    static ObjectNode assembled(List<String> parts, OpenApi merchants) {
        var root = Json.mapper().createObjectNode();
        parts.stream()
                .map(part -> (ObjectNode) OpenApi.tree(OpenApi.read(part)))
                .sorted(Comparator.comparingInt(OperatorsDocument::position))
                .forEach(part -> {
                    part.remove(POSITION);
                    merge(root, part);
                });
        addCommonResponses(root);
        addMerchantsSchemas(root, merchants.root().at("/components/schemas"));
        return root;
    }

    private static int position(ObjectNode part) {
        return part.required(POSITION).intValue();
    }

    private static void merge(ObjectNode into, ObjectNode part) {
        for (var member : part.properties()) {
            if (into.get(member.getKey()) instanceof ObjectNode known && member.getValue() instanceof ObjectNode more) {
                merge(known, more);
            } else if (member.getKey().equals(TAGS)
                    && into.get(TAGS) instanceof ArrayNode known
                    && member.getValue() instanceof ArrayNode more) {
                known.addAll(more);
            } else if (into.has(member.getKey())) {
                throw new IllegalStateException("two parts of the document have " + member.getKey());
            } else {
                into.set(member.getKey(), member.getValue());
            }
        }
    }

    /** What every operation may answer, and the parts do not repeat. */
    private static void addCommonResponses(ObjectNode root) {
        for (var path : root.path("paths")) {
            path.propertyStream()
                    .filter(member -> OpenApi.METHODS.contains(member.getKey()))
                    .map(member -> (ObjectNode) member.getValue().path("responses"))
                    .forEach(responses -> COMMON_STATUSES.stream()
                            .filter(status -> !responses.has(status))
                            .forEach(status -> responses.putObject(status).put("$ref", REFUSAL)));
        }
    }

    /** Copies the schemas that the parts refer to, and those that these refer to. */
    private static void addMerchantsSchemas(ObjectNode root, JsonNode merchants) {
        var referenced = new ArrayDeque<String>();
        redirect(root, MERCHANTS_SCHEMAS, referenced);
        var schemas = (ObjectNode) root.at("/components/schemas");
        while (!referenced.isEmpty()) {
            var name = referenced.remove();
            if (!schemas.has(PREFIX + name)) {
                var copy = merchants.required(name).deepCopy();
                redirect(copy, SCHEMAS, referenced);
                schemas.set(PREFIX + name, copy);
            }
        }
    }

    /** Changes each reference with this prefix to refer to the copy of its schema, including references of discriminators. */
    private static void redirect(JsonNode node, String beginning, Deque<String> referenced) {
        if (node instanceof ObjectNode object) {
            object.properties()
                    .forEach(member -> member.setValue(redirected(member.getValue(), beginning, referenced)));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, redirected(array.get(i), beginning, referenced));
            }
        }
    }

    private static JsonNode redirected(JsonNode node, String beginning, Deque<String> referenced) {
        if (node.isTextual() && node.textValue().startsWith(beginning)) {
            var name = node.textValue().substring(beginning.length());
            referenced.add(name);
            return TextNode.valueOf(SCHEMAS + PREFIX + name);
        }
        redirect(node, beginning, referenced);
        return node;
    }
}

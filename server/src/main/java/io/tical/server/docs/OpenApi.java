package io.tical.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tical.common.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * An OpenAPI document as one tree: of the merchants' API, or of the operators'. It is written in YAML.
 *
 * @param yaml the document as it was written
 */
public record OpenApi(byte[] yaml, JsonNode root) {
    private static final String RESOURCE = "/openapi.yaml";
    private static final String OPERATORS = "/io/tical/server/admin/openapi/%s.yaml";
    /** The parts of the operators' document: the first has what all share, each other one describes a package's operations. */
    private static final List<String> OPERATORS_PARTS = List.of(
            "base",
            "slip",
            "payout",
            "settlement",
            "payin",
            "suspense",
            "treasury",
            "ticket",
            "interorg",
            "customer",
            "collection",
            "merchant",
            "webhook",
            "rail",
            "overview");

    private static final List<String> COMMON_STATUSES = List.of("429", "503");
    private static final String REFUSAL = "#/components/responses/Refusal";

    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    /**
     * One operation.
     *
     * @param method uppercase
     * @param path with {@code {name}} for a path parameter
     * @param shared the path item, whose parameters all of its operations have
     * @param node the operation itself
     */
    public record Operation(String method, String path, JsonNode shared, JsonNode node) {
        public String id() {
            return text(node, "operationId");
        }

        public String tag() {
            return node.path("tags").path(0).asText();
        }

        /** The required scope; empty if any key is accepted. Only OAuth schemes may list scopes as security requirements. */
        public String scope() {
            return text(node, "x-scope");
        }
    }

    /** The document of the merchants' API of this release. */
    public static OpenApi shipped() {
        var yaml = read(RESOURCE);
        return new OpenApi(yaml, tree(yaml));
    }

    /** The document of the operators' API of this release. */
    public static OpenApi operators() {
        var root = Json.mapper().createObjectNode();
        OPERATORS_PARTS.forEach(part -> merge(root, (ObjectNode) tree(read(OPERATORS.formatted(part)))));
        addCommonResponses(root);
        try {
            return new OpenApi(new YAMLMapper().writeValueAsBytes(root), root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What every operation may answer, and the parts do not repeat. */
    private static void addCommonResponses(ObjectNode root) {
        for (var path : root.path("paths")) {
            path.propertyStream()
                    .filter(member -> METHODS.contains(member.getKey()))
                    .map(member -> (ObjectNode) member.getValue().path("responses"))
                    .forEach(responses -> COMMON_STATUSES.stream()
                            .filter(status -> !responses.has(status))
                            .forEach(status -> responses.putObject(status).put("$ref", REFUSAL)));
        }
    }

    private static void merge(ObjectNode into, ObjectNode part) {
        for (var member : part.properties()) {
            if (into.get(member.getKey()) instanceof ObjectNode known && member.getValue() instanceof ObjectNode more) {
                merge(known, more);
            } else if (into.has(member.getKey())) {
                throw new IllegalStateException("two parts of the document have " + member.getKey());
            } else {
                into.set(member.getKey(), member.getValue());
            }
        }
    }

    private static JsonNode tree(byte[] yaml) {
        try {
            return new YAMLMapper().readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(String resource) {
        try (var in = Objects.requireNonNull(OpenApi.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The document as JSON. */
    public byte[] json() {
        return Json.bytes(root);
    }

    /** The text of a node's field; empty if it has none. */
    static String text(JsonNode node, String field) {
        return node.path(field).asText();
    }

    /** Resolves a node: itself, or the component of its {@code $ref}. */
    public JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? resolve(root.requiredAt(text(node, "$ref").substring(1))) : node;
    }

    /** The parameters of a path item or of an operation. */
    List<JsonNode> parameters(JsonNode node) {
        return node.path("parameters").valueStream().map(this::resolve).toList();
    }

    /** The last part of a node's {@code $ref}, the component's name; empty when it refers to nothing. */
    public static String referenced(JsonNode node) {
        var reference = text(node, "$ref");
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    /** Every operation, in the document's order. */
    public List<Operation> operations() {
        return operations("paths");
    }

    /** Every callback, in the document's order: an operation of the merchant's server. Its path is a name. */
    public List<Operation> callbacks() {
        return operations("webhooks");
    }

    private List<Operation> operations(String field) {
        return root.path(field)
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .filter(member -> METHODS.contains(member.getKey()))
                        .map(member -> new Operation(
                                member.getKey().toUpperCase(Locale.ROOT),
                                path.getKey(),
                                path.getValue(),
                                member.getValue())))
                .toList();
    }
}

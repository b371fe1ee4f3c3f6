package io.tical.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tical.common.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An OpenAPI document as one tree: of the merchants' API, or of the operators'. It is written in YAML.
 *
 * @param yaml the document as it was written
 */
public record OpenApi(byte[] yaml, JsonNode root) {
    static final String RESOURCE = "/openapi.yaml";

    /** What the document says if the operator has not named the addresses from which callbacks come. */
    static final String NO_CALLBACK_SOURCES =
            "The operator of this service has not named the addresses from which callbacks come. Ask before you close your"
                    + " firewall.";

    public static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

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

    /** This document with the addresses from which callbacks come; itself if there are none. */
    OpenApi withCallbackSources(List<String> sources) {
        if (sources.isEmpty()) {
            return this;
        }
        var named = callbackSources(sources.stream().map(one -> "`" + one + "`"));
        var text = new String(yaml, StandardCharsets.UTF_8);
        if (!text.contains(NO_CALLBACK_SOURCES)) {
            throw new IllegalStateException("the document does not say where callbacks come from");
        }
        var changed = text.replace(NO_CALLBACK_SOURCES, named).getBytes(StandardCharsets.UTF_8);
        return new OpenApi(changed, tree(changed));
    }

    /** The sentences that name the addresses from which callbacks come, each marked as code. */
    static String callbackSources(Stream<String> marked) {
        return marked.collect(Collectors.joining(
                ", ", "Callbacks come from ", ". If your firewall is closed, open it for these addresses."));
    }

    /**
     * The document of the operators' API of this release.
     *
     * @param parts the names of its resources
     */
    public static OpenApi operators(List<String> parts) {
        var root = OperatorsDocument.assembled(parts, shipped());
        try {
            return new OpenApi(new YAMLMapper().writeValueAsBytes(root), root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The tree of a text in YAML. */
    public static JsonNode tree(byte[] yaml) {
        try {
            return new YAMLMapper().readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes of a resource. */
    public static byte[] read(String resource) {
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
    public static String text(JsonNode node, String field) {
        return node.path(field).asText();
    }

    /** Resolves a node: itself, or the component of its {@code $ref}. */
    public JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? resolve(root.requiredAt(text(node, "$ref").substring(1))) : node;
    }

    /** The parameters of a path item or of an operation. */
    public List<JsonNode> parameters(JsonNode node) {
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

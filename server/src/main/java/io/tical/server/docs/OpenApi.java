package io.tical.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tical.common.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The OpenAPI document of the merchants' API as one tree. It is written in YAML. */
public final class OpenApi {
    private static final String RESOURCE = "/openapi.yaml";
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    private final byte[] yaml;
    private final JsonNode root;

    private OpenApi(byte[] yaml, JsonNode root) {
        this.yaml = yaml;
        this.root = root;
    }

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
            return node.path("operationId").asText();
        }

        public String tag() {
            return node.path("tags").path(0).asText();
        }

        /** The required scope; empty if any key is accepted. */
        public String scope() {
            return node.path("security").path(0).path("apiKey").path(0).asText();
        }
    }

    /** The document of this release. */
    public static OpenApi shipped() {
        try (var in = OpenApi.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing from this build");
            }
            var yaml = in.readAllBytes();
            return new OpenApi(yaml, new YAMLMapper().readTree(yaml));
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The document as it was written. */
    public byte[] yaml() {
        return yaml.clone();
    }

    /** The same as JSON. */
    public byte[] json() {
        return Json.bytes(root);
    }

    public JsonNode root() {
        return root;
    }

    /** Resolves a node: itself, or the component of its {@code $ref}. */
    public JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? resolve(component(node.get("$ref").asText())) : node;
    }

    private JsonNode component(String reference) {
        var found = root.at(reference.substring(1));
        if (found.isMissingNode()) {
            throw new IllegalStateException(RESOURCE + " refers to " + reference + ", which is not there");
        }
        return found;
    }

    /** The last part of a node's {@code $ref}, the component's name; empty when it refers to nothing. */
    public static String referenced(JsonNode node) {
        var reference = node.path("$ref").asText();
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    /** Every operation, in the document's order. */
    public List<Operation> operations() {
        return operations(root.path("paths"));
    }

    /** Every callback, in the document's order: an operation of the merchant's server. Its path is a name. */
    public List<Operation> callbacks() {
        return operations(root.path("webhooks"));
    }

    private static List<Operation> operations(JsonNode paths) {
        var operations = new ArrayList<Operation>();
        for (var path : paths.properties()) {
            for (var member : path.getValue().properties()) {
                if (METHODS.contains(member.getKey())) {
                    operations.add(new Operation(
                            member.getKey().toUpperCase(Locale.ROOT),
                            path.getKey(),
                            path.getValue(),
                            member.getValue()));
                }
            }
        }
        return operations;
    }
}

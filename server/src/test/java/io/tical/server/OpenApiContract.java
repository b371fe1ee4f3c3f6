package io.tical.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaLocation.Fragment;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.NonValidationKeyword;
import io.tical.common.Json;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import io.tical.server.http.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Holds what the service really answers against the document: path and method, status, content type, headers, and every
 * field of the body. What is not documented fails. Safe for several threads.
 */
public final class OpenApiContract {
    private static final String DOCUMENT = "https://tical.invalid/openapi.json";

    private final OpenApi document;
    private final List<Operation> operations;
    private final Schema root;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();
    private final SameFields sameFields;

    private OpenApiContract(OpenApi document) {
        this.document = document;
        this.operations = document.operations();
        this.sameFields = new SameFields(document.root());
        var config = SchemaRegistryConfig.builder()
                .formatAssertionsEnabled(true)
                .locale(Locale.ENGLISH)
                .build();
        // JSON Schema 2020-12, which OpenAPI 3.1 is written in, and the document's own members around the schemas.
        var members = new ArrayList<Keyword>();
        document.root().fieldNames().forEachRemaining(member -> members.add(new NonValidationKeyword(member)));
        this.root = SchemaRegistry.withDefaultDialect(
                        Dialect.builder(Dialects.getDraft202012())
                                .keywords(members)
                                .build(),
                        builder -> builder.schemaRegistryConfig(config))
                .getSchema(SchemaLocation.of(DOCUMENT), document.root());
    }

    /** The contract of the operators' API. */
    public static OpenApiContract operators() {
        return Loaded.OPERATORS;
    }

    /** The contract of the document that this release ships. */
    public static OpenApiContract merchants() {
        return Loaded.MERCHANTS;
    }

    /** The resources that describe the operators' API: all that there are. */
    public static List<String> operatorsParts() {
        // From the folder of any module, because the tests of the console check the operators' answers too.
        var resources = Path.of("..", "server", "src", "main", "resources");
        try (var files = Files.walk(resources)) {
            return files.filter(file -> file.getFileName().toString().equals("operators.yaml"))
                    .map(file -> "/" + resources.relativize(file))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each document once, because parsing one takes longer than most tests. */
    private static final class Loaded {
        static final OpenApiContract OPERATORS = new OpenApiContract(OpenApi.operators(operatorsParts()));
        static final OpenApiContract MERCHANTS = new OpenApiContract(OpenApi.shipped());
    }

    /**
     * Checks one answer.
     *
     * @param method of the request, uppercase
     * @param rawPath of the request, with or without its query
     * @param headers of the answer; names in any case
     * @throws AssertionError naming everything that the document does not say of it
     */
    public void check(String method, String rawPath, int status, Map<String, List<String>> headers, byte[] body) {
        var operation = operation(method, rawPath)
                .orElseThrow(() -> new AssertionError("The document has no " + method + " " + rawPath));
        var answer = operation.node().path("responses").path(Integer.toString(status));
        var what = method + " " + operation.path() + " " + status;
        if (answer.isMissingNode()) {
            throw new AssertionError(what + " is not documented; the answer was " + text(body));
        }
        var pointer = pointer(
                answer,
                "/paths/" + operation.path().replace("/", "~1") + "/" + method.toLowerCase(Locale.ROOT) + "/responses/"
                        + status);
        var wrong = new ArrayList<String>();
        var sent = byLowercaseName(headers);
        checkHeaders(pointer, sent, wrong);
        checkContent(pointer, sent, body, wrong);
        if (!wrong.isEmpty()) {
            throw new AssertionError(what + " is not as documented:\n  " + String.join("\n  ", wrong)
                    + "\nThe answer was " + text(body) + "\nwith " + headers);
        }
    }

    /**
     * Checks one callback: every header that is documented and no other of ours, and every field of the body.
     *
     * @param headers of the request; names in any case
     * @throws AssertionError naming everything that the document does not say of it
     */
    public void checkCallback(Map<String, String> headers, byte[] body) {
        var wrong = new ArrayList<String>();
        var sent = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        sent.putAll(headers);
        var all = new TreeMap<>(sent);
        var json = json(body, wrong);
        var name = callbackName(sent.getOrDefault("X-Transaction-Type", ""), json);
        var callback = document.callbacks().stream()
                .filter(documented -> documented.path().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("The document has no callback " + name));
        for (var parameter : callback.node().path("parameters")) {
            var documented = pointer(parameter);
            var header = document.root().at(documented);
            var value = sent.remove(header.path("name").asText());
            if (value == null) {
                wrong.add("header " + header.path("name").asText() + " is missing");
            } else {
                violations(documented + "/schema", TextNode.valueOf(value))
                        .forEach(violation ->
                                wrong.add("header " + header.path("name").asText() + ": " + violation));
                SameFields.other(header.path("description").asText())
                        .filter(other -> !value.equals(all.get(other)))
                        .ifPresent(other ->
                                wrong.add("header " + header.path("name").asText() + " is " + value + ", and " + other
                                        + " is " + all.get(other)));
            }
        }
        sent.keySet().removeIf(header -> !header.toLowerCase(Locale.ROOT).matches("(x|webhook)-.*"));
        sent.keySet().forEach(header -> wrong.add("header " + header + " is not documented"));
        var place = callbackPlace(name);
        wrong.addAll(violations(place, json));
        wrong.addAll(sameFields.violations(document.root().at(place), json));
        if (!wrong.isEmpty()) {
            throw new AssertionError("The callback " + name + " is not as documented:\n  " + String.join("\n  ", wrong)
                    + "\nIt was " + text(body) + "\nwith " + headers);
        }
    }

    private static String callbackPlace(String name) {
        return "/webhooks/" + name + "/post/requestBody/content/application~1json/schema";
    }

    /** What describes the body of a callback about a type of transactions. */
    JsonNode callbackSchema(String type, JsonNode body) {
        return document.root().at(callbackPlace(callbackName(type, body)));
    }

    /** What describes the body of an answer. */
    JsonNode answerSchema(String method, String rawPath, int status) {
        var answer = operation(method, rawPath)
                .orElseThrow()
                .node()
                .path("responses")
                .path(Integer.toString(status));
        return document.resolve(answer).at("/content/application~1json/schema");
    }

    /** The document has an operation for each type of transaction and form of the body. Only an envelope has an event. */
    private static String callbackName(String type, JsonNode body) {
        if (body.path("event").asText().equals("ping")) {
            return "ping";
        }
        var form = body.has("event") ? "Event" : "Transaction";
        var transaction = body.has("event") ? body.path("data") : body;
        return transaction.has("organization_account_id") ? "organizationSettlement" + form : type + form;
    }

    private static JsonNode json(byte[] body, List<String> wrong) {
        try {
            return Json.mapper().readTree(body);
        } catch (IOException e) {
            wrong.add("the body is not JSON: " + e.getMessage());
            return MissingNode.getInstance();
        }
    }

    /** What stands at a place in the document, validated. Answers what is wrong with the value, nothing when it is right. */
    List<String> violations(String pointer, JsonNode value) {
        return schemas.computeIfAbsent(pointer, this::schema).validate(value).stream()
                .map(Error::toString)
                .toList();
    }

    /** From the root, because the registry would parse the document anew for each place in it. */
    private synchronized Schema schema(String pointer) {
        return root.getSubSchema(Fragment.of(pointer));
    }

    private void checkHeaders(String pointer, Map<String, List<String>> sent, List<String> wrong) {
        for (var member : document.root().at(pointer).path("headers").properties()) {
            var name = member.getKey();
            var place = pointer(member.getValue(), pointer + "/headers/" + name);
            var header = document.root().at(place);
            var values = sent.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
            if (values.size() > 1) {
                wrong.add("header " + name + " is sent " + values.size() + " times");
            } else if (values.size() == 1) {
                violations(place + "/schema", typed(header.path("schema"), values.getFirst()))
                        .forEach(violation -> wrong.add("header " + name + ": " + violation));
            } else if (header.path("required").asBoolean()) {
                wrong.add("header " + name + " is missing");
            }
        }
    }

    private static JsonNode typed(JsonNode schema, String value) {
        return schema.path("type").asText().equals("integer") && value.matches("-?[0-9]{1,9}")
                ? IntNode.valueOf(Integer.parseInt(value))
                : TextNode.valueOf(value);
    }

    private void checkContent(String pointer, Map<String, List<String>> sent, byte[] body, List<String> wrong) {
        var types = sent.getOrDefault("content-type", List.of());
        var type = types.size() == 1 ? types.getFirst().split(";")[0].strip() : "";
        if (!document.root().at(pointer).path("content").has(type)) {
            wrong.add("Content-Type is " + types);
            return;
        }
        if (!type.equals("application/json")) {
            return;
        }
        var json = json(body, wrong);
        if (json.isMissingNode()) {
            return;
        }
        var place = pointer + "/content/" + type.replace("/", "~1") + "/schema";
        wrong.addAll(violations(place, json));
        wrong.addAll(sameFields.violations(document.root().at(place), json));
        if (json.at("/meta/has_more").asBoolean() != json.at("/meta").has("next_cursor")) {
            // Not in the schema: generators turn a conditional object into one without fields.
            wrong.add("meta has next_cursor without has_more, or the reverse");
        }
        var requestId = sent.getOrDefault("x-request-id", List.of("")).getFirst();
        if (!requestId.equals(json.path("meta").path("request_id").asText())) {
            wrong.add("meta.request_id differs from X-Request-Id, which is " + requestId);
        }
    }

    private static Map<String, List<String>> byLowercaseName(Map<String, List<String>> headers) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey() != null) // HttpURLConnection lists the status line so
                .collect(Collectors.toMap(
                        header -> header.getKey().toLowerCase(Locale.ROOT),
                        Map.Entry::getValue,
                        (a, b) -> Stream.concat(a.stream(), b.stream()).toList(),
                        TreeMap::new));
    }

    /** Where a node of the document is to be found: where its {@code $ref} leads. */
    private static String pointer(JsonNode reference) {
        return reference.path("$ref").asText().substring(1);
    }

    /** @param own where the node itself is, if it refers to nothing */
    private static String pointer(JsonNode node, String own) {
        return node.has("$ref") ? pointer(node) : own;
    }

    /** What is checked against. It is shared: nobody may change it. */
    public OpenApi document() {
        return document;
    }

    /** Every operation of the document. */
    public List<Operation> operations() {
        return operations;
    }

    private Optional<Operation> operation(String method, String rawPath) {
        var asked = rawPath.split("\\?", 2)[0].split("/", -1);
        return operations.stream()
                .filter(operation -> operation.method().equals(method))
                .filter(operation -> fits(operation.path().split("/", -1), asked))
                // A literal before a parameter, as the service routes.
                .min(Comparator.comparingLong(operation ->
                        operation.path().chars().filter(c -> c == '{').count()));
    }

    private static boolean fits(String[] template, String[] asked) {
        return template.length == asked.length
                && IntStream.range(0, asked.length)
                        .allMatch(
                                i -> template[i].startsWith("{") ? !asked[i].isEmpty() : template[i].equals(asked[i]));
    }

    /**
     * Requires that the service and the document know the same operations, and agree on what a key needs for each.
     *
     * @throws AssertionError naming every difference
     */
    public void requireSamePaths(List<Endpoint> endpoints) {
        var served = endpoints.stream().map(OpenApiContract::line).collect(Collectors.toCollection(TreeSet::new));
        var documented = operations.stream().map(this::line).collect(Collectors.toCollection(TreeSet::new));
        var undocumented = new TreeSet<>(served);
        undocumented.removeAll(documented);
        var unserved = new TreeSet<>(documented);
        unserved.removeAll(served);
        if (!undocumented.isEmpty() || !unserved.isEmpty()) {
            throw new AssertionError("The service and the document differ.\nServed, and not documented so:\n  "
                    + String.join("\n  ", undocumented) + "\nDocumented, and not served so:\n  "
                    + String.join("\n  ", unserved));
        }
    }

    private static String line(Endpoint endpoint) {
        var scope = endpoint.scope();
        return line(
                endpoint.method(),
                endpoint.path(),
                scope == null ? "" : scope.word(),
                switch (endpoint.environment()) {
                    case ANY -> "any";
                    case TEST_ONLY -> "test";
                    case LIVE_ONLY -> "live";
                });
    }

    private String line(Operation operation) {
        var forbidden = document.root()
                .at(pointer(operation.node().path("responses").path("403")))
                .at("/content/application~1json/schema/allOf/1/properties/code/enum");
        var codes = StreamSupport.stream(forbidden.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
        var environment = codes.contains("LIVE_KEY_NOT_ALLOWED")
                ? "test"
                : codes.contains("TEST_KEY_NOT_ALLOWED") ? "live" : "any";
        return line(operation.method(), operation.path(), operation.scope(), environment);
    }

    private static String line(String method, String path, String scope, String environment) {
        return "%s %s, scope %s, %s keys".formatted(method, path, scope.isEmpty() ? "none" : scope, environment);
    }

    private static String text(byte[] body) {
        var text = new String(body, StandardCharsets.UTF_8);
        return text.length() > 2_000 ? text.substring(0, 2_000) + "…" : text;
    }
}

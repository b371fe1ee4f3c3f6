package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.OpenApiContract;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The document is whole: every operation, callback, schema, answer and example. */
class OpenApiDocumentTest {
    /** What the envelopes share; each of them is closed. */
    private static final Set<String> ENVELOPES = Set.of("Success", "PageSuccess");
    /** Fields that an answer may lack. */
    private static final Map<String, Set<String>> OPTIONAL = Map.of(
            "PageMeta",
            Set.of("next_cursor"),
            "Failure",
            Set.of("errors"),
            "GuidePayin",
            Set.of("address", "network", "deposit_page_url"));

    private final OpenApi document = OpenApiContract.merchants().document();

    @Test
    void theDocumentIsOpenApi31OfVersionOne() {
        assertThat(document.root().path("openapi").asText()).startsWith("3.1.");
        assertThat(document.root().at("/info/version").asText()).isEqualTo("1.0.0");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyReferenceLeadsSomewhereAndEveryComponentIsUsed(OpenApi document) {
        var used = new HashSet<String>();
        walk("", document.root(), (pointer, node) -> {
            if (node.has("$ref")) {
                var target = node.get("$ref").asText();
                assertThat(document.root().at(target.substring(1)).isMissingNode())
                        .as(pointer + " → " + target)
                        .isFalse();
                used.add(target);
            }
        });
        for (var kind : List.of("headers", "parameters", "schemas", "responses")) {
            document.root()
                    .at("/components/" + kind)
                    .fieldNames()
                    .forEachRemaining(name -> assertThat(used).contains("#/components/" + kind + "/" + name));
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyOperationHasAnIdOfItsOwnATagASummaryADescriptionAndItsPathsParameters(OpenApi document) {
        var tags = new HashSet<String>();
        document.root().path("tags").forEach(tag -> tags.add(tag.path("name").asText()));
        var ids = new HashSet<String>();
        for (var operation : document.operations()) {
            assertThat(operation.id()).isNotBlank();
            assertThat(ids.add(operation.id())).as(operation.id()).isTrue();
            assertThat(tags).contains(operation.tag());
            assertThat(operation.node().path("summary").asText()).isNotBlank();
            assertThat(operation.node().path("description").asText())
                    .as(operation.id())
                    .isNotBlank();
            var named = new TreeSet<String>();
            operation.shared().path("parameters").forEach(reference -> {
                var parameter = document.resolve(reference);
                if (parameter.path("in").asText().equals("path")) {
                    named.add("{" + parameter.path("name").asText() + "}");
                }
            });
            var wanted = Pattern.compile("\\{[^}]+}")
                    .matcher(operation.path())
                    .results()
                    .map(match -> match.group())
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(named).as(operation.path()).isEqualTo(wanted);
        }
    }

    @Test
    void everyWriteTakesAnIdempotencyKeyAndEveryOperationDocumentsItsFailures() {
        for (var operation : document.operations()) {
            var writes = !operation.method().equals("GET");
            // Whether each header is required.
            var headers = new HashMap<String, Boolean>();
            operation.node().path("parameters").forEach(reference -> {
                var parameter = document.resolve(reference);
                headers.put(
                        parameter.path("name").asText(),
                        parameter.path("required").asBoolean());
            });
            assertThat(headers.get("Idempotency-Key"))
                    .as(operation.id())
                    .isEqualTo(writes ? (Boolean) operation.method().equals("POST") : null);
            for (var status : List.of("400", "401", "403", "413", "415", "429", "500", "503")) {
                assertThat(operation.node().path("responses").has(status))
                        .as(operation.id() + " " + status)
                        .isTrue();
            }
            assertThat(operation.node().path("responses").has("409"))
                    .as(operation.id() + " 409")
                    .isEqualTo(writes);
        }
    }

    @Test
    void everyCallbackIsDescribedAsWellAsAnOperation() {
        var taken = document.operations().stream().map(OpenApi.Operation::id).collect(Collectors.toSet());
        var headers = new HashSet<List<String>>();
        assertThat(document.callbacks())
                .extracting(OpenApi.Operation::path)
                .contains("payoutEvent", "payoutTransaction", "ping");
        for (var callback : document.callbacks()) {
            assertThat(callback.method()).isEqualTo("POST");
            assertThat(taken.add(callback.id())).as(callback.id()).isTrue();
            assertThat(callback.tag()).isEqualTo("Callbacks");
            assertThat(callback.shared().path("summary").asText()).isNotBlank();
            assertThat(callback.node().path("summary").asText()).isNotBlank();
            assertThat(callback.node().path("description").asText()).isNotBlank();
            assertThat(callback.node().path("security").isEmpty())
                    .as("it is signed, and has no API key")
                    .isTrue();
            assertThat(callback.node().path("responses").properties())
                    .extracting(Map.Entry::getKey)
                    .containsExactly("2XX", "3XX", "4XX", "5XX");
            assertThat(callback.node()
                            .at("/requestBody/content/application~1json")
                            .has("example"))
                    .as(callback.id())
                    .isTrue();
            var names = new ArrayList<String>();
            callback.node()
                    .path("parameters")
                    .forEach(parameter ->
                            names.add(document.resolve(parameter).path("name").asText()));
            headers.add(names);
        }
        assertThat(headers).as("all callbacks have the same headers").hasSize(1);
    }

    @Test
    void everyFieldHasATypeAndASentence() {
        for (var schema : document.root().at("/components/schemas").properties()) {
            assertThat(schema.getValue().path("description").asText())
                    .as(schema.getKey())
                    .endsWith(".");
            for (var field : schema.getValue().path("properties").properties()) {
                var name = schema.getKey() + "." + field.getKey();
                var resolved = document.resolve(field.getValue());
                var sentence = field.getValue()
                        .path("description")
                        .asText(resolved.path("description").asText());
                assertThat(sentence).as(name).endsWith(".");
                assertThat(resolved.has("type") || resolved.has("const") || resolved.has("oneOf"))
                        .as(name)
                        .isTrue();
            }
        }
    }

    @Test
    void everyAnswerIsStrict() {
        var asked = document.operations().stream()
                .flatMap(
                        operation -> operation.node().at("/requestBody/content").valueStream())
                .map(content -> content.path("schema"))
                .map(OpenApi::referenced)
                .collect(Collectors.toSet());
        for (var schema : document.root().at("/components/schemas").properties()) {
            var node = schema.getValue();
            if (!node.path("type").asText().equals("object") || asked.contains(schema.getKey())) {
                continue;
            }
            if (ENVELOPES.contains(schema.getKey())) {
                continue;
            }
            var closed = node.has("allOf") ? "unevaluatedProperties" : "additionalProperties";
            assertThat(node.path(closed).isBoolean()).as(schema.getKey()).isTrue();
            var required = new TreeSet<String>();
            node.path("required").forEach(name -> required.add(name.asText()));
            var fields = new TreeSet<String>();
            node.path("properties").fieldNames().forEachRemaining(fields::add);
            fields.removeAll(OPTIONAL.getOrDefault(schema.getKey(), Set.of()));
            assertThat(required).as(schema.getKey()).isEqualTo(fields);
        }
    }

    @Test
    void everySuccessIsANamedEnvelopeThatRequiresItsData() {
        for (var response : document.root().at("/components/responses").properties()) {
            var schema = response.getValue().at("/content/application~1json/schema");
            if (schema.at("/allOf/0/$ref").asText().endsWith("/Failure")) {
                // Generated clients name the class of this failure after its title.
                assertThat(schema.path("title").asText()).isEqualTo(response.getKey());
                continue;
            }
            if (schema.isMissingNode()) {
                continue;
            }
            assertThat(OpenApi.referenced(schema)).as(response.getKey()).endsWith("Answer");
            var envelope = document.resolve(schema);
            assertThat(ENVELOPES).contains(OpenApi.referenced(envelope.at("/allOf/0")));
            assertThat(envelope.path("required").path(0).asText())
                    .as(response.getKey())
                    .isEqualTo("data");
        }
    }

    @Test
    void everyRequestAndEveryAnswerHasAnExample() {
        for (var operation : document.operations()) {
            operation
                    .node()
                    .at("/requestBody/content")
                    .properties()
                    .forEach(content -> assertThat(content.getValue().has("example")
                                    || content.getValue().has("examples"))
                            .as(operation.id() + " " + content.getKey())
                            .isTrue());
            for (var answer : operation.node().path("responses").properties()) {
                document.resolve(answer.getValue())
                        .path("content")
                        .properties()
                        .forEach(content -> assertThat(content.getValue().has("example")
                                        || content.getValue().has("examples"))
                                .as(operation.id() + " " + answer.getKey())
                                .isTrue());
            }
        }
    }

    /** A nullable object is written as a union with {@code null}, which needs no discriminator. */
    @ParameterizedTest
    @MethodSource("documents")
    void everyUnionHasADiscriminatorThatNamesEachOfItsSchemas(OpenApi document) {
        walk("", document.root(), (pointer, node) -> {
            for (var union : List.of("oneOf", "anyOf")) {
                var schemas = node.path(union)
                        .valueStream()
                        .filter(schema -> !schema.path("type").asText().equals("null"))
                        .toList();
                if (schemas.size() > 1) {
                    var property = node.at("/discriminator/propertyName").asText();
                    var mapped = new TreeSet<String>();
                    for (var member : node.at("/discriminator/mapping").properties()) {
                        var reference = member.getValue().asText();
                        mapped.add(reference);
                        var field = document.root().at(reference.substring(1) + "/properties/" + property);
                        assertThat(values(document.resolve(field)))
                                .as("%s of %s in %s", property, reference, pointer)
                                .contains(member.getKey());
                    }
                    assertThat(schemas)
                            .as(pointer)
                            .extracting(schema -> schema.path("$ref").asText())
                            .containsExactlyInAnyOrderElementsOf(mapped);
                }
            }
        });
    }

    private static List<OpenApi> documents() {
        return Stream.of(OpenApiContract.merchants(), OpenApiContract.operators())
                .map(OpenApiContract::document)
                .toList();
    }

    private static List<String> values(JsonNode schema) {
        return Stream.concat(schema.path("enum").valueStream(), Stream.of(schema.path("const")))
                .map(JsonNode::asText)
                .toList();
    }

    private static void walk(String pointer, JsonNode node, BiConsumer<String, JsonNode> visitor) {
        visitor.accept(pointer, node);
        if (node.isObject()) {
            node.properties().forEach(member -> walk(pointer + "/" + member.getKey(), member.getValue(), visitor));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                walk(pointer + "/" + i, node.get(i), visitor);
            }
        }
    }
}

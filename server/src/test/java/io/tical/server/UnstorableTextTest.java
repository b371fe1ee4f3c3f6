package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** PostgreSQL stores no NUL, and no broken Unicode. Wherever a caller may send a text, such a one is the caller's mistake. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnstorableTextTest {
    /** Percent-encoded: NUL alone and within a text, an escape character, half a surrogate pair, a byte that is not UTF-8. */
    private static final List<String> ENCODED = List.of("%00", "a%00b", "%1B", "%ED%A0%80", "%FF");

    private static final List<String> UNSTORABLE = List.of("\u0000", "a\u0000b", "\u001b", "\ud800");

    private final OpenApi document = OpenApiContract.merchants().document();
    private final HttpClient client = HttpClient.newHttpClient();
    private TestService service;
    private Merchant test;
    private Merchant live;

    @BeforeAll
    void start() {
        service = TestService.start(
                Map.of(
                        "TICAL_SLIP_VERIFIER",
                        "simulator",
                        "TICAL_HOLDER_LOOKUP",
                        "simulator",
                        "TICAL_RATE_LIMIT_VERIFY",
                        "0"),
                TestService.WITHOUT_WORK);
        test = service.merchant();
        live = service.live(test);
    }

    @AfterAll
    void stop() {
        client.close();
        service.close();
    }

    private Stream<JsonNode> parameters(Operation operation, String in) {
        return Stream.of(operation.shared(), operation.node())
                .flatMap(node -> StreamSupport.stream(node.path("parameters").spliterator(), false))
                .map(document::resolve)
                .filter(parameter -> parameter.path("in").asText().equals(in));
    }

    /** In both environments, for some operations are of one only. */
    private List<Reply> answers(Operation operation, String path, String body) {
        return Stream.of(test, live)
                .map(merchant -> switch (operation.method()) {
                    case "POST" -> merchant.post(path, body);
                    case "PATCH" -> merchant.send("PATCH", path, Map.of(), body);
                    default -> merchant.send(operation.method(), path, Map.of(), null);
                })
                .toList();
    }

    private static String withIds(String path) {
        return path.replaceAll("\\{\\w+}", Ids.next().toString());
    }

    @Test
    void aPathWithSuchATextNamesNothing() {
        for (var operation : document.operations()) {
            for (var parameter : parameters(operation, "path").toList()) {
                for (var text : ENCODED) {
                    var path = operation
                            .path()
                            .replace("{" + parameter.path("name").asText() + "}", text);
                    for (var reply : answers(operation, withIds(path), "{}")) {
                        assertThat(reply.status())
                                .as(operation.method() + " " + path + " " + reply.text())
                                .isIn(404, 403, 415);
                    }
                }
            }
        }
        live.get("/v1/slip/verify/%00").expect(404, "SLIP_NOT_FOUND");
        test.get("/v1/payins/a%00b").expect(404, "PAYIN_NOT_FOUND");
    }

    @Test
    void aQueryWithSuchATextIsInvalid() {
        var asked = 0;
        for (var operation : document.operations()) {
            for (var parameter : parameters(operation, "query").toList()) {
                for (var text : ENCODED) {
                    var path = withIds(operation.path()) + "?"
                            + parameter.path("name").asText() + "=" + text;
                    for (var reply : answers(operation, path, "{}")) {
                        assertThat(reply.status() + " " + reply.code())
                                .as(operation.method() + " " + path)
                                .isIn("400 VALIDATION_FAILED", "403 TEST_KEY_NOT_ALLOWED");
                        asked++;
                    }
                }
            }
        }
        assertThat(asked).isGreaterThan(100);
    }

    @Test
    void aBodyWithSuchATextIsInvalidWhicheverFieldHasIt() {
        var fields = 0;
        for (var operation : document.operations()) {
            for (var example : examples(operation)) {
                for (var field : texts(operation, example)) {
                    for (var text : UNSTORABLE) {
                        var body = Json.bytes(((ObjectNode) example.deepCopy()).put(field, "\u0001"));
                        var sent = new String(body, StandardCharsets.UTF_8).replace("\"\\u0001\"", escaped(text));
                        for (var reply : answers(operation, withIds(operation.path()), sent)) {
                            var what = operation.method() + " " + operation.path() + " " + sent + " " + reply.text();
                            if (example.has(field)) {
                                assertThat(reply.status() + " " + reply.code())
                                        .as(what)
                                        .isIn(
                                                "400 VALIDATION_FAILED",
                                                "403 LIVE_KEY_NOT_ALLOWED",
                                                "403 TEST_KEY_NOT_ALLOWED");
                            }
                            // A field that this body has no use for is not read.
                            assertThat(reply.status()).as(what).isIn(201, 400, 403, 409, 422);
                        }
                        fields++;
                    }
                }
            }
        }
        assertThat(fields).isGreaterThan(50);
    }

    private static String escaped(String text) {
        var json = new StringBuilder("\"");
        text.chars().forEach(c -> json.append(String.format(Locale.ROOT, "\\u%04x", c)));
        return json.append('"').toString();
    }

    private List<JsonNode> examples(Operation operation) {
        var content = operation.node().at("/requestBody/content/application~1json");
        var examples = new ArrayList<JsonNode>();
        content.path("examples").forEach(example -> examples.add(example.path("value")));
        if (content.has("example")) {
            examples.add(content.path("example"));
        }
        return examples;
    }

    /** The fields of a body that take a text: those of the example, and those of the schema with the same required ones. */
    private List<String> texts(Operation operation, JsonNode example) {
        var schema = document.resolve(operation.node().at("/requestBody/content/application~1json/schema"));
        var schemas = schema.has("oneOf")
                ? schema.path("oneOf")
                : Json.mapper().createArrayNode().add(schema);
        var texts = new ArrayList<String>();
        for (var reference : schemas) {
            var one = document.resolve(reference);
            if (StreamSupport.stream(one.path("required").spliterator(), false)
                    .allMatch(field -> example.has(field.asText()))) {
                one.path("properties").properties().forEach(property -> {
                    if (document.resolve(property.getValue())
                            .path("type")
                            .toString()
                            .contains("string")) {
                        texts.add(property.getKey());
                    }
                });
            }
        }
        return texts.stream().distinct().toList();
    }

    @Test
    void metadataWithSuchATextIsInvalid() {
        for (var pair : List.of("\"a\":\"\\u0000\"", "\"\\u0000\":\"a\"", "\"a\":\"\\udc00\"", "\"\\ud800\":\"a\"")) {
            test.post("/v1/customers", """
                    {"holder_name":"Somchai","bank_code":"KBANK","account_no":"1234567890","metadata":{%s}}""".formatted(pair)).expect(400);
        }
    }

    @Test
    void theDashboardsSurfaceRefusesSuchATextToo() {
        for (var endpoint : service.tical().dashboard()) {
            var owner = service.owner(test);
            for (var text : UNSTORABLE) {
                var fields = new TreeMap<String, Object>();
                for (var field : List.of(
                        "username", "password", "current_password", "name", "environment", "url", "form", "role")) {
                    fields.put(field, text);
                }
                fields.put("scopes", List.of(text));
                fields.put("entries", List.of(text));
                var body =
                        endpoint.method().equals("GET") ? null : new String(Json.bytes(fields), StandardCharsets.UTF_8);
                var path = endpoint.path().replaceAll("\\{\\w+}", "%00");
                var reply = owner.change(endpoint.method(), path, body);
                assertThat(reply.status())
                        .as(endpoint.method() + " " + path + reply.text())
                        .isLessThan(500);
                var query = owner.change(endpoint.method(), withIds(endpoint.path()) + "?q=%00&environment=%00", body);
                assertThat(query.status())
                        .as(endpoint.method() + " " + query.text())
                        .isBetween(400, 499);
            }
        }
    }

    @Test
    void thePayHostRefusesSuchATextToo() throws IOException, InterruptedException {
        for (var text : ENCODED) {
            for (var path : List.of("/pay/" + text, "/pay-api/v1/pay/" + text)) {
                assertThat(payHost("GET", path)).as(path).isEqualTo(404);
            }
            for (var operation : List.of("disclosure-consent", "slip")) {
                var path = "/pay-api/v1/pay/" + text + "/" + operation;
                assertThat(payHost("POST", path)).as(path).isEqualTo(404);
            }
            assertThat(payHost("POST", "/pay/" + text + "/consent")).isEqualTo(404);
            var token = test.payin("pay-" + text, 50_000).expect(201).word("pay_token");
            assertThat(payHost("GET", "/pay/" + token + "?lang=" + text + "&theme=" + text))
                    .isEqualTo(200);
            assertThat(payHost("GET", "/pay-api/v1/pay/" + token + "?lang=" + text))
                    .isEqualTo(400);
        }
    }

    private int payHost(String method, String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + service.tical().ports().pay() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Content-Type", "multipart/form-data; boundary=x")
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }
}

package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.access.Scope;
import io.tical.server.docs.OpenApi;
import io.tical.server.http.Endpoint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract must let pass what is right and refuse what is wrong, or the tests that lean on it prove nothing. */
class OpenApiContractTest {
    private static final String PAYOUT = "/v1/payouts/019aa3b5-ec00-7c1a-8b52-0f4e9d21c6aa";

    private static final OpenApi DOCUMENT = OpenApi.shipped();

    private final OpenApiContract contract = OpenApiContract.merchants();

    /** The document's own example of an answer, changed. */
    private static byte[] example(String response, Consumer<ObjectNode> change) {
        ObjectNode example = DOCUMENT.root()
                .at("/components/responses/" + response + "/content/application~1json/example")
                .deepCopy();
        change.accept(example);
        return Json.bytes(example);
    }

    private static byte[] example(String response) {
        return example(response, unchanged -> {});
    }

    private static Map<String, List<String>> headers(String... more) {
        var headers = new LinkedHashMap<String, List<String>>();
        headers.put("content-type", List.of("application/json"));
        headers.put("x-request-id", List.of("019aa3b5-ec01-74d8-b0a3-9c8e7f6a5b4d"));
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], List.of(more[i + 1]));
        }
        return headers;
    }

    @Test
    void aDocumentedAnswerPasses() {
        assertThatCode(() -> {
                    contract.check("GET", PAYOUT, 200, headers(), example("PayoutRead"));
                    contract.check(
                            "GET",
                            PAYOUT + "?a=b",
                            200,
                            headers("X-RateLimit-Limit", "25", "X-RateLimit-Remaining", "49"),
                            example("PayoutRead"));
                    contract.check(
                            "POST",
                            "/v1/payouts",
                            201,
                            headers("Idempotent-Replayed", "true"),
                            example("PayoutCreated"));
                    contract.check(
                            "GET",
                            "/v1/payouts?limit=1",
                            200,
                            headers("Link", "</v1/payouts?limit=1&cursor=abc>; rel=\"next\""),
                            example("PayoutPage"));
                    contract.check("GET", PAYOUT, 401, headers(), example("Unauthorized"));
                    contract.check(
                            "GET",
                            PAYOUT,
                            429,
                            headers("X-RateLimit-After", "1", "Retry-After", "1", "X-RateLimit-Remaining", "0"),
                            example("RateLimited"));
                    contract.check("POST", "/v1/payouts", 400, headers(), example("MalformedPayout"));
                })
                .doesNotThrowAnyException();
    }

    @Test
    void aBodyThatIsNotAsDocumentedIsRefused() {
        refused("PayoutRead", payout -> data(payout).remove("notes"), "notes");
        refused("PayoutRead", payout -> data(payout).put("secret", 1), "secret");
        refused("PayoutRead", payout -> data(payout).put("amount", "125000"), "amount");
        refused("PayoutRead", payout -> data(payout).put("amount", 1250.5), "amount");
        refused("PayoutRead", payout -> data(payout).put("amount", 0), "amount");
        refused("PayoutRead", payout -> data(payout).put("status", "done"), "status");
        refused("PayoutRead", payout -> data(payout).put("id", "42"), "id");
        refused("PayoutRead", payout -> data(payout).putNull("order_ref"), "order_ref");
        refused("PayoutRead", payout -> data(payout).put("created_at", "2025-11-21T00:00:00Z"), "created_at");
        refused("PayoutRead", payout -> ((ObjectNode) data(payout).at("/execution_steps/0")).put("step", 0), "step");
        refused("PayoutRead", payout -> payout.put("success", false), "success");
        refused("PayoutRead", payout -> payout.put("error", ""), "error");
        refused("PayoutRead", payout -> payout.remove("meta"), "meta");
        refused("PayoutRead", payout -> ((ObjectNode) payout.get("meta")).put("has_more", false), "has_more");
        refused("PayoutRead", payout -> ((ObjectNode) payout.get("meta")).put("request_id", "other"), "X-Request-Id");
    }

    private void refused(String response, Consumer<ObjectNode> change, String said) {
        assertThatThrownBy(() -> contract.check("GET", PAYOUT, 200, headers(), example(response, change)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("GET /v1/payouts/{id} 200")
                .hasMessageContaining(said);
    }

    private static ObjectNode data(JsonNode answer) {
        return (ObjectNode) answer.get("data");
    }

    @Test
    void aPageWithMoreNeedsItsCursorAndALastPageMustNotHaveOne() {
        assertThatThrownBy(() -> contract.check(
                        "GET",
                        "/v1/payouts",
                        200,
                        headers(),
                        example("PayoutPage", page -> ((ObjectNode) page.get("meta")).remove("next_cursor"))))
                .hasMessageContaining("next_cursor");
        assertThatThrownBy(() -> contract.check(
                        "GET",
                        "/v1/payouts",
                        200,
                        headers(),
                        example("PayoutPage", page -> ((ObjectNode) page.get("meta")).put("has_more", false))))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aFailureNeedsACodeOfThisOperation() {
        assertThatThrownBy(() -> contract.check(
                        "GET",
                        PAYOUT,
                        404,
                        headers(),
                        example("PayoutNotFound", failure -> failure.put("code", "CUSTOMER_NOT_FOUND"))))
                .hasMessageContaining("code");
        assertThatThrownBy(() -> contract.check(
                        "POST",
                        "/v1/payouts",
                        400,
                        headers(),
                        example("MalformedPayout", failure -> failure.remove("errors"))))
                .hasMessageContaining("must have at least 6 properties");
        assertThatThrownBy(() -> contract.check(
                        "POST",
                        "/v1/payouts",
                        422,
                        headers(),
                        example("PayoutRefused", failure -> failure.putObject("data"))))
                .hasMessageContaining("data");
    }

    @Test
    void headersMustBeThereOnceAndFit() {
        assertThatThrownBy(() -> contract.check(
                        "GET", PAYOUT, 200, Map.of("Content-Type", List.of("application/json")), example("PayoutRead")))
                .hasMessageContaining("X-Request-Id is missing");
        assertThatThrownBy(
                        () -> contract.check("GET", PAYOUT, 429, headers("Retry-After", "1"), example("RateLimited")))
                .hasMessageContaining("X-RateLimit-After is missing");
        assertThatThrownBy(() ->
                        contract.check("GET", PAYOUT, 200, headers("X-RateLimit-Limit", "many"), example("PayoutRead")))
                .hasMessageContaining("X-RateLimit-Limit");
        assertThatThrownBy(() ->
                        contract.check("GET", PAYOUT, 200, headers("content-type", "text/html"), example("PayoutRead")))
                .isInstanceOf(AssertionError.class);
        var doubled = headers();
        doubled.put("X-RateLimit-Limit", List.of("25", "25"));
        assertThatThrownBy(() -> contract.check("GET", PAYOUT, 200, doubled, example("PayoutRead")))
                .hasMessageContaining("2 times");
    }

    private static Map<String, String> callbackHeaders(String name) {
        var headers = new LinkedHashMap<>(Map.of("Content-Type", "application/json", "Host", "shop.example"));
        var callback = DOCUMENT.root().at("/webhooks/" + name + "/post/parameters");
        for (var reference : callback) {
            var parameter = DOCUMENT.resolve(reference);
            headers.put(
                    parameter.get("name").asText().toLowerCase(Locale.ROOT),
                    parameter.get("example").asText());
        }
        var body =
                DOCUMENT.root().at("/webhooks/%s/post/requestBody/content/application~1json/example".formatted(name));
        headers.put("x-transaction-type", body.findValue("transaction_type").asText());
        return headers;
    }

    /** The document's own example of a callback, changed. */
    private static byte[] callback(String name, Consumer<ObjectNode> change) {
        ObjectNode example = DOCUMENT.root()
                .at("/webhooks/%s/post/requestBody/content/application~1json/example".formatted(name))
                .deepCopy();
        change.accept(example);
        return Json.bytes(example);
    }

    @Test
    void aDocumentedCallbackPasses() {
        assertThatCode(() -> {
                    for (var callback : contract.document().callbacks()) {
                        var name = callback.path();
                        contract.checkCallback(callbackHeaders(name), callback(name, unchanged -> {}));
                    }
                })
                .doesNotThrowAnyException();
    }

    @Test
    void aCallbackThatIsNotAsDocumentedIsRefused() {
        refusedCallback("payoutEvent", headers -> {}, event -> event.remove("livemode"), "livemode");
        refusedCallback("payoutEvent", headers -> {}, event -> event.put("event", "payout.cancelled"), "event");
        refusedCallback("payoutEvent", headers -> {}, event -> data(event).remove("notes"), "notes");
        refusedCallback("payoutTransaction", headers -> {}, payout -> payout.put("status", "expired"), "status");
        refusedCallback("payoutTransaction", headers -> {}, payout -> payout.put("chain_transfer_amount", 1), "chain_");
        refusedCallback("payoutTransaction", headers -> {}, payout -> payout.put("transfer_amount", "1"), "transfer_");
        refusedCallback("payoutEvent", headers -> headers.remove("webhook-id"), event -> {}, "webhook-id is missing");
        refusedCallback("payoutEvent", headers -> headers.put("X-Secret", "1"), event -> {}, "X-Secret");
        refusedCallback("payoutEvent", headers -> headers.put("x-p2p-signature", "v1=1"), event -> {}, "X-P2P-Sig");
        refusedCallback("payoutEvent", headers -> headers.put("x-transaction-type", "refund"), event -> {}, "refund");
        refusedCallback("settlementEvent", headers -> {}, event -> data(event).put("status", "success"), "status");
        refusedCallback(
                "organizationSettlementEvent",
                headers -> {},
                event -> data(event).remove("rate"),
                "rate");
    }

    private void refusedCallback(
            String name, Consumer<Map<String, String>> headers, Consumer<ObjectNode> change, String said) {
        var sent = callbackHeaders(name);
        headers.accept(sent);
        assertThatThrownBy(() -> contract.checkCallback(sent, callback(name, change)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            NewPayout | order_ref amount dest_account_id | fits
            NewPayout | order_ref amount dest_account_id notes | fits
            NewPayout | merchant_ref_id request_amount currency_code customer_id customer_account_id | fits
            NewPayout | order_ref amount | lacks a field
            NewPayout | merchant_ref_id request_amount currency_code customer_account_id | lacks a field
            NewPayout | amount dest_account_id | has no reference
            NewPayout | order_ref amount dest_account_id customer_id | mixes the vocabularies
            NewPayout | order_ref merchant_ref_id | mixes the vocabularies
            NewPayin | order_ref amount | fits
            NewPayin | order_ref amount currency | fits
            NewPayin | merchant_ref_id request_amount currency_code customer_id customer_account_id | fits
            NewPayin | order_ref | lacks a field
            NewPayin | amount currency | has no reference
            NewPayin | merchant_ref_id request_amount currency_code customer_id customer_account_id amount | mixes the vocabularies
            """)
    void aBodyInOneVocabularyFits(String schema, String fields, String outcome) {
        var body = Json.mapper().createObjectNode();
        for (var field : fields.split(" ")) {
            if (field.endsWith("amount")) {
                body.put(field, 125_000);
            } else {
                body.put(field, field.startsWith("currency") ? "THB" : "019aa3b5-d878-71be-a6c4-2b9f0e83d15c");
            }
        }
        assertThat(contract.violations("/components/schemas/" + schema, body).isEmpty())
                .isEqualTo(outcome.equals("fits"));
    }

    @Test
    void anUndocumentedAnswerIsRefused() {
        assertThatThrownBy(() -> contract.check("GET", "/v1/secrets", 200, headers(), example("PayoutPage")))
                .hasMessageContaining("no GET /v1/secrets");
        assertThatThrownBy(() -> contract.check("DELETE", PAYOUT, 200, headers(), example("PayoutRead")))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> contract.check("GET", PAYOUT, 418, headers(), example("PayoutRead")))
                .hasMessageContaining("418 is not documented");
        assertThatThrownBy(
                        () -> contract.check("GET", PAYOUT, 200, headers(), "<html>".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("not JSON");
    }

    @Test
    void everyEndpointIsDocumentedAndNothingElseIs() {
        var documented = new ArrayList<>(asEndpoints());
        assertThatCode(() -> contract.requireSamePaths(documented)).doesNotThrowAnyException();

        var one = documented.removeLast();
        assertThatThrownBy(() -> contract.requireSamePaths(documented))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(one.path());

        documented.add(one);
        documented.add(Endpoint.get("/v1/secret", Scope.PAYOUTS_READ, call -> null));
        assertThatThrownBy(() -> contract.requireSamePaths(documented)).hasMessageContaining("GET /v1/secret");
    }

    @Test
    void anEndpointThatNeedsAnotherScopeOrEnvironmentIsRefused() {
        var endpoints = new ArrayList<>(asEndpoints());
        endpoints.replaceAll(endpoint -> endpoint.path().endsWith("/test-confirm")
                ? Endpoint.post(endpoint.path(), endpoint.scope(), endpoint.handler())
                : endpoint);
        assertThatThrownBy(() -> contract.requireSamePaths(endpoints)).hasMessageContaining("any keys");
    }

    private static List<Endpoint> asEndpoints() {
        return DOCUMENT.operations().stream()
                .map(operation -> new Endpoint(
                        operation.method(),
                        operation.path(),
                        Scope.of(operation.scope()).orElse(null),
                        environment(operation.path()),
                        call -> null))
                .toList();
    }

    private static Endpoint.Environment environment(String path) {
        if (path.equals("/v1/sandbox/top-up") || path.endsWith("/test-confirm")) {
            return Endpoint.Environment.TEST_ONLY;
        }
        return path.startsWith("/v1/slip/verify") || path.equals("/v1/bank/verify")
                ? Endpoint.Environment.LIVE_ONLY
                : Endpoint.Environment.ANY;
    }
}

package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.TestDatabase;
import io.tical.server.access.Credential;
import io.tical.server.access.RequestSigning;
import io.tical.server.access.Scope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order in which a request is refused: key, source address, signature, rate, scope, environment, idempotency, body. */
class GateTest {
    private static final byte[] SECRET = "hs_secret".getBytes(StandardCharsets.UTF_8);

    private static Database database;
    private static TestApi api;

    @BeforeAll
    static void start() {
        database = TestDatabase.open();
        api = new TestApi(database, new RateLimits(1, 1, 0), List.of());
        var all = EnumSet.allOf(Scope.class);
        put("revoked", all, true, true, null, true, null);
        put("expired", all, true, true, Instant.now().minusSeconds(1), false, null);
        put("ends-later", all, true, true, Instant.now().plusSeconds(600), false, null);
        put("elsewhere", Set.of(), true, false, null, false, SECRET);
        put("revoked-elsewhere", Set.of(), true, false, null, true, SECRET);
        put("signing", Set.of(), true, true, null, false, SECRET);
        put("exhausted", Set.of(), true, true, null, false, null);
        put("scopeless", Set.of(), true, true, null, false, null);
        put("live", all, true, true, null, false, null);
        put("test", all, false, true, null, false, null);
    }

    private static void put(
            String key,
            Set<Scope> scopes,
            boolean livemode,
            boolean here,
            Instant ends,
            boolean revoked,
            byte[] secret) {
        var caller = TestApi.credential(livemode, scopes, null).caller();
        api.credentials.put(
                "sk_" + key,
                new Credential(
                        caller,
                        secret == null ? null : RequestSigning.required(secret),
                        ends,
                        revoked,
                        address -> here));
    }

    @AfterAll
    static void stop() {
        api.close();
        database.close();
    }

    private static Raw.Reply post(String target, String key, String body, String idempotencyKey) throws IOException {
        var authorization = key.isEmpty() ? "X-None: 1" : "Authorization: Bearer sk_" + key;
        var idempotency = idempotencyKey == null ? "X-None: 2" : "Idempotency-Key: " + idempotencyKey;
        return api.send("POST", target, body, authorization, idempotency, "Content-Type: application/json");
    }

    /** Asks until nothing of the rate of a key is left, however slow the machine is; returns the last answer. */
    private static Raw.Reply useUp(String target, String key, String body, String idempotencyKey) throws IOException {
        var last = post(target, key, body, idempotencyKey);
        for (int more = 0; more < 50 && last.status() != 429; more++) {
            last = post(target, key, body, idempotencyKey);
        }
        return last;
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // key, target, body, idempotency key -> status, code
                "'',                /v1/test, {,                  -,    401, API_KEY_MISSING",
                "unknown,           /v1/test, {,                  -,    401, API_KEY_INVALID",
                "revoked,           /v1/test, {,                  -,    401, API_KEY_REVOKED",
                "expired,           /v1/test, {,                  -,    401, API_KEY_REVOKED",
                "revoked-elsewhere, /v1/test, {,                  -,    401, API_KEY_REVOKED",
                "elsewhere,         /v1/test, {,                  -,    403, IP_NOT_ALLOWED",
                "signing,           /v1/test, {,                  -,    401, SIGNATURE_MISSING",
                "exhausted,         /v1/test, {,                  -,    429, RATE_LIMITED",
                "exhausted,         /v1/none, {,                  -,    429, RATE_LIMITED",
                "scopeless,         /v1/test, {,                  -,    403, SCOPE_MISSING",
                "live,              /v1/test, {,                  -,    403, LIVE_KEY_NOT_ALLOWED",
                "test,              /v1/live, {,                  -,    403, TEST_KEY_NOT_ALLOWED",
                "test,              /v1/none, {,                  -,    404, ROUTE_NOT_FOUND",
                "test,              /v1/echo, {,                  -,    400, IDEMPOTENCY_KEY_REQUIRED",
                "test,              /v1/echo, {,                  ' ',  400, IDEMPOTENCY_KEY_INVALID",
                "test,              /v1/echo, {,                  a b,  400, IDEMPOTENCY_KEY_INVALID",
                "test,              /v1/echo, {,                  k,    400, JSON_INVALID",
                "test,              /v1/echo, {},                 k,    400, VALIDATION_FAILED",
                "ends-later,        /v1/echo, '{\"text\":\"a\"}', k,    201, ''"
            })
    void theFirstCheckThatFailsAnswers(
            String key, String target, String body, String idempotencyKey, int status, String code) throws IOException {
        if (key.equals("test")) {
            put("test", EnumSet.allOf(Scope.class), false, true, null, false, null);
        }

        var reply = key.equals("exhausted")
                ? useUp(target, key, body, idempotencyKey)
                : post(target, key, body, idempotencyKey);

        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Authorization: Bearer|API_KEY_INVALID",
                "Authorization: Basic c2s6|API_KEY_INVALID",
                "Authorization: sk_test|API_KEY_INVALID",
                "Authorization: |API_KEY_INVALID",
                "X-Api-Key: sk_test|API_KEY_MISSING"
            })
    void aKeyThatIsNotABearerTokenIsRefused(String header, String code) throws IOException {
        var reply = api.send("GET", "/v1/echo", "", header);

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo(code);
    }

    @Test
    void twoKeysAreNone() throws IOException {
        var reply = api.send("GET", "/v1/echo", "", "Authorization: Bearer sk_live", "Authorization: Bearer sk_test");

        assertThat(reply.code()).isEqualTo("API_KEY_INVALID");
    }

    @Test
    void anIdempotencyKeyHas1To255CharactersAndIsOne() throws IOException {
        put("keys", EnumSet.allOf(Scope.class), false, true, null, false, null);
        assertThat(post("/v1/echo", "keys", "{\"text\":\"a\"}", "k".repeat(255)).status())
                .isEqualTo(201);
        assertThat(post("/v1/echo", "keys", "{\"text\":\"a\"}", "k".repeat(256)).code())
                .isEqualTo("IDEMPOTENCY_KEY_INVALID");
        put("keys", EnumSet.allOf(Scope.class), false, true, null, false, null);
        var doubled = api.send(
                "POST", "/v1/echo", "{}", "Authorization: Bearer sk_keys", "Idempotency-Key: a", "Idempotency-Key: b");
        assertThat(doubled.code()).isEqualTo("IDEMPOTENCY_KEY_INVALID");
    }

    @Test
    void theRateIsInEveryAnswerToAKnownKeyAndA429SaysWhenToRetry() throws IOException {
        put("rate", EnumSet.allOf(Scope.class), false, true, null, false, null);

        var first = api.send("GET", "/v1/none", "", "Authorization: Bearer sk_rate");
        assertThat(first.status()).isEqualTo(404);
        assertThat(first.header("X-RateLimit-Limit")).isEqualTo("1");
        assertThat(first.header("X-RateLimit-Remaining")).isEqualTo("1");
        assertThat(first.header("X-RateLimit-After")).isEmpty();

        var last = useUp("/v1/echo", "rate", "", null);
        assertThat(last.code()).isEqualTo("RATE_LIMITED");
        assertThat(last.header("X-RateLimit-Limit")).isEqualTo("1");
        assertThat(last.header("X-RateLimit-Remaining")).isEqualTo("0");
        assertThat(last.header("X-RateLimit-After")).isEqualTo("1");
        assertThat(last.header("Retry-After")).isEqualTo("1");
    }

    @Test
    void theCallersRequestIdIsKeptWhenItIsFit() throws IOException {
        var fit = api.send("GET", "/v1/echo", "", "X-Request-Id: Order-7.a_b");
        assertThat(fit.header("X-Request-Id")).isEqualTo("Order-7.a_b");
        assertThat(fit.json().path("meta").path("request_id").asText()).isEqualTo("Order-7.a_b");

        for (var unfit : List.of("a b", "a\"b", "<x>", "x".repeat(129))) {
            assertThat(api.send("GET", "/v1/echo", "", "X-Request-Id: " + unfit).header("X-Request-Id"))
                    .isNotEqualTo(unfit)
                    .matches("[0-9a-f-]{36}");
        }
    }

    @Test
    void anInternalFailureRevealsNoDetails() throws IOException {
        put("fault", EnumSet.allOf(Scope.class), false, true, null, false, null);

        var reply = api.send("GET", "/v1/fault", "", "Authorization: Bearer sk_fault", "X-Request-Id: find-me");

        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.code()).isEqualTo("INTERNAL_ERROR");
        assertThat(reply.body()).contains("find-me").doesNotContain("password", "Exception");
    }
}

package io.tical.server.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.OpenApiContract;
import io.tical.server.access.Caller;
import io.tical.server.access.Credential;
import io.tical.server.access.Scope;
import io.tical.server.currency.Currencies;
import io.tical.server.http.Api;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Gate;
import io.tical.server.http.HttpServer;
import io.tical.server.http.Observation;
import io.tical.server.http.RateLimits;
import io.tical.server.http.SourceAddress;
import io.tical.server.http.TestLimits;
import io.tical.server.http.TestServer;
import io.tical.server.http.TestUploads;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.ledger.Balances;
import io.tical.server.ledger.TestLedger;
import io.tical.server.merchant.MeRoutes;
import io.tical.server.statement.BalanceRoutes;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Top-ups, balances and {@code /v1/me} over real HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TopUpRoutesTest {
    private static final OpenApiContract CONTRACT = OpenApiContract.merchants();
    private final HttpClient client = HttpClient.newHttpClient();
    private TestLedger ledger;
    private TestServer open;
    private TestServer blocked;
    private Map<String, Credential> credentials;
    private UUID organization;

    @BeforeAll
    void start() {
        ledger = TestLedger.open();
        open = serve(false);
        blocked = serve(true);
    }

    private TestServer serve(boolean fundingBlocked) {
        var currencies = Currencies.shipped();
        var topUps = new TopUps(ledger.groupCommit(), () -> fundingBlocked);
        var balances = new Balances(ledger.database(), id -> "THB", currencies::isActive);
        List<Endpoint> endpoints = Stream.of(
                        new TopUpRoutes(topUps, currencies).endpoints(),
                        new BalanceRoutes(balances, Clock.systemUTC()).endpoints(),
                        new MeRoutes(id -> "Shop " + id, id -> "7KQ2M9XR4B").endpoints())
                .flatMap(List::stream)
                .toList();
        var gate = new Gate(
                key -> credentials.get(key), new SourceAddress(List.of()), new RateLimits(0, 0, 0), Clock.systemUTC());
        var api = new Api(gate, new IdempotencyRecords(ledger.database()), endpoints, TestUploads.folder());
        return TestServer.start(
                new TestServer.Socket("127.0.0.1", 0, routes -> HttpServer.mount(routes, api)),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                List.of(Observation.check("database", ledger.database()::answers)),
                TestLimits.STANDARD);
    }

    @BeforeEach
    void newMerchant() {
        organization = UUID.randomUUID();
        credentials = Map.of(
                "test", credential(false, EnumSet.allOf(Scope.class)),
                "live", credential(true, EnumSet.allOf(Scope.class)),
                "scopeless", credential(false, Set.of()));
    }

    private Credential credential(boolean livemode, Set<Scope> scopes) {
        var caller = new Caller(organization, livemode, UUID.randomUUID(), "sk_test_abcd", scopes);
        return new Credential(caller, null, null, false, address -> true);
    }

    @AfterAll
    void stop() {
        assertThat(ledger.audit().finding()).isNull();
        assertThat(ledger.database().activeConnections()).isZero();
        open.close();
        blocked.close();
        ledger.close();
    }

    private record Reply(int status, JsonNode body, boolean replayed) {
        String code() {
            return body.path("code").asText();
        }

        JsonNode data() {
            return body.get("data");
        }
    }

    private Reply topUp(TestServer server, String apiKey, String key, String body) throws Exception {
        var request = request(server, apiKey, "/v1/sandbox/top-up")
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return send(request);
    }

    private Reply get(String apiKey, String target) throws Exception {
        return send(request(open, apiKey, target).GET().build());
    }

    private static HttpRequest.Builder request(TestServer server, String apiKey, String target) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.ports().api() + target))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + apiKey);
    }

    private Reply send(HttpRequest request) throws Exception {
        var response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        var target = request.uri().getRawPath()
                + (request.uri().getRawQuery() == null
                        ? ""
                        : "?" + request.uri().getRawQuery());
        CONTRACT.check(
                request.method(),
                target,
                response.statusCode(),
                response.headers().map(),
                response.body());
        return new Reply(
                response.statusCode(),
                Json.mapper().readTree(response.body()),
                response.headers().firstValue("Idempotent-Replayed").isPresent());
    }

    @Test
    void aTopUpAnswersItsReceiptAndTheBalanceShowsIt() throws Exception {
        var first = topUp(open, "test", "one", "{\"currency\":\"THB\",\"amount_minor\":10000000}");
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.data().properties().stream().map(Map.Entry::getKey))
                .containsExactly("id", "livemode", "currency", "amount_minor", "available_after", "created_at");
        assertThat(first.data().get("livemode").asBoolean()).isFalse();
        assertThat(first.data().get("amount_minor").asLong()).isEqualTo(10_000_000);
        assertThat(first.data().get("available_after").asLong()).isEqualTo(10_000_000);
        assertThat(first.data().get("created_at").asLong())
                .isCloseTo(Instant.now().getEpochSecond(), within());
        var second = topUp(open, "test", "two", "{\"currency\":\"THB\",\"amount_minor\":1}");
        assertThat(second.data().get("available_after").asLong()).isEqualTo(10_000_001);
        for (var path : List.of("/v1/balance", "/v1/me/balances")) {
            var balance = get("test", path).data();
            assertThat(balance).hasSize(1);
            assertThat(balance.get(0).properties().stream().map(Map.Entry::getKey))
                    .containsExactly("currency", "livemode", "available", "held", "in_transit", "total", "updated_at");
            assertThat(balance.get(0).get("available").asLong()).isEqualTo(10_000_001);
            assertThat(get("live", path).data().get(0).get("available").asLong())
                    .isZero();
        }
    }

    private static Offset<Long> within() {
        return Offset.offset(5L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"currency":"THB","amount_minor":0}          | 400 | AMOUNT_INVALID
            {"currency":"THB","amount_minor":-5}         | 400 | AMOUNT_INVALID
            {"currency":"THB","amount_minor":10000001}   | 400 | VALIDATION_FAILED
            {"currency":"THB","amount_minor":1e3}        | 400 | VALIDATION_FAILED
            {"currency":"THB","amount_minor":"5"}        | 400 | VALIDATION_FAILED
            {"currency":"THB"}                           | 400 | VALIDATION_FAILED
            {"amount_minor":5}                           | 400 | VALIDATION_FAILED
            {"currency":"thb","amount_minor":5}          | 400 | CURRENCY_UNSUPPORTED
            {"currency":"EUR","amount_minor":5}          | 400 | CURRENCY_UNSUPPORTED
            {"currency":"XXX","amount_minor":5}          | 400 | CURRENCY_UNSUPPORTED
            {"currency":"USDT","amount_minor":5}         | 400 | CURRENCY_UNSUPPORTED
            {"currency":"VND","amount_minor":1500}       | 400 | AMOUNT_NOT_DIVISIBLE
            {"currency":"IDR","amount_minor":150}        | 400 | AMOUNT_NOT_DIVISIBLE
            {"currency":"VND","amount_minor":2000}       | 201 |
            {"currency":"JPY","amount_minor":1,"x":true} | 201 |
            []                                           | 400 | JSON_INVALID
            {                                            | 400 | JSON_INVALID
            """)
    void everyBodyHasItsAnswer(String body, int status, String code) throws Exception {
        var reply = topUp(open, "test", "k", body);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code == null ? "" : code);
    }

    @Test
    void aLiveKeyAndAKeyWithoutTheScopeAreForbidden() throws Exception {
        var body = "{\"currency\":\"THB\",\"amount_minor\":5}";
        assertThat(topUp(open, "live", "k", body))
                .extracting(Reply::status, Reply::code)
                .containsExactly(403, "LIVE_KEY_NOT_ALLOWED");
        assertThat(topUp(open, "scopeless", "k", body))
                .extracting(Reply::status, Reply::code)
                .containsExactly(403, "SCOPE_MISSING");
    }

    @Test
    void anIdempotencyKeyHasOneToAHundredAndTwentyEightCharacters() throws Exception {
        var body = "{\"currency\":\"THB\",\"amount_minor\":5}";
        assertThat(topUp(open, "test", "k".repeat(128), body).status()).isEqualTo(201);
        assertThat(topUp(open, "test", "k".repeat(129), body).code()).isEqualTo("IDEMPOTENCY_KEY_INVALID");
    }

    @Test
    void theSameKeyAndRequestReplayTheReceiptWithoutASecondCredit() throws Exception {
        var body = "{\"currency\":\"THB\",\"amount_minor\":5}";
        var first = topUp(open, "test", "again", body);
        var second = topUp(open, "test", "again", body);
        assertThat(second.replayed()).isTrue();
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.data()).isEqualTo(first.data());
        assertThat(topUp(open, "test", "again", body + " ").code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(get("test", "/v1/balance").data().get(0).get("available").asLong())
                .isEqualTo(5);
    }

    @Test
    void concurrentDuplicatesCreditOnce() throws Exception {
        var body = "{\"currency\":\"THB\",\"amount_minor\":5}";
        var replies = IntStream.range(0, 12).parallel().mapToObj(number -> {
            try {
                return topUp(number % 2 == 0 ? open : blocked, "test", "duplicates", body);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(replies.toList())
                .allMatch(reply -> reply.status() == 201
                        || reply.code().equals("IDEMPOTENCY_REQUEST_IN_PROGRESS")
                        || reply.code().equals("SANDBOX_FUNDING_BLOCKED"));
        topUp(open, "test", "duplicates", body);
        assertThat(get("test", "/v1/balance").data().get(0).get("available").asLong())
                .isEqualTo(5);
    }

    @Test
    void whileFundingIsBlockedNothingMovesButAnEarlierReceiptIsStillReplayed() throws Exception {
        var body = "{\"currency\":\"THB\",\"amount_minor\":5}";
        topUp(open, "test", "before", body);
        var refused = topUp(blocked, "test", "during", body);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("SANDBOX_FUNDING_BLOCKED");
        var replay = topUp(blocked, "test", "before", body);
        assertThat(replay.status()).isEqualTo(201);
        assertThat(replay.replayed()).isTrue();
        assertThat(get("test", "/v1/balance").data().get(0).get("available").asLong())
                .isEqualTo(5);
        assertThat(topUp(open, "test", "during", body).status()).isEqualTo(201);
    }

    @Test
    void aPastBalanceIsAskedForInUnixSecondsOrIso8601AndNeverInTheFuture() throws Exception {
        topUp(open, "test", "k", "{\"currency\":\"THB\",\"amount_minor\":5}");
        var now = Instant.now().getEpochSecond();
        assertThat(available("/v1/balance?at=" + now)).isEqualTo(5);
        assertThat(available("/v1/balance?at=" + encoded(Instant.ofEpochSecond(now))))
                .isEqualTo(5);
        assertThat(available("/v1/balance?at=" + (now - 60))).isZero();
        assertThat(available("/v1/balance?at=0")).isZero();
        assertThat(available("/v1/balance?at=2020-01-01T07%3A00%3A00%2B07%3A00"))
                .isZero();
        assertThat(available("/v1/balance?at=2020-01-01T07%3A00%3A00+07%3A00")).isZero();
        assertThat(available("/v1/balance?at=0001-01-01T00%3A00%3A00Z")).isZero();
        for (var wrong : List.of(
                Long.toString(now + 3_600), "99999999999", "yesterday", "2020-01-01", "-5", "1.5", "123456789012")) {
            var reply = get("test", "/v1/balance?at=" + wrong);
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.code()).isEqualTo("VALIDATION_FAILED");
        }
    }

    private static String encoded(Object text) {
        return URLEncoder.encode(text.toString(), StandardCharsets.UTF_8);
    }

    private long available(String target) throws Exception {
        var reply = get("test", target);
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
        return reply.data().get(0).get("available").asLong();
    }

    @Test
    void meShowsTheOrganizationOfAKeyWithAnyScopes() throws Exception {
        var me = get("scopeless", "/v1/me").data();
        assertThat(me.get("organization_id").asText()).isEqualTo(organization.toString());
        assertThat(me.get("organization_name").asText()).isEqualTo("Shop " + organization);
        assertThat(me.get("livemode").asBoolean()).isFalse();
        assertThat(me.get("scopes")).isEmpty();
        assertThat(me.get("key_prefix").asText()).isEqualTo("sk_test_abcd");
        assertThat(get("test", "/v1/me").data().get("scopes")).hasSize(Scope.values().length);
        assertThat(get("scopeless", "/v1/balance").code()).isEqualTo("SCOPE_MISSING");
    }
}

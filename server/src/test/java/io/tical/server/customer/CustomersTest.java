package io.tical.server.customer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.db.Database;
import io.tical.db.TestDatabase;
import io.tical.server.OpenApiContract;
import io.tical.server.access.Caller;
import io.tical.server.access.Credential;
import io.tical.server.access.Scope;
import io.tical.server.currency.Currencies;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.http.Api;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Gate;
import io.tical.server.http.HttpServer;
import io.tical.server.http.Observation;
import io.tical.server.http.Paging;
import io.tical.server.http.RateLimits;
import io.tical.server.http.SourceAddress;
import io.tical.server.http.TestLimits;
import io.tical.server.http.TestServer;
import io.tical.server.http.TestUploads;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.transaction.TransactionKey;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Customers and currencies over real HTTP on a real database. */
class CustomersTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger(1_000_000);
    private static final UUID ORGANIZATION = Ids.next();
    private static final UUID OTHER = Ids.next();

    private static Database database;
    private static List<TestServer> nodes;
    private static final OpenApiContract CONTRACT = OpenApiContract.load();
    private static HttpClient client;

    @BeforeAll
    static void start() {
        database = TestDatabase.open();
        nodes = List.of(node(), node());
        client = HttpClient.newHttpClient();
    }

    private static TestServer node() {
        var currencies = Currencies.shipped();
        var credentials = new HashMap<String, Credential>();
        credentials.put("sk_test", credential(ORGANIZATION, false, EnumSet.allOf(Scope.class)));
        credentials.put("sk_live", credential(ORGANIZATION, true, EnumSet.allOf(Scope.class)));
        credentials.put("sk_other", credential(OTHER, false, EnumSet.allOf(Scope.class)));
        credentials.put("sk_reader", credential(ORGANIZATION, false, EnumSet.of(Scope.CUSTOMERS_READ)));
        credentials.put("sk_none", credential(ORGANIZATION, false, Set.of()));
        var idempotency = new IdempotencyRecords(database);
        var customers = new Customers(
                database,
                idempotency,
                Clock.tickMillis(ZoneOffset.UTC),
                id -> id.equals(OTHER) ? "USD" : "THB",
                currencies::isActive);
        List<Endpoint> endpoints = Stream.concat(
                        new CustomerRoutes(customers, new Paging(new byte[32])).endpoints().stream(),
                        new CurrencyModule(currencies).endpoints().stream())
                .toList();
        var api = new Api(
                new Gate(
                        credentials::get,
                        new SourceAddress(List.of()),
                        new RateLimits(0, 0, 0),
                        Clock.tickMillis(ZoneOffset.UTC)),
                idempotency,
                endpoints,
                TestUploads.folder());
        return TestServer.start(
                new TestServer.Socket("127.0.0.1", 0, routes -> HttpServer.mount(routes, api)),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                List.of(Observation.check("database", database::answers)),
                TestLimits.STANDARD);
    }

    private static Credential credential(UUID organization, boolean livemode, Set<Scope> scopes) {
        return new Credential(
                new Caller(organization, livemode, Ids.next(), "sk_", scopes), null, null, false, address -> true);
    }

    @AfterAll
    static void stop() {
        client.close();
        nodes.forEach(TestServer::close);
        assertThat(database.activeConnections()).isZero();
        database.close();
    }

    private record Reply(int status, JsonNode body, HttpResponse<String> raw) {
        JsonNode data() {
            return body.path("data");
        }

        String code() {
            return body.path("code").asText();
        }
    }

    private static Reply send(TestServer node, String key, String path, String body, String idempotencyKey)
            throws Exception {
        var request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + node.ports().api() + path))
                .header("Authorization", "Bearer " + key);
        if (body != null) {
            request.header("Idempotency-Key", idempotencyKey)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body));
        }
        var response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        CONTRACT.check(
                body == null ? "GET" : "POST",
                path,
                response.statusCode(),
                response.headers().map(),
                response.body().getBytes(StandardCharsets.UTF_8));
        return new Reply(response.statusCode(), Json.mapper().readTree(response.body()), response);
    }

    private static Reply post(String key, String path, String body) throws Exception {
        return send(nodes.getFirst(), key, path, body, "k-" + NUMBERS.incrementAndGet());
    }

    private static Reply get(String key, String path) throws Exception {
        return send(nodes.getFirst(), key, path, null, "");
    }

    private static String account(String more) {
        return "{\"holder_name\":\"Somchai Jaidee\",\"bank_code\":\"004\",\"account_no\":\"" + NUMBERS.incrementAndGet()
                + "\"" + more + "}";
    }

    @Test
    void aCustomerIsMadeWithItsFirstAccountAndEveryFieldIsThere() throws Exception {
        var made = post("sk_test", "/v1/customers", """
                {"holder_name":"สมชาย ใจดี","bank_code":"ibank","account_no":"0012345678","name":"Somchai","email":"s@example.com",
                 "phone":"+66 81 234 5678","metadata":{"tier":"gold"},"unknown":1}""");

        assertThat(made.status()).as(made.body().toString()).isEqualTo(201);
        var data = made.data();
        var names = new ArrayList<String>();
        data.fieldNames().forEachRemaining(names::add);
        assertThat(names)
                .containsExactly(
                        "id",
                        "customer_id",
                        "customer_account_id",
                        "livemode",
                        "name",
                        "bank_code",
                        "account_no",
                        "holder_name",
                        "currency",
                        "is_verified",
                        "verified_at",
                        "email",
                        "phone",
                        "metadata",
                        "created_at",
                        "updated_at");
        assertThat(data.path("customer_account_id")).isEqualTo(data.path("id"));
        assertThat(data.path("customer_id")).isNotEqualTo(data.path("id"));
        assertThat(data.path("holder_name").asText()).isEqualTo("สมชาย ใจดี");
        assertThat(data.path("bank_code").asText()).isEqualTo("ISBT");
        assertThat(data.path("currency").asText()).isEqualTo("THB");
        assertThat(data.path("metadata").path("tier").asText()).isEqualTo("gold");
        assertThat(data.path("created_at").isIntegralNumber()).isTrue();
        assertThat(get("sk_test", "/v1/customers/" + data.path("id").asText()).data())
                .isEqualTo(data);
    }

    @Test
    void whatIsNotGivenIsTakenFromTheHolderAndTheOrganization() throws Exception {
        var thai = post("sk_test", "/v1/customers", account("")).data();
        assertThat(thai.path("name").asText()).isEqualTo("Somchai Jaidee");
        assertThat(thai.path("email").isNull()).isTrue();
        assertThat(thai.path("metadata").isObject()).isTrue();

        var american = post("sk_other", "/v1/customers", account("")).data();
        assertThat(american.path("currency").asText()).isEqualTo("USD");
        assertThat(american.path("bank_code").asText()).isEqualTo("004");
    }

    @Test
    void testAccountsAreVerifiedAtOnceAndLiveOnesWhenFinanceHasLooked() throws Exception {
        var test = post("sk_test", "/v1/customers", account("")).data();
        assertThat(test.path("is_verified").asBoolean()).isTrue();
        assertThat(test.path("verified_at")).isEqualTo(test.path("created_at"));

        var live = post("sk_live", "/v1/customers", account("")).data();
        assertThat(live.path("is_verified").asBoolean()).isFalse();
        assertThat(live.path("verified_at").isNull()).isTrue();

        var path = "/v1/customers/" + live.path("id").asText() + "/verify";
        var asked = post("sk_live", path, "");
        assertThat(asked.status()).isEqualTo(202);
        assertThat(asked.data()).isEqualTo(live);
        var requestedAt = requestedAt(live);
        assertThat(requestedAt).isNotNull();

        assertThat(post("sk_live", path, "").status()).isEqualTo(202);
        assertThat(requestedAt(live)).isEqualTo(requestedAt);
        assertThat(post("sk_test", "/v1/customers/" + test.path("id").asText() + "/verify", "")
                        .data())
                .isEqualTo(test);
        assertThat(requestedAt(test)).isNull();
    }

    private static Object requestedAt(JsonNode account) {
        return database.run(session -> session.sql("""
                        SELECT verification_requested_at FROM customer_account WHERE account_id = cast(:id AS uuid)
                        """)
                        .bind("id", account.path("id").asText())
                        .list(row -> java.util.Optional.ofNullable(row.instantOrNull("verification_requested_at"))))
                .getFirst()
                .orElse(null);
    }

    @Test
    void aCustomerCanHaveSeveralAccounts() throws Exception {
        var first = post("sk_test", "/v1/customers", account(",\"name\":\"Shop\",\"metadata\":{\"a\":\"b\"}"))
                .data();
        var second = post(
                        "sk_test",
                        "/v1/customers",
                        account(",\"name\":\"ignored\",\"customer_id\":\""
                                + first.path("customer_id").asText() + "\""))
                .data();

        assertThat(second.path("customer_id")).isEqualTo(first.path("customer_id"));
        assertThat(second.path("id")).isNotEqualTo(first.path("id"));
        assertThat(second.path("name").asText()).isEqualTo("Shop");
        assertThat(second.path("metadata")).isEqualTo(first.path("metadata"));
    }

    @Test
    void anUnknownCustomerIsRefusedAndSoIsAnotherMerchantsOrEnvironments() throws Exception {
        var mine = post("sk_test", "/v1/customers", account(""))
                .data()
                .path("customer_id")
                .asText();
        for (var attempt : List.of(
                List.of("sk_test", Ids.next().toString()), List.of("sk_live", mine), List.of("sk_other", mine))) {
            var reply = post(
                    "sk_" + attempt.getFirst().substring(3),
                    "/v1/customers",
                    account(",\"customer_id\":\"" + attempt.get(1) + "\""));
            assertThat(reply.status()).isEqualTo(422);
            assertThat(reply.code()).isEqualTo("CUSTOMER_NOT_FOUND");
        }
    }

    @Test
    void anAccountIsRegisteredOnceForAMerchantAndEnvironment() throws Exception {
        var body = account("");
        assertThat(post("sk_test", "/v1/customers", body).status()).isEqualTo(201);

        for (var same : List.of(body, body.replace("004", "KBANK"), body.replace("004", "kbank"))) {
            var again = post("sk_test", "/v1/customers", same);
            assertThat(again.status()).isEqualTo(409);
            assertThat(again.code()).isEqualTo("RESOURCE_EXISTS");
        }
        assertThat(post("sk_live", "/v1/customers", body).status()).isEqualTo(201);
        assertThat(post("sk_other", "/v1/customers", body).status()).isEqualTo(201);
        assertThat(post("sk_test", "/v1/customers", body.replace("004", "014")).status())
                .isEqualTo(201);
    }

    @Test
    void aRefusedAccountLeavesNoCustomerBehind() throws Exception {
        var body = account("");
        post("sk_test", "/v1/customers", body);
        var before = customers();

        assertThat(post("sk_test", "/v1/customers", body).status()).isEqualTo(409);

        assertThat(customers()).isEqualTo(before);
    }

    private static long customers() {
        return database.run(
                session -> session.sql("SELECT count(*) AS n FROM customer").one(row -> row.number("n")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|holder_name bank_code account_no",
                "{'holder_name':' ','bank_code':'004','account_no':'123456'}|holder_name",
                "{'holder_name':'A','bank_code':'004','account_no':'12345'}|account_no",
                "{'holder_name':'A','bank_code':'004','account_no':'123456789012345678901'}|account_no",
                "{'holder_name':'A','bank_code':'004','account_no':'12345678a'}|account_no",
                "{'holder_name':'A','bank_code':'004','account_no':'１２３４５６'}|account_no",
                "{'holder_name':'A','bank_code':'004','account_no':1234567890}|account_no",
                "{'holder_name':'A','bank_code':'999','account_no':'123456'}|bank_code",
                "{'holder_name':'A','bank_code':'CHASUS33','account_no':'123456'}|bank_code",
                "{'holder_name':'A','bank_code':'A','account_no':'123456','currency':'USD'}|bank_code",
                "{'holder_name':'A','bank_code':'004','account_no':'123456','customer_id':'7'}|customer_id",
                "{'holder_name':'A','bank_code':'004','account_no':'123456','email':'nobody'}|email",
                "{'holder_name':'A','bank_code':'004','account_no':'123456','phone':'call me'}|phone",
                "{'holder_name':'A','bank_code':'004','account_no':'123456','metadata':[]}|metadata",
                "{'holder_name':'A','bank_code':'004','account_no':'123456','metadata':{'a':1}}|metadata",
                "{'holder_name':'A\\u0000','bank_code':'004','account_no':'123456'}|holder_name"
            })
    void everyWrongFieldIsNamedAtOnce(String body, String fields) throws Exception {
        var reply = post("sk_test", "/v1/customers", body.replace('\'', '"'));

        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(reply.body().path("errors").findValuesAsText("field")).containsExactlyInAnyOrder(fields.split(" "));
    }

    @Test
    void metadataHasAtMost20Pairs() throws Exception {
        var pairs = IntStream.range(0, 20).mapToObj(i -> "\"k" + i + "\":\"v\"").toList();
        assertThat(post("sk_test", "/v1/customers", account(",\"metadata\":{" + String.join(",", pairs) + "}"))
                        .status())
                .isEqualTo(201);
        assertThat(post(
                                "sk_test",
                                "/v1/customers",
                                account(",\"metadata\":{" + String.join(",", pairs) + ",\"z\":\"v\"}"))
                        .code())
                .isEqualTo("VALIDATION_FAILED");
    }

    @ParameterizedTest
    @CsvSource({"XXX", "EUR", "thb", "USDT", "''"})
    void anInactiveCurrencyIsUnsupported(String currency) throws Exception {
        var reply = post("sk_test", "/v1/customers", account(",\"currency\":\"" + currency + "\""));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("CURRENCY_UNSUPPORTED");
    }

    @Test
    void whatIsNotTheCallersIsNotFound() throws Exception {
        var id = post("sk_test", "/v1/customers", account("")).data().path("id").asText();

        for (var key : List.of("sk_live", "sk_other")) {
            assertThat(get(key, "/v1/customers/" + id).code()).isEqualTo("CUSTOMER_NOT_FOUND");
            assertThat(post(key, "/v1/customers/" + id + "/verify", "").code()).isEqualTo("CUSTOMER_NOT_FOUND");
        }
        for (var unknown : List.of(Ids.next().toString(), "7", "%27")) {
            var reply = get("sk_test", "/v1/customers/" + unknown);
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.code()).isEqualTo("CUSTOMER_NOT_FOUND");
        }
    }

    @Test
    void aKeyNeedsTheScope() throws Exception {
        assertThat(get("sk_reader", "/v1/customers").status()).isEqualTo(200);
        assertThat(post("sk_reader", "/v1/customers", account("")).code()).isEqualTo("SCOPE_MISSING");
        assertThat(get("sk_none", "/v1/customers").code()).isEqualTo("SCOPE_MISSING");
        assertThat(get("sk_none", "/v1/currencies").status()).isEqualTo(200);
    }

    @Test
    void aListIsNewestFirstAndSearchedByPrefix() throws Exception {
        var marker = "100% _Zoë\\" + NUMBERS.incrementAndGet();
        var ids = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            var body = account("")
                    .replace(
                            "Somchai Jaidee",
                            Json.mapper().writeValueAsString(marker + " " + i).replaceAll("^\"|\"$", ""));
            ids.addFirst(
                    post("sk_live", "/v1/customers", body).data().path("id").asText());
        }

        assertThat(search("sk_live", marker)).isEqualTo(ids);
        assertThat(search("sk_live", marker.toUpperCase(java.util.Locale.ROOT).replace("Ë", "ë")))
                .isEqualTo(ids);
        assertThat(search("sk_live", marker + " 3")).containsExactly(ids.get(1));
        assertThat(search("sk_live", marker.substring(1))).isEmpty();
        assertThat(search("sk_live", "100% %")).isEmpty();
        assertThat(search("sk_live", "100% __")).isEmpty();
        assertThat(search("sk_test", marker)).isEmpty();
        assertThat(search("sk_other", marker)).isEmpty();
        assertThat(search("sk_live", ids.get(2))).containsExactly(ids.get(2));
        assertThat(search(
                        "sk_live", ids.get(2).toUpperCase(java.util.Locale.ROOT).substring(0, 30)))
                .contains(ids.get(2));
        var accountNo = get("sk_live", "/v1/customers/" + ids.get(4))
                .data()
                .path("account_no")
                .asText();
        assertThat(search("sk_live", accountNo)).containsExactly(ids.get(4));
    }

    private static List<String> search(String key, String prefix) throws Exception {
        var seen = new ArrayList<String>();
        var path = "/v1/customers?limit=2&q=" + URLEncoder.encode(prefix, StandardCharsets.UTF_8);
        for (var next = path; next != null; ) {
            var reply = get(key, next);
            assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
            seen.addAll(reply.data().findValuesAsText("id"));
            next = reply.raw()
                    .headers()
                    .firstValue("Link")
                    .map(link -> link.substring(1, link.indexOf('>')))
                    .orElse(null);
        }
        return seen;
    }

    @Test
    void aCursorBelongsToItsFilter() throws Exception {
        post("sk_test", "/v1/customers", account(""));
        post("sk_test", "/v1/customers", account(""));
        var cursor = get("sk_test", "/v1/customers?limit=1")
                .body()
                .path("meta")
                .path("next_cursor")
                .asText();

        assertThat(get("sk_test", "/v1/customers?limit=1&cursor=" + cursor).status())
                .isEqualTo(200);
        assertThat(get("sk_test", "/v1/customers?limit=1&q=a&cursor=" + cursor).code())
                .isEqualTo("CURSOR_INVALID");
        assertThat(get("sk_test", "/v1/customers?q=" + "a".repeat(201)).code()).isEqualTo("VALIDATION_FAILED");
    }

    @Test
    void aRetryIsReplayedByteForByteAlsoOnAnotherNode() throws Exception {
        var body = account("");
        var first = send(nodes.get(0), "sk_test", "/v1/customers", body, "retry-me");
        var again = send(nodes.get(1), "sk_test", "/v1/customers", body, "retry-me");

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.raw().headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(dataBytes(again)).isEqualTo(dataBytes(first));
        var other = send(nodes.get(0), "sk_test", "/v1/customers", account(""), "retry-me");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        var broken = send(nodes.get(0), "sk_test", "/v1/customers", "{", "retry-me");
        assertThat(broken.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }

    private static String dataBytes(Reply reply) {
        var text = reply.raw().body();
        return text.substring(text.indexOf("\"data\":"), text.indexOf(",\"error\":"));
    }

    @Test
    void duplicatesOnTwoNodesMakeOneAccount() throws Exception {
        for (int round = 0; round < 15; round++) {
            var body = account("");
            var key = "duplicate-" + NUMBERS.incrementAndGet();
            var before = customers();
            var replies = new ArrayList<Reply>();
            try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Callable<Reply>> duplicates = IntStream.range(0, 6)
                        .mapToObj(i ->
                                (Callable<Reply>) () -> send(nodes.get(i % 2), "sk_test", "/v1/customers", body, key))
                        .toList();
                for (var future : executor.invokeAll(duplicates)) {
                    replies.add(future.get());
                }
            }

            assertThat(customers()).isEqualTo(before + 1);
            assertThat(replies)
                    .allSatisfy(reply -> assertThat(
                                    reply.status() == 201 || reply.code().equals("IDEMPOTENCY_REQUEST_IN_PROGRESS"))
                            .as(reply.body().toString())
                            .isTrue());
            assertThat(replies.stream().filter(reply -> reply.status() == 201).map(CustomersTest::dataBytes))
                    .isNotEmpty()
                    .containsOnly(dataBytes(replies.stream()
                            .filter(reply -> reply.status() == 201)
                            .findFirst()
                            .orElseThrow()));
        }
    }

    @Test
    void destinationsAreReadForAWholeGroupAndNobodyFindsAnothers() throws Exception {
        var test = post("sk_test", "/v1/customers", account("")).data();
        var live = post("sk_live", "/v1/customers", account("")).data();
        var mine = new TransactionKey(ORGANIZATION, false, id(test, "id"));
        var mineLive = new TransactionKey(ORGANIZATION, true, id(live, "id"));
        var keys = List.of(
                mine,
                mineLive,
                mine,
                new TransactionKey(OTHER, false, id(test, "id")),
                new TransactionKey(ORGANIZATION, true, id(test, "id")),
                new TransactionKey(ORGANIZATION, false, Ids.next()));

        Map<TransactionKey, Destination> found = database.run(session -> Destinations.find(session, keys));

        assertThat(found).containsOnlyKeys(mine, mineLive);
        assertThat(found.get(mine))
                .isEqualTo(new Destination(
                        id(test, "id"),
                        id(test, "customer_id"),
                        "Somchai Jaidee",
                        "KBANK",
                        test.path("account_no").asText(),
                        "Somchai Jaidee",
                        "THB",
                        true,
                        null));
        assertThat(found.get(mineLive).verified()).isFalse();
        Map<TransactionKey, Destination> none = database.run(session -> Destinations.find(session, List.of()));
        assertThat(none).isEmpty();

        var customer = new TransactionKey(ORGANIZATION, false, id(test, "customer_id"));
        Set<TransactionKey> existing = database.run(session -> Destinations.existing(
                session,
                List.of(
                        customer,
                        new TransactionKey(OTHER, false, customer.id()),
                        new TransactionKey(ORGANIZATION, true, customer.id()))));
        assertThat(existing).containsExactly(customer);
    }

    private static UUID id(JsonNode data, String field) {
        return UUID.fromString(data.path(field).asText());
    }

    @Test
    void currenciesAreListedWithTheirProfiles() throws Exception {
        var reply = get("sk_test", "/v1/currencies");

        assertThat(reply.data().findValuesAsText("code"))
                .contains("THB", "USD", "VND", "IDR", "JPY")
                .doesNotContain("USDT", "EUR");
        var names = new ArrayList<String>();
        reply.data().get(0).fieldNames().forEachRemaining(names::add);
        assertThat(names).containsExactly("code", "name", "symbol", "locale", "description", "scale", "unit_step");
    }
}

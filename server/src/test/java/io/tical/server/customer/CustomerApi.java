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
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Customers and currencies over real HTTP at two nodes of one real database. */
final class CustomerApi implements AutoCloseable {
    static final UUID ORGANIZATION = Ids.next();
    static final UUID OTHER = Ids.next();

    private static final OpenApiContract CONTRACT = OpenApiContract.merchants();
    private static final AtomicInteger NUMBERS = new AtomicInteger(1_000_000);

    private final Database database = TestDatabase.open();
    private final List<TestServer> nodes = List.of(node(), node());
    private final HttpClient client = HttpClient.newHttpClient();

    Database database() {
        return database;
    }

    private TestServer node() {
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
                currencies);
        var contributions = new Contributions();
        contributions.add(Kind.ENDPOINTS, new CustomerRoutes(customers, new Paging(new byte[32])).endpoints());
        new CurrencyModule(currencies).contribute(contributions);
        var api = new Api(
                new Gate(
                        credentials::get,
                        new SourceAddress(List.of()),
                        new RateLimits(0, 0, 0),
                        Clock.tickMillis(ZoneOffset.UTC)),
                idempotency,
                contributions.all(Kind.ENDPOINTS),
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

    @Override
    public void close() {
        client.close();
        nodes.forEach(TestServer::close);
        assertThat(database.activeConnections()).isZero();
        database.close();
    }

    record Reply(int status, JsonNode body, HttpResponse<String> raw) {
        JsonNode data() {
            return body.path("data");
        }

        String code() {
            return body.path("code").asText();
        }

        /** The data as it was sent. */
        String dataBytes() {
            var text = raw.body();
            return text.substring(text.indexOf("\"data\":"), text.indexOf(",\"error\":"));
        }
    }

    /**
     * Sends a request; its answer must be as it is documented.
     *
     * @param node 0 or 1
     * @param body null for GET
     */
    Reply send(int node, String key, String path, String body, String idempotencyKey) throws Exception {
        var port = nodes.get(node).ports().api();
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
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

    Reply post(String key, String path, String body) throws Exception {
        return send(0, key, path, body, "k-" + number());
    }

    Reply get(String key, String path) throws Exception {
        return send(0, key, path, null, "");
    }

    /** A number that no test has had. */
    static int number() {
        return NUMBERS.incrementAndGet();
    }

    /** The body of a new account. */
    static String account(String more) {
        return "{\"holder_name\":\"Somchai Jaidee\",\"bank_code\":\"004\",\"account_no\":\"" + number() + "\"" + more
                + "}";
    }

    long customers() {
        return database.run(
                session -> session.sql("SELECT count(*) AS n FROM customer").one(row -> row.number("n")));
    }
}

package io.tical.server.http;

import io.tical.db.Database;
import io.tical.server.access.Caller;
import io.tical.server.access.Credential;
import io.tical.server.access.RequestSigning;
import io.tical.server.access.Scope;
import io.tical.server.idempotency.IdempotencyRecords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The API on three real sockets, with operations of its own and keys that the test chooses. */
final class TestApi implements AutoCloseable {
    static final String KEY = "sk_test_everything";

    final Map<String, Credential> credentials = new ConcurrentHashMap<>();
    final TestServer server;
    volatile boolean databaseAnswers = true;

    TestApi(Database database, RateLimits rateLimits, List<String> trustedProxies) {
        credentials.put(KEY, credential(false, EnumSet.allOf(Scope.class), null));
        var gate = new Gate(credentials::get, new SourceAddress(trustedProxies), rateLimits, Clock.systemUTC());
        var idempotency = new IdempotencyRecords(database);
        var api = new Api(gate, idempotency, endpoints(idempotency), TestUploads.folder());
        server = TestServer.start(
                new TestServer.Socket("127.0.0.1", 0, routes -> HttpServer.mount(routes, api)),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                List.of(Observation.check("database", () -> databaseAnswers)),
                TestLimits.STANDARD);
    }

    TestApi(Database database) {
        this(database, new RateLimits(0, 0, 0), List.of());
    }

    static Credential credential(boolean livemode, Set<Scope> scopes, byte[] signingSecret) {
        var caller = new Caller(UUID.randomUUID(), livemode, UUID.randomUUID(), "sk_test_ever", scopes);
        var signing = signingSecret == null ? null : RequestSigning.required(signingSecret);
        return new Credential(caller, signing, null, false, address -> true);
    }

    /** A request with exactly these headers, on a connection of its own. */
    Raw.Reply send(String method, String target, String body, String... headers) throws IOException {
        var request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        for (var header : headers) {
            request.append(header).append("\r\n");
        }
        if (!body.isEmpty()) {
            request.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        return Raw.exchange(port(), request + "\r\n" + body).only();
    }

    private static List<Endpoint> endpoints(IdempotencyRecords idempotency) {
        return List.of(
                Endpoint.get("/v1/echo/{id}", Scope.PAYINS_READ, call -> Answer.ok(asked(call)))
                        .taking("a", "b", "x"),
                Endpoint.get("/v1/echo", Scope.PAYINS_READ, call -> Answer.ok(asked(call)))
                        .taking("a", "b", "x"),
                Endpoint.get("/v1/fault", Scope.PAYINS_READ, call -> {
                    throw new IllegalStateException("select password from secrets");
                }),
                Endpoint.post("/v1/live", Scope.PAYINS_WRITE, call -> Answer.created(asked(call)))
                        .liveOnly(),
                Endpoint.post("/v1/test", Scope.PAYINS_WRITE, call -> Answer.created(asked(call)))
                        .testOnly(),
                Endpoint.post(
                                "/v1/file",
                                Scope.PAYINS_WRITE,
                                call -> Answer.of(idempotency.run(
                                        call.<Map<String, Object>>idempotent(Answer::created), session -> asked(call))))
                        .file("file", 1000, call -> {}),
                Endpoint.post("/v1/echo", Scope.PAYINS_WRITE, call -> {
                    var body = call.json();
                    var text = body.text("text", 100);
                    body.check();
                    var data = new LinkedHashMap<>(asked(call));
                    data.put("text", text);
                    return Answer.of(
                            idempotency.run(call.<Map<String, Object>>idempotent(Answer::created), session -> data));
                }));
    }

    private static Map<String, Object> asked(Call call) {
        return Map.of(
                "target", call.target(),
                "path", call.path(),
                "body",
                        new String(
                                call.upload() == null
                                        ? call.body()
                                        : call.file().bytes(),
                                StandardCharsets.UTF_8),
                "request_id", call.requestId());
    }

    int port() {
        return server.ports().api();
    }

    @Override
    public void close() {
        server.close();
    }
}

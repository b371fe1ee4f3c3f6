package io.tical.server.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.common.Json;
import io.tical.server.http.TestServer;
import io.tical.server.slip.SlipFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The dashboard's pages with recorded answers behind them, so that a test can show what the service shows rarely: failures,
 * nothing at all, hostile names, somebody who may only look.
 */
final class RecordedApi implements AutoCloseable {
    private static final String REQUEST_ID = "01890000-recorded";

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final TestServer server;

    private record Answer(int status, JsonNode body) {}

    RecordedApi() {
        recorded().properties().forEach(one -> answer(one.getKey(), one.getValue()));
        server = TestServer.of(routes -> {
            routes.any("/api/*", this::answer);
            DashboardModule.site().mount(routes);
        });
    }

    private static ObjectNode recorded() {
        try (var in = Objects.requireNonNull(RecordedApi.class.getResourceAsStream("answers.json"))) {
            var recorded = (ObjectNode) Json.mapper().readTree(in);
            // What was recorded is of a day that passes; a session must last.
            ((ObjectNode) recorded.get("GET /api/session"))
                    .put("expires_at", Instant.now().plus(Duration.ofHours(12)).getEpochSecond());
            return recorded;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was recorded for a request, as {@code GET /api/users}; a copy that a test may change. */
    JsonNode recorded(String request) {
        return Objects.requireNonNull(recorded().get(request), request).deepCopy();
    }

    /** From now on a request is answered with this data, or with {@code {data, meta}} where that is given. */
    RecordedApi answer(String request, JsonNode data) {
        var body = Json.mapper().createObjectNode().put("success", true);
        var paged = data.has("data") && data.has("meta");
        body.set("data", paged ? data.get("data") : data);
        body.putNull("error");
        body.set("meta", paged ? data.get("meta") : Json.mapper().createObjectNode());
        answers.put(request, new Answer(request.startsWith("POST /api/keys") ? 201 : 200, body));
        return this;
    }

    RecordedApi answer(String request, String data) {
        try {
            return answer(request, Json.mapper().readTree(data));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on a request is refused. */
    RecordedApi refuse(String request, int status, String code, String message) {
        var body = Json.mapper().createObjectNode().put("success", false);
        body.putNull("data");
        body.put("error", message).put("code", code);
        body.putObject("meta");
        answers.put(request, new Answer(status, body));
        return this;
    }

    /** Every request so far, with its query. */
    List<String> requests() {
        return requests;
    }

    String url(String path) {
        return server.url(path);
    }

    private void answer(ServerRequest request, ServerResponse response) {
        var name = request.prologue().method().text() + " " + request.path().path();
        var query = request.prologue().query().rawValue();
        requests.add(query.isEmpty() ? name : name + "?" + query);
        if (name.endsWith("/image")) {
            response.header("Content-Type", "image/png");
            response.send(SlipFiles.any());
            return;
        }
        if (!answers.containsKey(name)) {
            refuse(name, 404, "ROUTE_NOT_FOUND", "Nothing is recorded for " + name);
        }
        var answer = answers.get(name);
        ((ObjectNode) answer.body().get("meta")).put("request_id", REQUEST_ID).put("timestamp", 1_795_255_440);
        response.status(Status.create(answer.status()));
        response.header("Content-Type", "application/json");
        response.header("Cache-Control", "no-store");
        response.send(answer.body().toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.close();
    }
}

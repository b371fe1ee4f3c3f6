package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** JSON-RPC 2.0 over HTTP with single and batch calls. */
final class JsonRpc {
    /** Calls in one batch. Providers refuse much larger ones. */
    private static final int BATCH_MAX = 50;

    private final Upstream upstream;
    private final String token;

    /** @param token the bearer token, or empty */
    JsonRpc(Upstream upstream, String token) {
        this.upstream = upstream;
        this.token = token;
    }

    /** The service refused the call, for example because its range is too large. */
    static final class Refused extends RuntimeException {
        private final transient long code;

        private Refused(long code) {
            super("error " + code, null, false, false);
            this.code = code;
        }

        long code() {
            return code;
        }
    }

    private record Request(String jsonrpc, int id, String method, List<?> params) {
        Request(int id, String method, List<?> params) {
            this("2.0", id, method, params);
        }
    }

    /**
     * Calls a method.
     *
     * @throws UpstreamFailure if there is no valid response
     * @throws Refused if the response is an error
     */
    JsonNode call(String method, Object... params) {
        var request = new Request(1, method, List.of(params));
        // Outside the circuit breaker, because a refusal does not mean that the service is unhealthy.
        return result(upstream.ask(request(request), reply -> answered(reply, reply.json())));
    }

    /** Calls a method several times in batches. Returns the results in the order of the parameters. */
    List<JsonNode> calls(String method, List<List<Object>> params) {
        var results = new ArrayList<JsonNode>();
        for (int from = 0; from < params.size(); from += BATCH_MAX) {
            results.addAll(batch(method, params.subList(from, Math.min(params.size(), from + BATCH_MAX))));
        }
        return results;
    }

    private List<JsonNode> batch(String method, List<List<Object>> params) {
        var requests = new ArrayList<Request>();
        for (var one : params) {
            requests.add(new Request(requests.size() + 1, method, one));
        }
        var answers = upstream.askAny(request(requests), reply -> {
            // An error of the whole batch is a single object.
            if (reply.json().isObject()) {
                return List.of(answered(reply, reply.json()));
            }
            var byId = new HashMap<Long, JsonNode>();
            reply.json().forEach(answer -> byId.put(answer.path("id").asLong(), answered(reply, answer)));
            return requests.stream()
                    .map(request -> present(byId.get((long) request.id())))
                    .toList();
        });
        return answers.stream().map(this::result).toList();
    }

    private HttpRequest request(Object body) {
        var request = upstream.request("")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.bytes(body)));
        return token.isEmpty()
                ? request.build()
                : request.header("Authorization", "Bearer " + token).build();
    }

    /** Requires a result or a JSON-RPC error. */
    private JsonNode answered(Upstream.Reply reply, JsonNode answer) {
        var error = answer.path("error");
        if (reply.status() == 401 || reply.status() == 403) {
            throw UpstreamFailure.misconfigured(upstream.name() + " rejected the key");
        }
        if (error.isObject() && error.path("code").canConvertToLong()) {
            if (tooFast(error)) {
                throw UpstreamFailure.retryable(upstream.name() + " limits the request rate");
            }
            return answer;
        }
        if (reply.status() >= 300 || !answer.has("result")) {
            throw UpstreamFailure.retryable(
                    upstream.name() + " returned status " + reply.status() + " without a result");
        }
        return answer;
    }

    /** There is no distinct code: -32005 also means that the response is too large. */
    private static boolean tooFast(JsonNode error) {
        var message = error.path("message").asText().toLowerCase(Locale.ROOT);
        return error.path("code").asLong() == 429
                || message.contains("rate limit")
                || message.contains("too many requests")
                || message.contains("per second");
    }

    private JsonNode present(@Nullable JsonNode answer) {
        if (answer == null) {
            throw UpstreamFailure.retryable(upstream.name() + " returned an incomplete batch");
        }
        return answer;
    }

    private JsonNode result(JsonNode answer) {
        var error = answer.path("error");
        if (error.isObject()) {
            throw new Refused(error.path("code").asLong());
        }
        return Objects.requireNonNull(answer.get("result"));
    }
}

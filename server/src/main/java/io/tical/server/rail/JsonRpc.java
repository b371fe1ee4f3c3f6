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

/** JSON-RPC 2.0 over HTTP: one call, or several in one request. */
final class JsonRpc {
    /** What one request asks at most; providers refuse much larger batches. */
    private static final int BATCH_MAX = 50;

    private final Upstream upstream;
    private final String token;

    /** @param token sent as a bearer token; empty sends none */
    JsonRpc(Upstream upstream, String token) {
        this.upstream = upstream;
        this.token = token;
    }

    /** The service understood the call and refuses it: it asks too much, or for what is not there. */
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
     * @throws UpstreamFailure when there is no answer
     * @throws Refused when the answer is an error
     */
    JsonNode call(String method, Object... params) {
        var request = new Request(1, method, List.of(params));
        // Outside the circuit: a service that refuses a call is well.
        return result(upstream.ask(request(request), reply -> answered(reply, reply.json())));
    }

    /** Calls a method several times in as few requests as that takes; the results in the order of the parameters. */
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
            // An error that concerns the whole batch comes alone.
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

    /** An answer, be it an error; anything else is none. */
    private JsonNode answered(Upstream.Reply reply, JsonNode answer) {
        var error = answer.path("error");
        if (reply.status() == 401 || reply.status() == 403) {
            throw UpstreamFailure.misconfigured(upstream.name() + " does not accept the key");
        }
        if (error.isObject() && error.path("code").canConvertToLong()) {
            if (tooFast(error)) {
                throw UpstreamFailure.retryable(upstream.name() + " was asked too often");
            }
            return answer;
        }
        if (reply.status() >= 300 || !answer.has("result")) {
            throw UpstreamFailure.retryable(upstream.name() + " answers " + reply.status() + " without a result");
        }
        return answer;
    }

    /** There is no code for it: -32005 also says that an answer would be too long. */
    private static boolean tooFast(JsonNode error) {
        var message = error.path("message").asText().toLowerCase(Locale.ROOT);
        return error.path("code").asLong() == 429
                || message.contains("rate limit")
                || message.contains("too many requests")
                || message.contains("per second");
    }

    private JsonNode present(@Nullable JsonNode answer) {
        if (answer == null) {
            throw UpstreamFailure.retryable(upstream.name() + " leaves calls of a batch unanswered");
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

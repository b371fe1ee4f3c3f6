package io.tical.server.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.rail.UpstreamRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * JSON-RPC 2.0 over HTTP with single and batch calls, and the hexadecimal values of its results.
 *
 * @param token the bearer token, or empty
 */
record JsonRpc(Upstream upstream, String token) {
    /** Calls in one batch. Providers refuse much larger ones. */
    private static final int BATCH_MAX = 50;

    /** Without the token. */
    @Override
    public String toString() {
        return "JSON-RPC";
    }

    /**
     * Calls a method.
     *
     * @throws UpstreamFailure if there is no valid response
     * @throws UpstreamFailure.Refused if the response is an error, for example because the range is too large
     */
    JsonNode call(String method, Object... params) {
        return upstream.ask(post(request(1, method, List.of(params))), reply -> result(reply, reply.json(), method));
    }

    /** Calls a method several times in batches. Returns the results in the order of the parameters. */
    List<JsonNode> calls(String method, List<List<Object>> params) {
        return params.stream()
                .gather(Gatherers.windowFixed(BATCH_MAX))
                .flatMap(part -> batch(method, part).stream())
                .toList();
    }

    private List<JsonNode> batch(String method, List<List<Object>> params) {
        var requests = IntStream.range(0, params.size())
                .mapToObj(i -> request(i + 1, method, params.get(i)))
                .toList();
        return upstream.ask(post(requests), JsonNode::isContainerNode, reply -> {
            // An error of the whole batch is a single object.
            if (reply.json().isObject()) {
                return List.of(result(reply, reply.json(), method));
            }
            var byId = new HashMap<Long, JsonNode>();
            reply.json().forEach(answer -> byId.put(answer.path("id").asLong(), result(reply, answer, method)));
            var results = LongStream.rangeClosed(1, requests.size())
                    .mapToObj(byId::get)
                    .filter(Objects::nonNull)
                    .toList();
            if (results.size() < requests.size()) {
                throw upstream.failure("returned an incomplete batch");
            }
            return results;
        });
    }

    private static Map<String, Object> request(int id, String method, List<?> params) {
        return Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", params);
    }

    private UpstreamRequest post(Object body) {
        return upstream.post("", body).key("Authorization", "Bearer ", token);
    }

    private JsonNode result(Upstream.Reply reply, JsonNode answer, String method) {
        var error = answer.path("error");
        if (reply.unauthorized()) {
            throw upstream.misconfigured("rejected the key");
        }
        if (error.isObject() && error.path("code").canConvertToLong()) {
            var code = error.path("code").asLong();
            throw tooFast(code, error.path("message").asText().toLowerCase(Locale.ROOT))
                    ? upstream.failure("limits the request rate")
                    : new UpstreamFailure.Refused(upstream.name() + " refused " + method + " with error " + code);
        }
        var result = answer.get("result");
        if (reply.status() >= 300 || error.isObject() || result == null) {
            throw upstream.failure("returned status " + reply.status() + " without a result");
        }
        return result;
    }

    /** There is no distinct code: -32005 also means that the response is too large. */
    private static boolean tooFast(long code, String message) {
        return code == 429
                || message.contains("rate limit")
                || message.contains("too many requests")
                || message.contains("per second");
    }

    static String hex(long quantity) {
        return "0x" + Long.toHexString(quantity);
    }

    /** @throws UpstreamFailure if it is not a number or is too large */
    long quantity(JsonNode node) {
        return Long.parseLong(matched(node, "0x[0-9a-fA-F]{1,13}", "returned an invalid number"), 16);
    }

    /** @throws UpstreamFailure if it does not have 32 bytes */
    String hash(JsonNode node) {
        return "0x"
                + matched(node, "0x[0-9a-fA-F]{64}", "returned an invalid hash").toLowerCase(Locale.ROOT);
    }

    private String matched(JsonNode node, String form, String failure) {
        if (!node.isTextual() || !node.textValue().matches(form)) {
            throw upstream.failure(failure);
        }
        return node.textValue().substring(2);
    }
}

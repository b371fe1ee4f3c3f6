package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.List;

/**
 * The merchants' API on Helidon: finds the endpoint, lets the {@link Gate} decide, calls the handler, and puts whatever
 * comes of it into the {@link Envelope}.
 */
public final class Api implements Handler {
    /** Bytes that a JSON body may have. */
    public static final int BODY_BYTES_MAX = 64 * 1024;

    private final Gate gate;
    private final Once once;
    private final Routes routes;

    public Api(Gate gate, Once once, List<Endpoint> endpoints) {
        this.gate = gate;
        this.once = once;
        this.routes = new Routes(endpoints);
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        var requestId = RequestId.of(request.headers());
        Responses.answer(request, response, requestId, () -> admitted(request, response, requestId));
    }

    private Answer admitted(ServerRequest request, ServerResponse response, String requestId) {
        var method = request.prologue().method().text();
        var target = RequestTarget.of(request);
        var credential = gate.identify(request);
        var body = body(request);
        gate.verify(credential, request, target, body);
        count(gate.take(credential), response);
        var match = routes.match(method, request.prologue().uriPath().rawPath());
        Gate.permit(credential.caller(), match.endpoint());
        if (match.endpoint().cost() == Endpoint.Cost.VERIFICATION) {
            // The tighter rate, and the one that the answer then tells of.
            count(gate.takeVerification(credential.caller()), response);
        }
        var writes = method.equals("POST");
        var key = writes ? Gate.idempotencyKey(request.headers()) : "";
        if (writes && body.length > 0) {
            requireJson(request);
        }
        var call = new Call(
                credential.caller(),
                requestId,
                method,
                target,
                match.parameters(),
                Query.parse(request.prologue().query().rawValue()),
                body,
                key);
        return writes
                ? keyBeforeBody(call, match.endpoint())
                : match.endpoint().handler().handle(call);
    }

    private static void count(RateLimits.Taken taken, ServerResponse response) {
        if (taken.limit() > 0) {
            response.header("X-RateLimit-Limit", Long.toString(taken.limit()));
            response.header("X-RateLimit-Remaining", Long.toString(taken.remaining()));
        }
        if (taken.refused()) {
            throw new Problem.RateLimited(taken.waitSeconds());
        }
    }

    /** The key comes before the body: a body refused today is still a replay, or a reuse, of what its key did before. */
    private Answer keyBeforeBody(Call call, Endpoint endpoint) {
        try {
            return endpoint.handler().handle(call);
        } catch (Problem.BadRequest | Problem.Invalid refused) {
            return once.recorded(call.intent(nothing -> new Answer(200, new byte[0])))
                    .orElseThrow(() -> refused);
        }
    }

    private static byte[] body(ServerRequest request) {
        if (request.headers().contains(HeaderNames.CONTENT_ENCODING)) {
            throw new Problem.UnsupportedMedia("Send the body without Content-Encoding");
        }
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        byte[] body;
        try {
            // Not closed: closing would read on, and what follows a broken chunk is not this request's.
            body = request.content().inputStream().readNBytes(BODY_BYTES_MAX + 1);
        } catch (RequestException refused) {
            throw refused.status().code() == 413 ? new Problem.TooLarge(BODY_BYTES_MAX) : new Problem.BrokenBody();
        } catch (IOException | RuntimeException broken) {
            throw new Problem.BrokenBody();
        }
        if (body.length > BODY_BYTES_MAX) {
            throw new Problem.TooLarge(BODY_BYTES_MAX);
        }
        return body;
    }

    private static void requireJson(ServerRequest request) {
        var headers = request.headers();
        if (headers.contains(HeaderNames.CONTENT_TYPE)) {
            var type = headers.get(HeaderNames.CONTENT_TYPE).get();
            var parameters = type.indexOf(';');
            if (!"application/json".equalsIgnoreCase((parameters < 0 ? type : type.substring(0, parameters)).strip())) {
                throw new Problem.UnsupportedMedia("Send the body as Content-Type: application/json");
            }
        }
    }
}

package io.tical.server.http;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;

/**
 * The merchants' API on Helidon: finds the endpoint, lets the {@link Gate} decide, calls the handler, and puts whatever
 * comes of it into the {@link Envelope}.
 */
public final class Api implements Handler {
    private final Gate gate;
    private final Once once;
    private final Routes<Endpoint> routes;

    public Api(Gate gate, Once once, List<Endpoint> endpoints) {
        this.gate = gate;
        this.once = once;
        this.routes = new Routes<>(endpoints);
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
        var body = RequestBody.read(request);
        gate.verify(credential, request, target, body);
        count(gate.take(credential), response);
        var match = routes.match(method, request.prologue().uriPath().rawPath());
        Gate.permit(credential.caller(), match.route());
        if (match.route().cost() == Endpoint.Cost.VERIFICATION) {
            // The tighter rate, and the one that the answer then tells of.
            count(gate.takeVerification(credential.caller()), response);
        }
        var writes = method.equals("POST");
        var key = writes ? Gate.idempotencyKey(request.headers()) : "";
        if (writes && body.length > 0) {
            RequestBody.refuseOtherThanJson(request.headers());
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
                ? keyBeforeBody(call, match.route())
                : match.route().handler().handle(call);
    }

    private static void count(TokenBuckets.Taken taken, ServerResponse response) {
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
}

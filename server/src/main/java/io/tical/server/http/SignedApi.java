package io.tical.server.http;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.load.TokenBuckets;
import io.tical.server.problem.Problem;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One operation for a service that signs its requests with a secret of its own, as merchants sign theirs: a {@code POST} of JSON. It checks
 * in this order: rate, size and media type of the body, signature.
 *
 * @param path below {@code /}
 * @param secret null if none is configured: then every request is refused
 * @param clock with which the time of a signature is compared
 * @param perNetwork limits requests per network
 */
public record SignedApi(
        String path,
        byte @Nullable [] secret,
        Clock clock,
        TokenBuckets<String> perNetwork,
        Function<byte[], Answer> handler)
        implements HttpServer.MountedRoutes, Handler {
    private static final int REQUESTS_PER_SECOND = 50;

    public static SignedApi of(String path, String secret, Clock clock, Function<byte[], Answer> handler) {
        return new SignedApi(
                path,
                secret.isEmpty() ? null : secret.getBytes(StandardCharsets.UTF_8),
                clock,
                TokenBuckets.perSecond(REQUESTS_PER_SECOND),
                handler);
    }

    @Override
    public void mount(HttpRouting.Builder routes) {
        routes.any(path, this);
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        Responses.answer(request, response, RequestId.of(request.headers()), () -> answer(request));
    }

    private Answer answer(ServerRequest request) {
        perNetwork.require(request.remotePeer().host());
        var method = request.prologue().method().text();
        if (!method.equals("POST")) {
            throw HttpProblem.methodNotAllowed(method, "POST");
        }
        if (secret == null) {
            throw new Problem.Unauthorized(
                    "SIGNATURE_SECRET_MISSING",
                    "The operator has set no secret for this operation, so it accepts nothing");
        }
        RequestBody.requireJson(request.headers());
        var body = RequestBody.read(request);
        RequestSignature.verify(
                List.of(secret), request, Request.target(request), new ByteArrayInputStream(body), clock.instant());
        return handler.apply(body);
    }
}

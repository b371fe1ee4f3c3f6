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
import java.util.Map;
import java.util.function.Function;

/**
 * One operation for services that sign their requests with secrets of their own, as merchants sign theirs: a {@code POST} of JSON. It checks
 * in this order: rate, size and media type of the body, signature.
 *
 * @param path below {@code /}
 * @param secrets by the name of their owner; if there are none, every request is refused
 * @param clock with which the time of a signature is compared
 * @param perNetwork limits requests per network
 */
public record SignedApi(
        String path, Map<String, byte[]> secrets, Clock clock, TokenBuckets<String> perNetwork, Handling handling)
        implements HttpServer.MountedRoutes, Handler {
    private static final int REQUESTS_PER_SECOND = 50;

    /** Answers a request. */
    @FunctionalInterface
    public interface Handling {
        /** @param signer the owner of the secret with which it was signed */
        Answer answer(String signer, byte[] body);
    }

    /** @param secret empty for none */
    public static SignedApi of(String path, String secret, Clock clock, Function<byte[], Answer> handler) {
        return ofSigners(
                path,
                secret.isEmpty() ? Map.of() : Map.of("", secret.getBytes(StandardCharsets.UTF_8)),
                clock,
                (_, body) -> handler.apply(body));
    }

    /** @param secrets of several signers, all different, by their names */
    public static SignedApi ofSigners(String path, Map<String, byte[]> secrets, Clock clock, Handling handling) {
        return new SignedApi(path, Map.copyOf(secrets), clock, TokenBuckets.perSecond(REQUESTS_PER_SECOND), handling);
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
        if (secrets.isEmpty()) {
            throw new Problem.Unauthorized(
                    "SIGNATURE_SECRET_MISSING",
                    "The operator has set no secret for this operation, so it accepts nothing");
        }
        RequestBody.requireJson(request.headers());
        var body = RequestBody.read(request);
        var signers = List.copyOf(secrets.entrySet());
        var signer = RequestSignature.verify(
                signers.stream().map(Map.Entry::getValue).toList(),
                request,
                Request.target(request),
                new ByteArrayInputStream(body),
                clock.instant());
        return handling.answer(signers.get(signer).getKey(), body);
    }
}

package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.secret.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A static file.
 *
 * @param tag the entity tag, a hash of the bytes
 */
public record StaticContent(String type, byte[] bytes, String tag) implements Content {
    private static final int TAG_BYTES = 12;

    public static StaticContent of(String type, byte[] bytes) {
        var tag = HexFormat.of().formatHex(Hashes.sha256(bytes), 0, TAG_BYTES);
        return new StaticContent(type, bytes, "\"" + tag + "\"");
    }

    /**
     * Loads a resource of a class. The extension determines the media type.
     *
     * @throws NullPointerException if there is no such resource; the message names it
     */
    public static StaticContent resource(Class<?> beside, String name) {
        try (var in = beside.getResourceAsStream(name)) {
            return of(type(name), Objects.requireNonNull(in, name).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalArgumentException("no media type is known for " + name);
        };
    }

    /** @throws HttpProblem for methods other than GET and HEAD */
    public static void requireReading(ServerRequest request) {
        var method = request.prologue().method();
        if (!method.equals(Method.GET) && !method.equals(Method.HEAD)) {
            throw HttpProblem.methodNotAllowed(method.text(), "GET, HEAD");
        }
    }

    /**
     * Serves GET and HEAD, with 304 if the client's copy is current. Clients revalidate each time, so that a new
     * release is visible immediately.
     *
     * @throws HttpProblem for any other method
     */
    public void answer(ServerRequest request, ServerResponse response, String contentSecurityPolicy) {
        response.header("Cache-Control", "no-cache");
        answerAsCached(request, response, contentSecurityPolicy);
    }

    /**
     * Serves like {@link #answer}, compressed for clients that accept gzip, with the status that the caller has set. The entity tag is
     * weak, because both forms share it.
     *
     * @throws HttpProblem for any other method
     */
    public void answerPacked(ServerRequest request, ServerResponse response, String contentSecurityPolicy) {
        requireReading(request);
        response.header("Cache-Control", "no-cache");
        response.header("ETag", "W/" + tag);
        Responses.pageHeaders(response, RequestId.of(request.headers()), type, contentSecurityPolicy);
        if (isKnown(request, tag)) {
            response.header("Vary", "Accept-Encoding");
            response.status(Status.NOT_MODIFIED_304).send();
        } else {
            Responses.send(request, response, Compression.packed(request, response, bytes));
        }
    }

    /** Serves like {@link #answer}, with the {@code Cache-Control} that the caller has set. */
    void answerAsCached(ServerRequest request, ServerResponse response, String contentSecurityPolicy) {
        requireReading(request);
        response.header("ETag", tag);
        send(request, response, contentSecurityPolicy, isKnown(request, tag));
    }

    /**
     * Serves GET and HEAD without caching, so that a page with session content is not shown again by the Back button.
     *
     * @throws HttpProblem for any other method
     */
    public void answerUnkept(ServerRequest request, ServerResponse response, String contentSecurityPolicy) {
        requireReading(request);
        response.header("Cache-Control", "no-store");
        send(request, response, contentSecurityPolicy, false);
    }

    private void send(ServerRequest request, ServerResponse response, String contentSecurityPolicy, boolean known) {
        Responses.pageHeaders(response, RequestId.of(request.headers()), type, contentSecurityPolicy);
        if (known) {
            response.status(Status.NOT_MODIFIED_304).send();
        } else {
            Responses.send(request, response, bytes);
        }
    }

    /** Whether the client has the file with this entity tag. */
    static boolean isKnown(ServerRequest request, String tag) {
        return request.headers().contains(HeaderNames.IF_NONE_MATCH)
                && request.headers().get(HeaderNames.IF_NONE_MATCH).allValues().stream()
                        .flatMap(line -> Arrays.stream(line.split(",")))
                        .map(String::strip)
                        .anyMatch(known -> known.equals(tag) || known.equals("W/" + tag));
    }
}

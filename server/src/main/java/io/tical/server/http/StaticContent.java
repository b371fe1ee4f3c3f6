package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A static file: a page, a style sheet, a script, a picture or a document.
 *
 * @param type the media type
 * @param tag the entity tag, a hash of its bytes
 */
public record StaticContent(String type, byte[] bytes, String tag) {
    private static final int TAG_BYTES = 12;

    public static StaticContent of(String type, byte[] bytes) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            var tag = HexFormat.of().formatHex(Arrays.copyOf(digest, TAG_BYTES));
            return new StaticContent(type, bytes, "\"" + tag + "\"");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * A resource in the package of a class; its name's ending tells the media type.
     *
     * @throws NullPointerException naming it when there is no such resource
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

    /** @throws HttpProblem for all but GET and HEAD */
    public static void requireReading(ServerRequest request) {
        var method = request.prologue().method();
        if (!method.equals(Method.GET) && !method.equals(Method.HEAD)) {
            throw HttpProblem.methodNotAllowed(method.text(), "GET, HEAD");
        }
    }

    /**
     * Answers GET and HEAD, and 304 when the client has it. Clients cache it and revalidate each time, so that a new
     * release shows immediately.
     *
     * @param contentSecurityPolicy what a page may load, run and send
     * @throws HttpProblem for any other method
     */
    public void answer(ServerRequest request, ServerResponse response, String contentSecurityPolicy) {
        requireReading(request);
        response.header("ETag", tag);
        response.header("Cache-Control", "no-cache");
        send(request, response, contentSecurityPolicy, isKnown(request));
    }

    /**
     * Answers GET and HEAD without caching: for a page whose content belongs to a session, which a browser would show
     * again by its Back button.
     *
     * @throws HttpProblem for any other method
     */
    public void answerUnkept(ServerRequest request, ServerResponse response, String contentSecurityPolicy) {
        requireReading(request);
        response.header("Cache-Control", "no-store");
        send(request, response, contentSecurityPolicy, false);
    }

    private void send(ServerRequest request, ServerResponse response, String contentSecurityPolicy, boolean known) {
        response.header(RequestId.HEADER.defaultCase(), RequestId.of(request.headers()));
        response.header("Content-Type", type);
        response.header("Content-Security-Policy", contentSecurityPolicy);
        response.header("X-Content-Type-Options", "nosniff");
        response.header("X-Frame-Options", "DENY");
        response.header("Referrer-Policy", "no-referrer");
        response.header("Cross-Origin-Opener-Policy", "same-origin");
        if (known) {
            response.status(Status.NOT_MODIFIED_304).send();
        } else if (request.prologue().method().equals(Method.HEAD)) {
            response.header("Content-Length", Integer.toString(bytes.length));
            response.send();
        } else {
            Responses.send(response, bytes);
        }
    }

    private boolean isKnown(ServerRequest request) {
        return request.headers().contains(HeaderNames.IF_NONE_MATCH)
                && request.headers().get(HeaderNames.IF_NONE_MATCH).allValues().stream()
                        .flatMap(line -> Arrays.stream(line.split(",")))
                        .map(String::strip)
                        .anyMatch(known -> known.equals(tag) || known.equals("W/" + tag));
    }
}

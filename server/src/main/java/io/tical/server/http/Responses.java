package io.tical.server.http;

import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.db.AlteredRow;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.SqlStates;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts a handler's answer or exception to a response. Unexpected failures reveal only the request id. */
public final class Responses {
    private static final Logger LOG = LoggerFactory.getLogger(Responses.class);

    /** Keeps uploaded files from loading or running anything, even if a browser shows them as a page. */
    static final String FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

    private static final int COPIED_BYTES_MAX = 16 * 1024;

    private Responses() {}

    public static void answer(
            ServerRequest request, ServerResponse response, String requestId, Supplier<? extends Content> handler) {
        answer(request, response, requestId, handler, (body, ignored) -> body);
    }

    /** Answers like {@link #answer}, and compresses the JSON if the client accepts it, for browsers on slow networks. */
    static void answerPacked(
            ServerRequest request, ServerResponse response, String requestId, Supplier<? extends Content> handler) {
        answer(request, response, requestId, handler, (body, to) -> Compression.packed(request, to, body));
    }

    private static void answer(
            ServerRequest request,
            ServerResponse response,
            String requestId,
            Supplier<? extends Content> handler,
            BiFunction<byte[], ServerResponse, byte[]> packing) {
        try {
            switch (handler.get()) {
                case Answer answer -> send(request, response, requestId, answer, packing);
                case KeptContent kept -> kept.answer(request, response);
                case StaticContent file -> file.answerUnkept(request, response, FILE_POLICY);
                case StreamedContent stream -> stream.send(response, requestId);
            }
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (RuntimeException failure) {
            fail(request, response, requestId, failure);
        }
    }

    private static void send(
            ServerRequest request,
            ServerResponse response,
            String requestId,
            Answer answer,
            BiFunction<byte[], ServerResponse, byte[]> packing) {
        if (!answer.cookies().isEmpty()) {
            response.header("Set-Cookie", answer.cookies().toArray(String[]::new));
        }
        var body = packing.apply(Envelope.success(answer, requestId), response);
        send(request, response, answer.status(), requestId, answer.headers(), body);
    }

    public static void fail(ServerRequest request, ServerResponse response, String requestId, Throwable failure) {
        var answer = failure(request, failure, requestId);
        send(request, response, answer.status(), requestId, answer.headers(), Envelope.failure(answer, requestId));
    }

    /** Converts a failure to a response. Logs unexpected failures. */
    static ErrorAnswer failure(ServerRequest request, Throwable failure, String requestId) {
        return switch (failure) {
            case Problem.Unavailable unavailable -> unavailable(request, unavailable);
            case Problem problem -> ErrorAnswer.of(problem);
            case HttpProblem problem -> problem.answer();
            case DatabaseUnavailable unavailable -> {
                if (unavailable.diskFull()) {
                    yield unavailable(request, Problem.Unavailable.full());
                }
                LOG.warn("request {}: {}", requestId, unavailable.getMessage());
                // The connection may have broken during the commit.
                yield unavailable(
                        request,
                        unavailable.connected() ? Problem.Unavailable.outcomeUnknown() : Problem.Unavailable.service());
            }
            case AlteredRow altered -> {
                // The reader of the row has logged it; other requests that need it do not.
                LOG.debug("request {}: {}", requestId, altered.getMessage());
                yield ErrorAnswer.of(Problem.Unavailable.altered(requestId));
            }
            default -> {
                if (SqlStates.lockTimeout(failure)) {
                    // Nothing has happened, and the lock will be free.
                    LOG.warn("request {} timed out waiting for a lock", requestId);
                    yield unavailable(request, Problem.Unavailable.service());
                }
                LOG.error("request {} failed", requestId, failure);
                yield ErrorAnswer.internal(requestId);
            }
        };
    }

    private static ErrorAnswer unavailable(ServerRequest request, Problem.Unavailable problem) {
        return ErrorAnswer.of(readsOnly(request) ? problem.forReading() : problem);
    }

    private static void send(
            ServerRequest request,
            ServerResponse response,
            int status,
            String requestId,
            Map<String, String> headers,
            byte[] body) {
        response.status(Status.create(status));
        headers.forEach((name, value) -> response.header(name, value));
        standardHeaders(requestId, (name, value) -> response.header(name, value));
        send(request, response, body);
    }

    /** The headers of every page and file, which prevent framing, sniffing and referrers. */
    static void pageHeaders(ServerResponse response, String requestId, String type, String contentSecurityPolicy) {
        response.header(RequestId.HEADER.defaultCase(), requestId);
        response.header("Content-Type", type);
        response.header("Content-Security-Policy", contentSecurityPolicy);
        response.header("X-Content-Type-Options", "nosniff");
        response.header("X-Frame-Options", "DENY");
        response.header("Referrer-Policy", "no-referrer");
        response.header("Cross-Origin-Opener-Policy", "same-origin");
    }

    static void send(ServerRequest request, ServerResponse response, byte[] body) {
        if (!isHead(request) && body.length <= COPIED_BYTES_MAX) {
            response.send(body);
        } else {
            send(request, response, List.of(body));
        }
    }

    private static boolean readsOnly(ServerRequest request) {
        return isHead(request) || request.prologue().method().equals(Method.GET);
    }

    private static boolean isHead(ServerRequest request) {
        return request.prologue().method().equals(Method.HEAD);
    }

    /** Sends a large body without copying its parts, because many clients may read slowly. */
    static void send(ServerRequest request, ServerResponse response, List<byte[]> parts) {
        response.header(
                "Content-Length",
                Integer.toString(parts.stream().mapToInt(part -> part.length).sum()));
        if (isHead(request)) {
            // The client would read a body here as the beginning of the next response.
            response.send();
            return;
        }
        try (var out = response.outputStream()) {
            // The codec copies only what it sends with the headers.
            var first = parts.getFirst();
            var copied = Math.min(first.length, COPIED_BYTES_MAX);
            out.write(first, 0, copied);
            out.write(first, copied, first.length - copied);
            for (var part : parts.subList(1, parts.size())) {
                out.write(part);
            }
        } catch (IOException gone) {
            throw new CloseConnectionException("the client is gone", gone);
        }
    }

    /** The headers of every JSON response. */
    static void standardHeaders(String requestId, BiConsumer<String, String> set) {
        set.accept("Content-Type", "application/json");
        set.accept(RequestId.HEADER.defaultCase(), requestId);
        set.accept("Cache-Control", "no-store");
        set.accept("X-Content-Type-Options", "nosniff");
        set.accept("Referrer-Policy", "no-referrer");
    }
}

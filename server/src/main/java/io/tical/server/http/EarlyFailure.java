package io.tical.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import io.tical.server.http.wire.Refusals;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.EventType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers failures outside the handlers, such as malformed HTTP, unknown paths or requests that were not received
 * completely, in the {@link Envelope}. Helidon's messages are logged, never sent.
 */
final class EarlyFailure implements DirectHandler, Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(EarlyFailure.class);

    static DirectHandlers handlers() {
        var handlers = DirectHandlers.builder();
        for (var type : EventType.values()) {
            handlers.addHandler(type, new EarlyFailure());
        }
        return handlers.build();
    }

    @Override
    public TransportResponse handle(
            TransportRequest request,
            EventType type,
            Status status,
            ServerResponseHeaders headers,
            Throwable thrown,
            System.Logger logger) {
        var requestId = RequestId.of(request.headers());
        if (status.code() >= 500) {
            LOG.error("request {} failed outside its handler", requestId, thrown);
        } else {
            LOG.debug("request {} refused: {}", requestId, thrown.getMessage());
        }
        return answer(request, status, headers, requestId);
    }

    @Override
    public TransportResponse handle(
            TransportRequest request, EventType type, Status status, ServerResponseHeaders headers, String message) {
        var requestId = RequestId.of(request.headers());
        if (status.code() >= 500) {
            LOG.error("request {} failed outside its handler; Helidon logs the cause", requestId);
        }
        return answer(request, status, headers, requestId);
    }

    private static TransportResponse answer(
            TransportRequest request, Status status, ServerResponseHeaders headers, String requestId) {
        var failure = failure(status.code(), requestId);
        var response = TransportResponse.builder()
                .status(Status.create(failure.status()))
                .headers(headers);
        Responses.standardHeaders(requestId, (name, value) -> response.header(HeaderValues.create(name, value)));
        failure.headers().forEach((name, value) -> response.header(HeaderValues.create(name, value)));
        if (!request.method().equals("HEAD")) {
            response.entity(Envelope.failure(failure, requestId));
        }
        return response.build();
    }

    private static ErrorAnswer failure(int status, String requestId) {
        return switch (status) {
            case 403, 404 -> ErrorAnswer.of(Routes.notFound());
            case 413 -> ErrorAnswer.of(new Problem.TooLarge(Framing.BODY_BYTES_MAX));
            case 414 ->
                new ErrorAnswer(400, "REQUEST_INVALID", "The request line is too long; shorten its path or query");
            case 415 ->
                ErrorAnswer.of(new Problem.UnsupportedMedia("This path does not accept this Content-Type;"
                        + " send JSON as application/json, or a file as multipart/form-data"));
            case 503 -> ErrorAnswer.of(Problem.Unavailable.service());
            default ->
                status >= 500
                        ? ErrorAnswer.internal(requestId)
                        : new ErrorAnswer(400, "REQUEST_INVALID", "This is not a well-formed HTTP/1.1 request");
        };
    }

    @Override
    public byte[] malformed(Violation violation, @Nullable String requestId, boolean head) {
        var unsupported = violation == Violation.VERSION_UNSUPPORTED;
        return refusal(
                unsupported ? "505 HTTP Version Not Supported" : "400 Bad Request",
                new ErrorAnswer(unsupported ? 505 : 400, "REQUEST_INVALID", violation.message()),
                requestId,
                head);
    }

    @Override
    public byte[] incomplete(@Nullable String requestId, boolean head) {
        return refusal("400 Bad Request", HttpProblem.brokenBody().answer(), requestId, head);
    }

    @Override
    public byte[] timedOut(@Nullable String requestId, boolean head) {
        return refusal("408 Request Timeout", HttpProblem.timedOut().answer(), requestId, head);
    }

    private static byte[] refusal(String status, ErrorAnswer failure, @Nullable String sentId, boolean head) {
        var requestId = RequestId.of(sentId);
        var body = Envelope.failure(failure, requestId);
        var headers = new TreeMap<String, String>();
        Responses.standardHeaders(requestId, headers::put);
        headers.putAll(failure.headers());
        headers.put("Connection", "close");
        headers.put("Content-Length", Integer.toString(body.length));
        var text = new StringBuilder("HTTP/1.1 ").append(status).append("\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        var out = new ByteArrayOutputStream(1024);
        out.writeBytes(text.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        if (!head) {
            out.writeBytes(body);
        }
        return out.toByteArray();
    }
}

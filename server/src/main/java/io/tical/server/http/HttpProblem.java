package io.tical.server.http;

import io.tical.server.problem.Problem;
import java.util.Map;

/** A violation of HTTP, independent of the operation. Has no stack trace. */
public final class HttpProblem extends RuntimeException {
    private final transient ErrorAnswer answer;

    private HttpProblem(int status, String code, String message, Map<String, String> headers) {
        super(message, null, false, false);
        this.answer = new ErrorAnswer(status, code, message, headers);
    }

    /** A refusal with the object that it is about. */
    HttpProblem(Problem refusal, Object details) {
        super(refusal.message(), null, false, false);
        this.answer = ErrorAnswer.of(refusal).with(details);
    }

    public ErrorAnswer answer() {
        return answer;
    }

    /** The path does not support the method. */
    static HttpProblem methodNotAllowed(String method, String allow) {
        return new HttpProblem(
                405,
                "METHOD_NOT_ALLOWED",
                "This path does not support " + method + "; use " + allow,
                Map.of("Allow", allow));
    }

    /** The body ended early or its chunks are malformed. The connection cannot be reused. */
    static HttpProblem brokenBody() {
        return new HttpProblem(
                400,
                "BODY_INCOMPLETE",
                "The body ended before its announced length, or its chunks are malformed; send the request again",
                Map.of("Connection", "close"));
    }

    /** The request was not received in time. The connection cannot be reused. */
    static HttpProblem timedOut() {
        return new HttpProblem(
                408,
                "REQUEST_TIMEOUT",
                "The request was not received in time; send it again",
                Map.of("Connection", "close"));
    }

    /** The memory for request bodies is exhausted. The connection cannot be reused. */
    static HttpProblem bufferFull() {
        return new HttpProblem(
                503,
                "SERVICE_UNAVAILABLE",
                "The server is receiving too much data; try again in a few seconds",
                Map.of("Connection", "close", "Retry-After", "1"));
    }
}

package io.tical.server.http;

import java.util.Map;

/** What is wrong with a request as HTTP only, whatever it asks for. Cheap: no stack is recorded. */
public final class HttpProblem extends RuntimeException {
    private final transient ErrorAnswer answer;

    private HttpProblem(ErrorAnswer answer) {
        super(answer.message(), null, false, false);
        this.answer = answer;
    }

    public ErrorAnswer answer() {
        return answer;
    }

    /** The path exists, the method does not. */
    static HttpProblem methodNotAllowed(String method, String allow) {
        return new HttpProblem(new ErrorAnswer(
                405,
                "METHOD_NOT_ALLOWED",
                "This path does not answer " + method + "; it answers " + allow,
                Map.of("Allow", allow)));
    }

    /** The body ended early or its chunks are malformed. Nothing more can be read from this connection. */
    static HttpProblem brokenBody() {
        return new HttpProblem(new ErrorAnswer(
                400,
                "BODY_INCOMPLETE",
                "The body ended before its announced length, or its chunks are malformed",
                Map.of("Connection", "close")));
    }

    /** The request took longer to arrive than it may. Nothing more is read from this connection. */
    static HttpProblem timedOut() {
        return new HttpProblem(new ErrorAnswer(
                408,
                "REQUEST_TIMEOUT",
                "The request took too long to arrive; send it again, faster",
                Map.of("Connection", "close")));
    }

    /** The bytes of other requests fill the memory for bodies. Nothing more is read from this connection. */
    static HttpProblem bufferFull() {
        return new HttpProblem(new ErrorAnswer(
                503,
                "SERVICE_UNAVAILABLE",
                "Too much is being received now; send it again in a moment",
                Map.of("Connection", "close", "Retry-After", "1")));
    }
}

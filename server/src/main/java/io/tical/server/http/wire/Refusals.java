package io.tical.server.http.wire;

import org.jspecify.annotations.Nullable;

/** Complete responses to requests that never reach a handler. Each closes the connection. */
public interface Refusals {
    /**
     * @param requestId the client's request id, not validated
     * @param head whether the response must not have a body
     */
    byte[] malformed(Violation violation, @Nullable String requestId, boolean head);

    /** The client closed the connection within the body. */
    byte[] incomplete(@Nullable String requestId, boolean head);

    /** The headers or the body took too long. */
    byte[] timedOut(@Nullable String requestId, boolean head);

    /** Why a request is malformed or ambiguous. */
    enum Violation {
        METHOD("The method must be a token of RFC 9110, followed by one space"),
        TARGET(
                "The request target must be a path that begins with a slash, or a URI that begins with http:// or https://"),
        TARGET_CHARACTER("The path or the query has a character that must be percent-encoded in a URI"),
        FRAGMENT("A request target must not have a fragment"),
        VERSION("The request line must end with HTTP/1.1 or HTTP/1.0"),
        VERSION_UNSUPPORTED("This socket speaks HTTP/1.1 and HTTP/1.0"),
        LINE_TOO_LONG("The request line is too long"),
        LINE_END("A line must end with CR LF"),
        HEADER_NAME("A header must begin with its name, a token, directly followed by a colon"),
        HEADER_VALUE("A header's value has a control character"),
        HEADERS_TOO_LARGE("The headers are too large or too many"),
        HOST("Send one Host header"),
        FRAMING("Frame the body with one Content-Length of plain digits, or with Transfer-Encoding: chunked");

        private final String message;

        Violation(String message) {
            this.message = message;
        }

        public String message() {
            return message;
        }
    }
}

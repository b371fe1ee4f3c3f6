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
}

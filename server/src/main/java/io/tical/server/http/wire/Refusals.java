package io.tical.server.http.wire;

import org.jspecify.annotations.Nullable;

/** Answers, whole and ready to be sent, to requests that never reach a handler. Each says that the connection closes. */
public interface Refusals {
    /**
     * @param requestId what the client calls its request, unchecked
     * @param head whether the answer must not have a body
     */
    byte[] malformed(Violation violation, @Nullable String requestId, boolean head);

    /** The headers took too long. */
    byte[] timedOut(@Nullable String requestId, boolean head);
}

package io.tical.server.http.wire;

/** The rest of a body cannot be read. The connection cannot be reused. */
public final class BodyRefused extends RuntimeException {
    private final Reason reason;

    public enum Reason {
        /** The body is incomplete, or its chunks are malformed. */
        BROKEN,
        /** The body was not received in time. */
        TIMED_OUT,
        /** The memory for received bytes is exhausted. */
        NO_ROOM
    }

    BodyRefused(Reason reason) {
        super(reason.name(), null, false, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}

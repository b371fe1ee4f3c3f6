package io.tical.server.http.wire;

/** The rest of a body cannot be read; nothing more can be read from its connection. */
public final class BodyRefused extends RuntimeException {
    private final Reason reason;

    /** Why. */
    public enum Reason {
        /** It broke off, or its chunks are malformed. */
        BROKEN,
        /** It took longer than it may. */
        TIMED_OUT,
        /** There is no room for more bytes now. */
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

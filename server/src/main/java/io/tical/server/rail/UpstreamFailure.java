package io.tical.server.rail;

import java.time.Duration;

/** An upstream service did not return a valid response. Has no stack trace. */
public final class UpstreamFailure extends RuntimeException {
    /** The default retry delay. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    /** Longer, because an operator must correct the configuration. */
    private static final Duration RETRY_AFTER_MENDING = Duration.ofMinutes(5);

    private final Kind kind;
    private final String why;
    private final Duration retryAfter;
    private final boolean tooLarge;

    /** The kind of a failure. */
    public enum Kind {
        /** The service was unreachable, timed out or returned an invalid response; a retry may succeed. */
        RETRYABLE,
        /** The service rejected the key, the contract or the quota; the operator must act. */
        MISCONFIGURED,
        /** The service does not support the request, which was not sent. */
        UNSUPPORTED
    }

    private UpstreamFailure(Kind kind, String why, Duration retryAfter) {
        this(kind, why, retryAfter, false);
    }

    private UpstreamFailure(Kind kind, String why, Duration retryAfter, boolean tooLarge) {
        super(why, null, false, false);
        this.kind = kind;
        this.why = why;
        this.retryAfter = retryAfter;
        this.tooLarge = tooLarge;
    }

    static UpstreamFailure retryable(String why) {
        return retryable(why, RETRY_AFTER);
    }

    static UpstreamFailure retryable(String why, Duration retryAfter) {
        return new UpstreamFailure(Kind.RETRYABLE, why, retryAfter);
    }

    /** The response exceeded the size limit; a smaller request may succeed. */
    static UpstreamFailure tooLarge(String why) {
        return new UpstreamFailure(Kind.RETRYABLE, why, RETRY_AFTER, true);
    }

    static UpstreamFailure misconfigured(String why) {
        return new UpstreamFailure(Kind.MISCONFIGURED, why, RETRY_AFTER_MENDING);
    }

    static UpstreamFailure unsupported(String why) {
        return new UpstreamFailure(Kind.UNSUPPORTED, why, RETRY_AFTER_MENDING);
    }

    public Kind kind() {
        return kind;
    }

    /** The reason, for the log and for staff. Never contains text of the upstream, which may repeat secrets. */
    public String why() {
        return why;
    }

    public Duration retryAfter() {
        return retryAfter;
    }

    /** Whether a smaller request may succeed. */
    boolean tooLarge() {
        return tooLarge;
    }
}

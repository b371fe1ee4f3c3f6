package io.tical.server.rail;

import java.time.Duration;

/** An upstream service did not answer the question. Cheap: no stack is recorded. */
public final class UpstreamFailure extends RuntimeException {
    /** When nothing better is known. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    /** Nobody mends a key or a quota within seconds. */
    private static final Duration RETRY_AFTER_MENDING = Duration.ofMinutes(5);

    private final Kind kind;
    private final String why;
    private final Duration retryAfter;
    private final boolean tooLarge;

    /** What kind of failure, which says who can mend it. */
    public enum Kind {
        /** It was not reached, did not answer in time, or made no sense; it may pass. */
        RETRYABLE,
        /** It does not accept us: the key, the contract or the quota. The operator must act. */
        MISCONFIGURED,
        /** It does not take such a question; it was not asked. */
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

    /** The answer was larger than it may be; a smaller question may be answered. */
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

    /** For the log and for staff. Words of ours alone: an upstream's own may repeat what it was sent. */
    public String why() {
        return why;
    }

    public Duration retryAfter() {
        return retryAfter;
    }

    /** Whether a smaller question may be answered. */
    boolean tooLarge() {
        return tooLarge;
    }
}

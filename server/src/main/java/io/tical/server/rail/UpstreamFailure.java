package io.tical.server.rail;

import java.time.Duration;

/** An upstream service did not return a valid response. Has no stack trace. */
public sealed class UpstreamFailure extends RuntimeException {
    /** The default retry delay. */
    static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    /** Longer, because an operator must correct the configuration. */
    private static final Duration RETRY_AFTER_CORRECTION = Duration.ofMinutes(5);

    private final Kind kind;
    private final String why;
    private final Duration retryAfter;

    /** The kind of a failure. */
    public enum Kind {
        /** The service was unreachable, timed out or returned an invalid response; a retry may succeed. */
        RETRYABLE,
        /** The service rejected the key, the contract or the quota; the operator must act. */
        MISCONFIGURED,
        /** The service does not support the request, which was not sent. */
        UNSUPPORTED
    }

    /**
     * The service refused one request, or its response exceeded the size limit. A smaller request or another one may
     * succeed, so it does not count as a failure of the service.
     */
    public static final class Refused extends UpstreamFailure {
        public Refused(String why) {
            super(Kind.RETRYABLE, why, RETRY_AFTER);
        }
    }

    /** The request was not sent: no connection was made, or the circuit breaker is open. */
    public static final class NotSent extends UpstreamFailure {
        NotSent(String why, Duration retryAfter) {
            super(Kind.RETRYABLE, why, retryAfter);
        }
    }

    private UpstreamFailure(Kind kind, String why, Duration retryAfter) {
        super(why, null, false, false);
        this.kind = kind;
        this.why = why;
        this.retryAfter = retryAfter;
    }

    public static UpstreamFailure retryable(String why) {
        return retryable(why, RETRY_AFTER);
    }

    static UpstreamFailure retryable(String why, Duration retryAfter) {
        return new UpstreamFailure(Kind.RETRYABLE, why, retryAfter);
    }

    public static UpstreamFailure misconfigured(String why) {
        return new UpstreamFailure(Kind.MISCONFIGURED, why, RETRY_AFTER_CORRECTION);
    }

    public static UpstreamFailure unsupported(String why) {
        return new UpstreamFailure(Kind.UNSUPPORTED, why, RETRY_AFTER_CORRECTION);
    }

    public Kind kind() {
        return kind;
    }

    /** The reason, for the log and for staff. Never contains text of the upstream, which may repeat secrets. */
    public String why() {
        return why;
    }

    /** When to retry, at least one second. */
    public Duration retryAfter() {
        return retryAfter;
    }
}

package io.tical.server.rail;

import java.time.Duration;

/** The result of a holder lookup. */
public sealed interface HolderOutcome {
    record Found(String name) implements HolderOutcome {}

    /** The account does not exist. */
    record Unknown() implements HolderOutcome {}

    /**
     * The upstream did not answer, so nothing is known about the account.
     *
     * @param why the reason, for the log and for staff; contains no secrets
     * @param retryAfter when to retry, at least one second
     */
    record Unavailable(UpstreamFailure.Kind kind, String why, Duration retryAfter) implements HolderOutcome {
        static Unavailable of(UpstreamFailure failure) {
            return new Unavailable(failure.kind(), failure.why(), failure.retryAfter());
        }
    }
}

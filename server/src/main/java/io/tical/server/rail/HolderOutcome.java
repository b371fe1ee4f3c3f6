package io.tical.server.rail;

import java.time.Duration;

/** What became of a question about an account's holder. */
public sealed interface HolderOutcome {
    record Found(String name) implements HolderOutcome {}

    /** There is no such account. */
    record Unknown() implements HolderOutcome {}

    /**
     * The question was not answered, which says nothing about the account.
     *
     * @param why for the log and for staff; names no secret
     * @param retryAfter when asking again may help, at least a second
     */
    record Unavailable(UpstreamFailure.Kind kind, String why, Duration retryAfter) implements HolderOutcome {
        static Unavailable of(UpstreamFailure failure) {
            return new Unavailable(failure.kind(), failure.why(), failure.retryAfter());
        }
    }
}

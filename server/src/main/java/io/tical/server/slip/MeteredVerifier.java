package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.metric.Calls;
import io.tical.server.metric.Sample.Label;

/** Counts and times the calls of a slip verifier. */
record MeteredVerifier(SlipVerifier verifier, Calls<MeteredVerifier.Result> calls) implements SlipVerifier {
    /** The outcome of a call. */
    enum Result implements Word {
        VERIFIED,
        REJECTED,
        PENDING,
        UNAVAILABLE;

        static Result of(SlipOutcome outcome) {
            return switch (outcome) {
                case SlipOutcome.Verified verified -> VERIFIED;
                case SlipOutcome.Rejected rejected -> REJECTED;
                case SlipOutcome.Pending pending -> PENDING;
                case SlipOutcome.Unavailable unavailable -> UNAVAILABLE;
            };
        }
    }

    /** @param environment {@code test} or {@code live} */
    static MeteredVerifier of(SlipVerifier verifier, String environment) {
        return new MeteredVerifier(
                verifier,
                new Calls<>(
                        Result.class,
                        new Label("upstream", verifier.name() + "_" + environment),
                        new Label("operation", "verify_slip")));
    }

    @Override
    public String name() {
        return verifier.name();
    }

    @Override
    public SlipOutcome ask(SlipQuestion question) {
        return calls.measure(() -> verifier.ask(question), Result::of, Result.UNAVAILABLE);
    }
}

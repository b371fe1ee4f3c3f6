package io.tical.server.slip;

import io.tical.common.Word;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The verifier's response for a slip, as stored. Times are Unix seconds in JSON.
 *
 * @param verifier its name; null when none is configured
 * @param why the reason for staff; null when the slip was verified
 * @param facts the transfer; null unless the slip was verified
 */
public record Verdict(
        Outcome outcome,
        @Nullable String verifier,
        @Nullable String why,
        SlipOutcome.@Nullable Facts facts,
        long askedAt) {
    /** The only reason for a pending slip. */
    static final String BANK_DELAYED = "bank_delayed";

    /** The result. */
    public enum Outcome implements Word {
        VERIFIED,
        REJECTED,
        PENDING,
        UNAVAILABLE,
        OFF;
    }

    static Verdict off(Instant at) {
        return new Verdict(Outcome.OFF, null, "slips of this environment are not verified", null, at.getEpochSecond());
    }

    static Verdict of(String verifier, SlipOutcome outcome, Instant at) {
        var asked = at.getEpochSecond();
        return switch (outcome) {
            case SlipOutcome.Verified(var facts) -> new Verdict(Outcome.VERIFIED, verifier, null, facts, asked);
            case SlipOutcome.Rejected(var reason) ->
                new Verdict(Outcome.REJECTED, verifier, reason.word(), null, asked);
            case SlipOutcome.Pending(var retryAfter) ->
                new Verdict(Outcome.PENDING, verifier, BANK_DELAYED, null, asked);
            case SlipOutcome.Unavailable(var failure) ->
                new Verdict(Outcome.UNAVAILABLE, verifier, failure.why(), null, asked);
        };
    }
}

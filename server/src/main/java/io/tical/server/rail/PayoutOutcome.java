package io.tical.server.rail;

import io.tical.common.Word;
import org.jspecify.annotations.Nullable;

/** What a rail says of an attempt. */
public sealed interface PayoutOutcome {
    /**
     * The money arrived.
     *
     * @param amount minor units that arrived, 1 to the leg's amount
     */
    record Delivered(long amount, String reference, Sender sender) implements PayoutOutcome {}

    /** The money did not arrive and will not. */
    record Failed(FailureCode code, String message) implements PayoutOutcome {}

    /** People carry it out; the outcome will be reported, so there is nothing to ask. */
    record Handed() implements PayoutOutcome {}

    /** Nobody knows yet: no answer, a timeout, an unclear one. It may have been sent. */
    record Unknown(String why) implements PayoutOutcome {}

    /**
     * The attempt never reached the rail, and the rail guarantees that it will refuse it from now on. Only this makes a new
     * attempt safe.
     */
    record NeverSent() implements PayoutOutcome {}

    /** From which account the money went. */
    record Sender(
            String platform,
            @Nullable String identifier,
            @Nullable String holderName) {}

    /** Why a leg failed. */
    enum FailureCode implements Word {
        ACCOUNT_CLOSED,
        ACCOUNT_FROZEN,
        NO_ACCOUNT,
        INVALID_ACCOUNT_NUMBER,
        COULD_NOT_PROCESS;
    }
}

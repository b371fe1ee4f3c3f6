package io.tical.server.rail;

import io.tical.common.Word;
import io.tical.server.input.JsonBody;
import io.tical.server.rail.PayoutOutcome.FailureCode;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What staff report about a transfer that they made, or whose outcome the rail does not know.
 *
 * @param attemptId the attempt that it is about; null for the open one
 */
public record StaffReport(Outcome outcome, @Nullable UUID attemptId, TransferSlip slip) {
    public enum Outcome implements Word {
        SUCCESS,
        FAILED,
        /** The transfer arrived in addition to the recorded delivery of the attempt. Attempt and transfer are named. */
        FURTHER
    }

    /** Reads {@code outcome}, {@code attempt_id} and the fields of the slip. */
    public static StaffReport read(JsonBody body) {
        var outcome = body.word("outcome", Outcome.class).orElse(Outcome.FAILED);
        var further = outcome == Outcome.FURTHER;
        var attemptId = further || body.has("attempt_id") ? body.id("attempt_id") : null;
        return new StaffReport(outcome, attemptId, TransferSlip.read(body, outcome != Outcome.FAILED));
    }

    public boolean delivered() {
        return outcome != Outcome.FAILED;
    }

    public boolean further() {
        return outcome == Outcome.FURTHER;
    }

    /** The outcome of a transfer that staff say did not arrive. */
    public static PayoutOutcome.Failed failed(FailureCode code) {
        return new PayoutOutcome.Failed(code, "The bank did not execute the transfer");
    }
}

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
public record StaffReport(boolean arrived, @Nullable UUID attemptId, TransferSlip slip) {
    private enum Outcome implements Word {
        SUCCESS,
        FAILED
    }

    /** Reads {@code outcome}, {@code attempt_id} and the fields of the slip. */
    public static StaffReport read(JsonBody body) {
        var arrived = body.word("outcome", Outcome.class)
                .filter(Outcome.SUCCESS::equals)
                .isPresent();
        var attemptId = body.has("attempt_id") ? body.id("attempt_id") : null;
        return new StaffReport(arrived, attemptId, TransferSlip.read(body, arrived));
    }

    /** The outcome of a transfer that staff say did not arrive. */
    public static PayoutOutcome.Failed failed(FailureCode code) {
        return new PayoutOutcome.Failed(code, "The bank did not execute the transfer");
    }
}

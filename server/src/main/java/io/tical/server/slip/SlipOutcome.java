package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.rail.SlipParty;
import io.tical.server.rail.UpstreamFailure;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The result of a slip verification. */
public sealed interface SlipOutcome {
    /** The transfer is confirmed. The service detects duplicate slips itself and ignores the upstream's flag. */
    record Verified(Facts facts) implements SlipOutcome {}

    /** The upstream confirms that there is no such transfer. */
    record Rejected(Reason reason) implements SlipOutcome {}

    /**
     * The bank has not yet reported the transfer to the upstream.
     *
     * @param retryAfter when to retry, at least one minute
     */
    record Pending(Duration retryAfter) implements SlipOutcome {}

    /** The upstream did not answer, so nothing is known about the slip. */
    record Unavailable(UpstreamFailure failure) implements SlipOutcome {}

    /**
     * The transfer as the upstream reports it.
     *
     * @param reference the sending bank's reference, unique within that bank; 1 to 64 letters, digits and {@code ._-}
     * @param amount the amount in minor units of {@code currency}, positive
     * @param currency ISO 4217
     * @param transferredAt when the money was sent, or null if the upstream does not report it
     */
    record Facts(
            String reference,
            long amount,
            String currency,
            @Nullable Instant transferredAt,
            SlipParty sender,
            SlipParty receiver) {}

    /** The reason of a rejection. */
    enum Reason implements Word {
        /** The QR code is not from a transfer slip. */
        NOT_A_SLIP,
        /** The transfer is unknown or too old. Some banks report transfers with a delay of minutes. */
        NOT_FOUND,
        WRONG_AMOUNT,
        WRONG_RECEIVER,
        /** The picture cannot be read. */
        UNREADABLE
    }
}

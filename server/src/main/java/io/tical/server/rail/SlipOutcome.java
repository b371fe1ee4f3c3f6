package io.tical.server.rail;

import io.tical.common.Word;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of a question about a slip. */
public sealed interface SlipOutcome {
    /** The transfer happened. Whether the slip was shown before is for us to know: an upstream's own flag is not relied on. */
    record Verified(Facts facts) implements SlipOutcome {}

    /** The upstream knows that this is no such transfer. */
    record Rejected(Reason reason) implements SlipOutcome {}

    /**
     * The bank has not told the upstream yet.
     *
     * @param retryAfter when the upstream wants to be asked again, at least a minute
     */
    record Pending(Duration retryAfter) implements SlipOutcome {}

    /**
     * The question was not answered, which says nothing about the slip.
     *
     * @param why for the log and for staff; names no secret
     * @param retryAfter when asking again may help, at least a second
     */
    record Unavailable(UpstreamFailure.Kind kind, String why, Duration retryAfter) implements SlipOutcome {
        static Unavailable of(UpstreamFailure failure) {
            return new Unavailable(failure.kind(), failure.why(), failure.retryAfter());
        }
    }

    /**
     * What the upstream says of the transfer.
     *
     * @param reference the sending bank's reference, unique within that bank; 1 to 64 letters, digits and {@code ._-}
     * @param amount minor units of {@code currency}, positive
     * @param currency ISO 4217
     * @param transferredAt when the money was sent; null where the upstream does not say
     */
    record Facts(
            String reference,
            long amount,
            String currency,
            @Nullable Instant transferredAt,
            SlipParty sender,
            SlipParty receiver) {}

    /** Why a slip is rejected. */
    enum Reason implements Word {
        /** There is no QR code of a transfer slip. */
        NOT_A_SLIP,
        /** No such transfer, or one too old to be looked up. Of a bank that answers late it may be found minutes later. */
        NOT_FOUND,
        WRONG_AMOUNT,
        WRONG_RECEIVER,
        /** The picture cannot be read. */
        UNREADABLE;
    }
}

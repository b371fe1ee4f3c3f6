package io.tical.server.slip;

import io.tical.server.rail.SlipOutcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The result of a verification, as merchants see it. */
public sealed interface SlipVerification {
    /**
     * The transfer happened.
     *
     * @param duplicate whether this merchant had asked about the transfer before
     * @param cached whether the result is from an earlier call of the upstream
     * @param verifiedAt the time of the upstream's response
     */
    record Verified(Transfer transfer, boolean duplicate, boolean cached, Instant verifiedAt)
            implements SlipVerification {}

    /** The transfer does not exist. */
    record Rejected(SlipOutcome.Reason reason) implements SlipVerification {}

    /** The bank does not know the transfer yet. */
    record Pending() implements SlipVerification {}

    /**
     * A transfer that happened.
     *
     * @param amount minor units of {@code currency}
     * @param transferredAt null when the upstream does not report it
     */
    record Transfer(
            String reference,
            long amount,
            String currency,
            @Nullable Instant transferredAt,
            Party sender,
            Party receiver) {}

    /**
     * The sender or the receiver; unknown parts are null.
     *
     * @param accountNo digits, and {@code x} for those that the upstream hides; the PromptPay id where that was used
     */
    record Party(
            @Nullable String bankCode,
            @Nullable String accountNo,
            @Nullable String name) {}
}

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
     * @param cached whether the upstream was asked earlier than for this request
     * @param verifiedAt when the upstream said so
     */
    record Verified(Transfer transfer, boolean duplicate, boolean cached, Instant verifiedAt)
            implements SlipVerification {}

    /** There was no such transfer. */
    record Rejected(SlipOutcome.Reason reason) implements SlipVerification {}

    /** The bank does not know the transfer yet. */
    record Pending() implements SlipVerification {}

    /**
     * A transfer that happened.
     *
     * @param amount minor units of {@code currency}
     * @param transferredAt null where the upstream does not say
     */
    record Transfer(
            String reference,
            long amount,
            String currency,
            @Nullable Instant transferredAt,
            Party sender,
            Party receiver) {}

    /**
     * One side of it, each part null where it is not known.
     *
     * @param accountNo digits, and {@code x} for those that the upstream hides; the PromptPay id where that was used
     */
    record Party(
            @Nullable String bankCode,
            @Nullable String accountNo,
            @Nullable String name) {}
}

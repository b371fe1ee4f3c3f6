package io.tical.server.slip;

import io.tical.common.UnixTime;
import org.jspecify.annotations.Nullable;

/** A verification as JSON: the same fields for every result. */
record SlipVerificationView(
        boolean success,
        String status,
        @Nullable String reason,
        @Nullable String ref,
        @Nullable Long amount,
        @Nullable String currency,
        @Nullable Long transferredAt,
        SlipVerification.@Nullable Party sender,
        SlipVerification.@Nullable Party receiver,
        boolean duplicate,
        boolean cached,
        @Nullable Long verifiedAt) {
    /** The only reason for a pending slip. */
    private static final String BANK_DELAYED = "bank_delayed";

    static SlipVerificationView of(SlipVerification verification) {
        return switch (verification) {
            case SlipVerification.Verified(var transfer, var duplicate, var cached, var verifiedAt) ->
                new SlipVerificationView(
                        true,
                        "verified",
                        null,
                        transfer.reference(),
                        transfer.amount(),
                        transfer.currency(),
                        UnixTime.seconds(transfer.transferredAt()),
                        transfer.sender(),
                        transfer.receiver(),
                        duplicate,
                        cached,
                        UnixTime.seconds(verifiedAt));
            case SlipVerification.Rejected(var reason) -> without("rejected", reason.word());
            case SlipVerification.Pending() -> without("pending", BANK_DELAYED);
        };
    }

    private static SlipVerificationView without(String status, String reason) {
        return new SlipVerificationView(false, status, reason, null, null, null, null, null, null, false, false, null);
    }
}

package io.tical.server.slip;

import io.tical.server.rail.SlipParty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of a verification, for merchants, with the same fields for every result. Times are Unix seconds in JSON.
 *
 * @param reason null if the transfer exists; otherwise the fields of the transfer are null
 * @param amount minor units of {@code currency}
 * @param transferredAt null when the upstream does not report it
 * @param duplicate whether this merchant has verified the transfer before
 * @param cached whether the result is from an earlier call of the upstream
 * @param verifiedAt the time of the upstream's response
 */
public record SlipVerification(
        boolean success,
        String status,
        @Nullable String reason,
        @Nullable String ref,
        @Nullable Long amount,
        @Nullable String currency,
        @Nullable Instant transferredAt,
        @Nullable Party sender,
        @Nullable Party receiver,
        boolean duplicate,
        boolean cached,
        @Nullable Instant verifiedAt) {
    /**
     * The sender or the receiver; unknown parts are null.
     *
     * @param accountNo digits, and {@code x} for those that the upstream hides; the PromptPay id where that was used
     */
    public record Party(
            @Nullable String bankCode,
            @Nullable String accountNo,
            @Nullable String name) {
        static Party of(SlipParty party) {
            return new Party(
                    party.bankCode(),
                    party.accountNo() == null ? party.proxy() : party.accountNo(),
                    party.names().stream().findFirst().orElse(null));
        }
    }

    static SlipVerification verified(SlipOutcome.Facts transfer, boolean duplicate, boolean cached, Instant at) {
        return new SlipVerification(
                true,
                "verified",
                null,
                transfer.reference(),
                transfer.amount(),
                transfer.currency(),
                transfer.transferredAt(),
                Party.of(transfer.sender()),
                Party.of(transfer.receiver()),
                duplicate,
                cached,
                at);
    }

    /** The transfer does not exist, or the bank does not know it yet. */
    static SlipVerification without(String status, String reason) {
        return new SlipVerification(false, status, reason, null, null, null, null, null, null, false, false, null);
    }
}

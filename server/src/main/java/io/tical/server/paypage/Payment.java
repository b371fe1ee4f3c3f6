package io.tical.server.paypage;

import io.tical.common.CurrencyProfile;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Theme;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payin as its payer meets it.
 *
 * @param payToken 32 characters that open its page
 * @param amount minor units that the payer is to send
 * @param fee minor units that the payin costs the merchant
 * @param net minor units that the merchant gets
 * @param expiresAt until when it can be paid
 * @param destination whose account receives it
 * @param payer the account that it is expected from, or null
 * @param promptpay how the same account is paid by a QR code; null where it is not, or no longer
 * @param matched whether it is matched to a payout, so that the account is another person's
 * @param theme how the merchant wants the page to look
 */
public record Payment(
        UUID organizationId,
        boolean livemode,
        UUID payinId,
        String payToken,
        String merchantName,
        CurrencyProfile currency,
        long amount,
        long fee,
        long net,
        PayinStatus status,
        Instant expiresAt,
        Account destination,
        @Nullable Account payer,
        @Nullable PromptPayCode promptpay,
        boolean matched,
        String orderRef,
        @Nullable String redirectUrl,
        Theme theme) {
    /** A bank account. */
    public record Account(String bankCode, String accountNo, String holderName) {
        /** The same, with no more of its number than its owner needs to recognise it. */
        Account masked() {
            var shown = Math.min(4, accountNo.length() / 2);
            var hidden = accountNo.length() - shown;
            return new Account(bankCode, "x".repeat(hidden) + accountNo.substring(hidden), holderName);
        }
    }

    /**
     * A PromptPay code.
     *
     * @param id whom it pays, as registered with PromptPay
     * @param qrData the text in the code
     * @param qrSvg the code as an SVG element: a rectangle and one path
     */
    public record PromptPayCode(String id, String qrData, String qrSvg) {}
}

package io.tical.server.paypage;

import io.tical.common.CurrencyProfile;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Theme;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payin as its payer sees it.
 *
 * @param payToken the 32 characters of its page's address
 * @param amount minor units that the payer must send
 * @param fee the merchant's fee in minor units
 * @param net minor units that the merchant receives
 * @param expiresAt the time until which it can be paid
 * @param destination the receiving account
 * @param payer the account from which it is expected, or null
 * @param promptpay the QR code of the account; null if there is none, or the payin cannot be paid any more
 * @param matched whether it is matched with a payout, so that the account belongs to another person
 * @param theme the theme that the merchant chose
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
        /** The same with a masked number, which its owner can recognise. */
        Account masked() {
            var shown = Math.min(4, accountNo.length() / 2);
            var hidden = accountNo.length() - shown;
            return new Account(bankCode, "x".repeat(hidden) + accountNo.substring(hidden), holderName);
        }
    }

    /**
     * A PromptPay code.
     *
     * @param id the payee's PromptPay id
     * @param qrData the text in the code
     * @param qrSvg the code as an SVG element: a rectangle and one path
     */
    public record PromptPayCode(String id, String qrData, String qrSvg) {}
}

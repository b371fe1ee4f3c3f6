package io.tical.server.paypage;

import io.tical.common.CurrencyProfile;
import io.tical.server.merchant.Brand;
import io.tical.server.payin.Payin;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A payin, for its payer.
 *
 * @param promptpay the QR code of the account; null if there is none, or the payin can no longer be paid
 */
public record Payment(
        Payin payin,
        String merchantName,
        Brand brand,
        CurrencyProfile currency,
        @Nullable PromptPayCode promptpay) {
    private static final int LOGO_VERSION_LENGTH = 12;

    /** A bank account. */
    record Account(String bankCode, String accountNo, String holderName) {}

    /**
     * A PromptPay code.
     *
     * @param id the payee's PromptPay id
     * @param qrData the text in the code
     * @param qrSvg the code as an SVG element: a rectangle and one path
     */
    public record PromptPayCode(String id, String qrData, String qrSvg) {}

    /** The path of the merchant's logo, with its version; null if there is none. */
    @Nullable
    String logoPath() {
        return logoPath(PayPageRoutes.ROOT + terms().payToken(), brand);
    }

    /** @param path of the payment in the API */
    static @Nullable String logoPath(String path, Brand brand) {
        var logo = brand.logoSha256();
        return logo == null ? null : path + "/logo?v=" + logo.substring(0, LOGO_VERSION_LENGTH);
    }

    Payin.Terms terms() {
        return payin.terms();
    }

    /** The minor units that the payer has paid; null while nothing is received. Staff may have accepted another amount. */
    @Nullable
    Long paid() {
        return switch (payin.status()) {
            case SUCCESS, REJECTED, REFUNDED -> payin.progress().settled().paid();
            case PENDING, PROCESSING, FAILED, EXPIRED, CANCELLED -> null;
        };
    }

    /** The receiving account. */
    Account destination() {
        var receiving = payin.receiving();
        return new Account(
                Objects.requireNonNullElse(receiving.platform(), ""),
                Objects.requireNonNullElse(receiving.identifier(), ""),
                Objects.requireNonNullElse(receiving.holderName(), ""));
    }

    /** The expected account of the payer, or null. Its number is masked, so that only its owner recognises it. */
    @Nullable
    Account payer() {
        var payer = terms().payer();
        if (payer == null) {
            return null;
        }
        var number = payer.accountNo();
        var hidden = number.length() - Math.min(4, number.length() / 2);
        return new Account(payer.bankCode(), "x".repeat(hidden) + number.substring(hidden), payer.holderName());
    }
}

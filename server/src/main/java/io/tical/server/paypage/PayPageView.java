package io.tical.server.paypage;

import io.tical.common.CurrencyProfile;
import io.tical.server.paypage.PayPages.Opened;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A payment as JSON (spec, Pay page view): amounts as decimal integers of minor units, {@code expires_at} ISO 8601 in UTC. The
 * account of another person is included after the payer has accepted; until then its fields are null.
 */
record PayPageView(
        String token,
        String merchantName,
        @Nullable String merchantLogo,
        String amount,
        String fee,
        String net,
        String currency,
        CurrencyProfile currencyProfile,
        String status,
        String expiresAt,
        Destination destination,
        Payment.@Nullable Account payer,
        Payment.@Nullable PromptPayCode promptpay,
        String orderRef,
        @Nullable String redirectUrl,
        String payTheme) {
    private static final Destination WITHHELD = new Destination(null, null, null);

    record Destination(
            @Nullable String bankCode,
            @Nullable String accountNo,
            @Nullable String holderName) {}

    static PayPageView of(Opened opened) {
        var payment = opened.payment();
        var account = payment.destination();
        var payer = payment.payer();
        return new PayPageView(
                payment.payToken(),
                payment.merchantName(),
                null,
                Long.toString(payment.amount()),
                Long.toString(payment.fee()),
                Long.toString(payment.net()),
                payment.currency().code(),
                payment.currency(),
                payment.status().word(),
                payment.expiresAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                opened.disclosed()
                        ? new Destination(account.bankCode(), account.accountNo(), account.holderName())
                        : WITHHELD,
                payer == null ? null : payer.masked(),
                opened.disclosed() ? payment.promptpay() : null,
                payment.orderRef(),
                payment.redirectUrl(),
                payment.theme().word());
    }
}

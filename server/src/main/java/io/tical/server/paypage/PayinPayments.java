package io.tical.server.paypage;

import io.tical.server.currency.Currencies;
import io.tical.server.merchant.Brands;
import io.tical.server.merchant.Policies;
import io.tical.server.payin.Channel;
import io.tical.server.payin.Payin;
import io.tical.server.payin.Payins;
import io.tical.server.paypage.Payment.PromptPayCode;
import io.tical.server.qr.PromptPay;
import io.tical.server.qr.PromptPayId;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Finds payins for payers. */
final class PayinPayments {
    private final Payins payins;
    private final Policies policies;
    private final Brands brands;
    private final Currencies currencies;
    private final QrCodes codes = new QrCodes();

    PayinPayments(Payins payins, Policies policies, Brands brands, Currencies currencies) {
        this.payins = payins;
        this.policies = policies;
        this.brands = brands;
        this.currencies = currencies;
    }

    /** The payment of a token; a deposit has another page. */
    Optional<Payment> find(String payToken) {
        return payins.findByPayToken(payToken)
                .filter(payin -> payin.terms().channel() != Channel.CRYPTO)
                .map(this::payment);
    }

    private Payment payment(Payin payin) {
        var terms = payin.terms();
        var brand = brands.of(terms.organizationId());
        return new Payment(
                payin,
                Objects.requireNonNullElseGet(brand.displayName(), () -> policies.name(terms.organizationId())),
                brand,
                currencies.find(terms.currency()).orElseThrow(),
                payin.status().open() ? promptpay(terms) : null);
    }

    private @Nullable PromptPayCode promptpay(Payin.Terms terms) {
        var id = terms.promptpayId();
        if (id == null || !terms.currency().equals("THB") || terms.transferAmount() > PromptPay.AMOUNT_SATANG_MAX) {
            return null;
        }
        // No banking app would accept the code of an unusable id, so the account is shown without one.
        return PromptPayId.find(id)
                .map(usable -> PromptPay.payload(usable.account(), OptionalLong.of(terms.transferAmount())))
                .map(text -> new PromptPayCode(id, text, codes.of(text)))
                .orElse(null);
    }
}

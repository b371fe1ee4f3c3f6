package io.tical.server.paypage;

import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.DepositUri;
import io.tical.server.crypto.Deposits;
import io.tical.server.crypto.Deposits.Received;
import io.tical.server.currency.Currencies;
import io.tical.server.merchant.Brands;
import io.tical.server.merchant.Policies;
import io.tical.server.payin.Channel;
import io.tical.server.payin.Payin;
import io.tical.server.payin.Payins;
import java.util.Objects;
import java.util.Optional;

/** Finds USDT deposits for payers. */
final class DepositPayments {
    private final Payins payins;
    private final Deposits deposits;
    private final DepositUri uri;
    private final Policies policies;
    private final Brands brands;
    private final Currencies currencies;
    private final QrCodes codes = new QrCodes();

    DepositPayments(
            Payins payins, Deposits deposits, DepositUri uri, Policies policies, Brands brands, Currencies currencies) {
        this.payins = payins;
        this.deposits = deposits;
        this.uri = uri;
        this.policies = policies;
        this.brands = brands;
        this.currencies = currencies;
    }

    /** The deposit of a token; other payins have another page. */
    Optional<DepositPayment> find(String payToken) {
        return payins.findByPayToken(payToken)
                .filter(payin -> payin.terms().channel() == Channel.CRYPTO)
                .flatMap(payin -> deposits.received(payin.key()).map(received -> payment(payin, received)));
    }

    private DepositPayment payment(Payin payin, Received received) {
        var organizationId = payin.terms().organizationId();
        var brand = brands.of(organizationId);
        var payment = new DepositPayment(
                payin,
                received.deposit(),
                received.transfers(),
                Objects.requireNonNullElseGet(brand.displayName(), () -> policies.name(organizationId)),
                brand,
                currencies.usdt(),
                null);
        var missing = payment.missing();
        if (missing == 0) {
            return payment;
        }
        var text = text(payin, payment.deposit(), missing);
        return payment.with(new DepositPayment.Code(text, codes.of(text)));
    }

    /**
     * The text of the QR code. For test deposits it is only the test address, which no wallet accepts; in a longer text, a wallet could
     * find the contract and send to it.
     */
    private String text(Payin payin, Deposit deposit, long missing) {
        return payin.terms().livemode() ? uri.of(deposit.network(), deposit.address(), missing) : deposit.address();
    }
}

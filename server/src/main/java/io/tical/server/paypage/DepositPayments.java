package io.tical.server.paypage;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.crypto.CryptoModule;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.Deposits.Received;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.payin.Channel;
import io.tical.server.payin.Payin;
import io.tical.server.payin.Payins;
import java.util.Objects;
import java.util.Optional;

/** Payins by USDT as payers see them. */
final class DepositPayments {
    private final Database database;
    private final Payins payins;
    private final CryptoModule crypto;
    private final MerchantModule merchants;
    private final QrCodes codes = new QrCodes();

    DepositPayments(Database database, Payins payins, CryptoModule crypto, MerchantModule merchants) {
        this.database = database;
        this.payins = payins;
        this.crypto = crypto;
        this.merchants = merchants;
    }

    private record Found(Payin payin, Received received) {}

    /** The deposit of a token; other payins have another page. */
    Optional<DepositPayment> find(String payToken) {
        return database.run(session -> find(session, payToken)).map(this::payment);
    }

    private Optional<Found> find(Session session, String payToken) {
        return payins.findByPayToken(session, payToken)
                .filter(payin -> payin.terms().channel() == Channel.CRYPTO)
                .flatMap(payin -> crypto.deposits()
                        .received(session, payin.key())
                        .map(received -> new Found(payin, received)));
    }

    private DepositPayment payment(Found found) {
        var payin = found.payin();
        var organizationId = payin.terms().organizationId();
        var brand = merchants.brands().of(organizationId);
        var payment = new DepositPayment(
                payin,
                found.received().deposit(),
                found.received().transfers(),
                Objects.requireNonNullElseGet(
                        brand.displayName(), () -> merchants.policies().name(organizationId)),
                brand,
                merchants.currencies().usdt(),
                null);
        var missing = payment.missing();
        if (missing == 0) {
            return payment;
        }
        var text = text(payin, payment.deposit(), missing);
        return payment.with(new DepositPayment.Code(text, codes.of(text)));
    }

    /** A test address is no address to a wallet. In a longer text, a wallet could find the contract and send to that. */
    private String text(Payin payin, Deposit deposit, long missing) {
        return payin.terms().livemode()
                ? crypto.uri().of(deposit.network(), deposit.address(), missing)
                : deposit.address();
    }
}

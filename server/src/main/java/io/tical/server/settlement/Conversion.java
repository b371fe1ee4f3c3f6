package io.tical.server.settlement;

import io.tical.common.CurrencyProfile;
import io.tical.common.Money;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import java.math.BigDecimal;
import java.util.UUID;

/**
 * The conversion of a settlement's net amount into the currency of its destination.
 *
 * @param settlement the settlement
 * @param id the id of its quote, which can be used only once
 * @param sourceAmount the net amount in minor units of the source currency
 * @param amount minor units of the target currency, which the destination receives
 * @param rate whole units of the target currency for one whole unit of the source currency
 */
record Conversion(
        TransactionKey settlement,
        UUID id,
        String sourceCurrency,
        long sourceAmount,
        String currency,
        long amount,
        BigDecimal rate) {
    TransactionKey key() {
        return new TransactionKey(settlement.organizationId(), settlement.livemode(), id);
    }

    /** The organization's wallet key in the target currency, for the postings of the conversion. That wallet's balances do not change. */
    WalletKey wallet() {
        return settlement.wallet(currency);
    }

    /**
     * Converts an amount exactly, and rounds down to the unit step of the target currency.
     *
     * @param amount minor units of the source currency
     * @return minor units of the target currency, 0 to {@link Money#AMOUNT_MAX}
     */
    static long convert(long amount, BigDecimal rate, CurrencyProfile source, CurrencyProfile target) {
        var step = BigDecimal.valueOf(target.unitStep());
        var exact = BigDecimal.valueOf(amount).multiply(rate).movePointRight(target.scale() - source.scale());
        var rounded = exact.divideToIntegralValue(step).multiply(step);
        return rounded.min(BigDecimal.valueOf(Money.AMOUNT_MAX)).longValue();
    }
}

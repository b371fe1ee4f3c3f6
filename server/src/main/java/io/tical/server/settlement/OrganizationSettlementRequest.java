package io.tical.server.settlement;

import io.tical.common.CurrencyProfile;
import io.tical.server.access.Caller;
import io.tical.server.currency.Amounts;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request for a settlement to an account of the organization, or for a preview of one.
 *
 * @param targetCurrency the currency that the merchant expects; null if the request does not name it
 * @param quoteId the quote of a preview; null without one
 */
record OrganizationSettlementRequest(
        Asked asked,
        @Nullable String targetCurrency,
        @Nullable String quoteId,
        String requestId) {
    /**
     * The destination and the amount of a settlement.
     *
     * @param account the destination
     * @param sourceCurrency ISO 4217, or {@code USDT}
     * @param sourceAmount minor units to take from the balance
     */
    record Asked(TransactionKey account, String sourceCurrency, long sourceAmount) {
        WalletKey wallet() {
            return account.wallet(sourceCurrency);
        }
    }

    UUID organizationId() {
        return asked.account().organizationId();
    }

    boolean livemode() {
        return asked.account().livemode();
    }

    static OrganizationSettlementRequest parse(Caller caller, String requestId, JsonBody json) {
        var request = new OrganizationSettlementRequest(
                new Asked(
                        new TransactionKey(
                                caller.organizationId(), caller.livemode(), json.id("organization_account_id")),
                        json.text("source_currency_code", CurrencyProfile.CODE_LENGTH_MAX),
                        json.amount("source_amount")),
                json.textOrNull("target_currency_code", CurrencyProfile.CODE_LENGTH_MAX),
                json.textOrNull("quote_id", Quotes.LENGTH_MAX),
                requestId);
        json.check();
        Amounts.requirePositive(request.asked().sourceAmount());
        return request;
    }
}

package io.tical.server.collection;

import io.tical.common.CurrencyProfile;
import io.tical.server.qr.PromptPay;
import io.tical.server.qr.PromptPayId;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A bank account of the operator, which receives payments, makes them, or both. It belongs to no organization.
 *
 * @param bankCode the bank's abbreviation, uppercase
 * @param accountNo 6 to 20 digits
 * @param promptpayId the digits of a {@link PromptPayId}, or null
 * @param weight 0 to 1000: its relative share of new payins in its currency; 0 receives none
 * @param version incremented by every change
 * @param terms what it is for, and its limits
 */
public record CollectionAccount(
        UUID id,
        String currency,
        String bankCode,
        String accountNo,
        String holderName,
        @Nullable String promptpayId,
        int weight,
        long version,
        Instant createdAt,
        Instant updatedAt,
        AccountTerms terms) {
    /** Whether there is a PromptPay code for this amount in minor units, whatever surcharge is added to it. */
    public boolean hasCode(CurrencyProfile in, long amount) {
        return in.code().equals("THB")
                && Surcharge.of(in).most(amount) <= PromptPay.AMOUNT_SATANG_MAX
                && promptpayId != null
                && PromptPayId.find(promptpayId).isPresent();
    }

    /** What people call it. */
    String words() {
        return bankCode + " " + accountNo + " · " + currency;
    }

    /** Whether both are the same bank account. */
    boolean isSameAs(CollectionAccount other) {
        return currency.equals(other.currency) && bankCode.equals(other.bankCode) && accountNo.equals(other.accountNo);
    }

    /** Whether what payers of the other one see leads to the same account and holder. */
    boolean leadsWhere(CollectionAccount other) {
        return isSameAs(other) && holderName.equals(other.holderName) && Objects.equals(promptpayId, other.promptpayId);
    }

    /** This account without its PromptPay id. */
    public CollectionAccount withoutPromptPay() {
        return new CollectionAccount(
                id, currency, bankCode, accountNo, holderName, null, weight, version, createdAt, updatedAt, terms);
    }

    /** Whether it may receive a payin of an amount, without its surcharge, in minor units. */
    public boolean takes(long amount) {
        var max = terms.limits().payinMax();
        return terms.collects() && (max == null || amount <= max);
    }
}

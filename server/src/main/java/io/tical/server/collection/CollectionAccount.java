package io.tical.server.collection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An account of the operator that receives payments. It belongs to no organization.
 *
 * @param bankCode the bank's abbreviation, uppercase
 * @param accountNo 6 to 20 digits
 * @param promptpayId 10, 13 or 15 digits: a mobile number, a national or tax id, or an e-wallet; or null
 * @param weight 0 to 1000: its relative share of new payins in its currency; 0 receives none
 * @param version incremented by every change
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
        Instant updatedAt) {
    /** This account without its PromptPay id. */
    public CollectionAccount withoutPromptPay() {
        return new CollectionAccount(
                id, currency, bankCode, accountNo, holderName, null, weight, version, createdAt, updatedAt);
    }
}

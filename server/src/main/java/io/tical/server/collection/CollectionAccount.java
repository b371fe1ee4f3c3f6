package io.tical.server.collection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An account of the operator, into which payers pay. It belongs to no organization.
 *
 * @param bankCode the bank's abbreviation, uppercase
 * @param accountNo 6 to 20 digits
 * @param promptpayId 10, 13 or 15 digits: a mobile number, a national or tax id, an e-wallet; null where it has none
 * @param weight 0 to 1000: how often it is chosen among those of its currency; 0 receives no new payins
 * @param version raised by every change
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
    /** The same account, to be paid by its number alone. */
    public CollectionAccount withoutPromptPay() {
        return new CollectionAccount(
                id, currency, bankCode, accountNo, holderName, null, weight, version, createdAt, updatedAt);
    }
}

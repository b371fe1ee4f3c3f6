package io.tical.server.collection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A collection account as operators see it.
 *
 * @param reservedPercent how full it is in live ({@link ReservedAmounts}); payins are refused at 100
 */
record CollectionAccountView(
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
        int reservedPercent) {
    static CollectionAccountView of(CollectionAccount account, ReservedAmounts reserved) {
        return new CollectionAccountView(
                account.id(),
                account.currency(),
                account.bankCode(),
                account.accountNo(),
                account.holderName(),
                account.promptpayId(),
                account.weight(),
                account.version(),
                account.createdAt(),
                account.updatedAt(),
                reserved.percent(account.id()));
    }
}

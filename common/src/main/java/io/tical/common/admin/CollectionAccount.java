package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An account that payers pay into.
 *
 * @param weight its share of new payins in the currency, relative to the other accounts; with 0 it receives none
 */
public record CollectionAccount(
        UUID id,
        String currency,
        String bankCode,
        String accountNo,
        String holderName,
        @Nullable String promptpayId,
        int weight,
        int version,
        long createdAt,
        long updatedAt)
        implements Listed {}

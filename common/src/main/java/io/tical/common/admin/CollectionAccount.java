package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An account that payers pay into.
 *
 * @param approval its change that waits; null without one
 * @param weight its share of new payins in the currency, relative to the other accounts; with 0 it receives none
 * @param reservedPercent how full it is in live: the reserved amounts of its fullest price; payins are refused at 100
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
        long updatedAt,
        int reservedPercent,
        Approvals.@Nullable Row approval)
        implements Listed {
    private static final int NEARLY_FULL_PERCENT = 80;

    /** Whether another account should be added before payins are refused. */
    public boolean nearlyFull() {
        return reservedPercent >= NEARLY_FULL_PERCENT;
    }
}

package io.tical.server.payout;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An earlier payout to the same account that was delivered.
 *
 * @param delivered minor units
 * @param accountNo as it was then
 */
record EarlierDelivery(
        UUID id,
        String orderRef,
        PayoutStatus status,
        long delivered,
        String accountNo,
        @Nullable Instant finalizedAt) {
    /** The number of them that operators see. */
    static final int ROWS_MAX = 10;
}

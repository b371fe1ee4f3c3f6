package io.tical.server.suspense;

import io.tical.common.Ids;
import io.tical.server.ledger.WalletKey;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One payment in suspense.
 *
 * @param decision what became of it, or null as long as nobody decided
 * @param version raised with every change
 */
public record SuspenseItem(
        TransactionKey key,
        Unmatched payment,
        SuspenseStatus status,
        @Nullable Decision decision,
        long version,
        Instant updatedAt) {
    /**
     * What somebody decided.
     *
     * @param matchedPayinId the payin that it paid; null unless it is {@link SuspenseStatus#MATCHED}
     */
    public record Decision(
            @Nullable UUID matchedPayinId,
            String by,
            String requestId,
            @Nullable String note) {}

    public Instant createdAt() {
        return Ids.madeAt(key.id());
    }

    WalletKey wallet() {
        return new WalletKey(key.organizationId(), key.livemode(), payment.currency());
    }
}

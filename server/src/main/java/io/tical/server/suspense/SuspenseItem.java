package io.tical.server.suspense;

import io.tical.common.Ids;
import io.tical.server.ledger.WalletKey;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Unallocated funds: one payment that arrived and that no payin takes, or one claim for money that left.
 *
 * @param decision null until an operator has decided
 * @param version raised by every change
 */
public record SuspenseItem(
        TransactionKey key,
        Unmatched payment,
        SuspenseStatus status,
        @Nullable Decision decision,
        long version,
        Instant updatedAt)
        implements Aggregate<SuspenseItem> {
    /**
     * What an operator decided.
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

    @Override
    public WalletKey wallet() {
        return new WalletKey(key.organizationId(), key.livemode(), payment.currency());
    }

    /** Whether the journal has it: test payins move no money; test payouts do, and so do their claims. */
    boolean inJournal() {
        return key.livemode() || payment.claim();
    }

    @Override
    public SuspenseItem withVersion(long raised) {
        return new SuspenseItem(key, payment, status, decision, raised, updatedAt);
    }

    /** Unallocated funds have no callbacks. */
    @Override
    public boolean guide() {
        return false;
    }
}

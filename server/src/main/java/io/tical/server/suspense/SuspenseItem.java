package io.tical.server.suspense;

import io.tical.common.Ids;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.transaction.Aggregate;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Unallocated funds: a payment that no payin accepted, or a claim for money that was paid out.
 *
 * @param decision null until an operator decides
 * @param version incremented by every change
 */
public record SuspenseItem(
        TransactionKey key,
        Unmatched payment,
        SuspenseStatus status,
        @Nullable Decision decision,
        long version,
        Instant updatedAt)
        implements Aggregate<SuspenseItem> {
    static final String OBJECT_TYPE = "suspense";

    /**
     * An operator's decision.
     *
     * @param matchedPayinId the payin that the funds paid; null unless {@link SuspenseStatus#MATCHED}
     * @param returnedReference of the transfer that returned the funds; null unless {@link SuspenseStatus#RETURNED}
     */
    public record Decision(
            @Nullable UUID matchedPayinId,
            @Nullable String returnedReference,
            String by,
            String requestId,
            @Nullable String note) {}

    /** New unallocated funds. */
    static SuspenseItem of(Unmatched payment, SuspenseStatus status) {
        var id = Ids.next();
        var transaction = payment.transaction();
        var key = new TransactionKey(transaction.organizationId(), transaction.livemode(), id);
        return new SuspenseItem(key, payment, status, null, 1, Ids.madeAt(id));
    }

    public Instant createdAt() {
        return Ids.madeAt(key.id());
    }

    private record Logged(
            SuspenseStatus status,
            @Nullable UUID matchedPayinId,
            @Nullable String returnedReference,
            long version) {}

    @Override
    public Object logged() {
        return new Logged(
                status,
                decision == null ? null : decision.matchedPayinId(),
                decision == null ? null : decision.returnedReference(),
                version);
    }

    @Override
    public WalletKey wallet() {
        return key.wallet(payment.currency());
    }

    /** Whether it has transfers. Payments of test payins have none; claims of test payouts do. */
    boolean inLedger() {
        return key.livemode() || payment.claim();
    }

    @Override
    public SuspenseItem withVersion(long raised) {
        return new SuspenseItem(key, payment, status, decision, raised, updatedAt);
    }
}

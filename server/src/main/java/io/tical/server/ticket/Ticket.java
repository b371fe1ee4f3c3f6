package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.transaction.Aggregate;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An issue ticket of a merchant, as stored.
 *
 * @param requestId the {@code X-Request-Id} of the request that it is about, or the id of a transaction
 * @param about the transaction that it is about; null if unknown
 * @param closing null unless it is resolved or rejected
 * @param version incremented by every change
 */
public record Ticket(
        TransactionKey key,
        String requestId,
        @Nullable About about,
        Issue issue,
        TicketStatus status,
        @Nullable Closing closing,
        long version,
        Instant updatedAt)
        implements Aggregate<Ticket> {
    /** Its name in error codes, in the history and in the audit log. */
    public static final String RESOURCE = "issue";

    /** @param type such as {@code payin} */
    public record About(String type, UUID transactionId) {}

    /** @param description at most {@link #DESCRIPTION_MAX} characters, or null */
    public record Issue(
            TicketType type,
            TicketSubType subType,
            @Nullable String description) {
        public static final int DESCRIPTION_MAX = 2_000;
    }

    /** @param resolution the text for the merchant */
    public record Closing(String resolution, Instant at) {}

    static Ticket open(UUID organizationId, boolean livemode, String requestId, @Nullable About about, Issue issue) {
        var id = Ids.next();
        var key = new TransactionKey(organizationId, livemode, id);
        return new Ticket(key, requestId, about, issue, TicketStatus.OPEN, null, 1, Ids.madeAt(id));
    }

    public Instant createdAt() {
        return Ids.madeAt(key.id());
    }

    /** Null, because a ticket has no money. */
    @Override
    public @Nullable WalletKey wallet() {
        return null;
    }

    private record Logged(TicketStatus status, long version) {}

    @Override
    public Object logged() {
        return new Logged(status, version);
    }

    @Override
    public Ticket withVersion(long raised) {
        return new Ticket(key, requestId, about, issue, status, closing, raised, updatedAt);
    }

    Ticket with(TicketStatus other, @Nullable Closing closed, Instant at) {
        return new Ticket(key, requestId, about, issue, other, closed, version, at);
    }

    /** The key of the transaction that it is about, or null. */
    @Nullable
    TransactionKey transaction() {
        return about == null ? null : new TransactionKey(key.organizationId(), key.livemode(), about.transactionId());
    }
}

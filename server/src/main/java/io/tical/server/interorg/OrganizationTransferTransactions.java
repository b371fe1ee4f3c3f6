package io.tical.server.interorg;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.access.Scope;
import io.tical.server.transaction.RequestKey;
import io.tical.server.transaction.RequestSearch;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.transaction.TransactionKind;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Transfers as a kind of transactions. Each transfer is a transaction of the sender and one of the receiver. */
record OrganizationTransferTransactions(Database database, OrganizationTransfers transfers) implements TransactionKind {
    private static final RequestSearch CREATED =
            new RequestSearch("organization_transfer", "organization_transfer_id", "organization_transfer_id");

    @Override
    public String type() {
        return OrganizationTransfer.RESOURCE;
    }

    @Override
    public Scope readScope() {
        return Scope.TRANSFERS_READ;
    }

    @Override
    public List<TransactionKey> find(UUID id) {
        return database.run(session -> OrganizationTransferStore.sides(session, id)).stream()
                .map(OrganizationTransfer::key)
                .toList();
    }

    @Override
    public Set<UUID> ofRequest(Session session, RequestKey request) {
        return CREATED.of(session, request);
    }

    @Override
    public List<TimelineItem> timeline(TransactionKey key) {
        return transfers.timeline(transfers.get(key));
    }
}

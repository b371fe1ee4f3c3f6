package io.tical.server.payout;

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

/** Payouts as a kind of transactions. */
record PayoutTransactions(Database database, Payouts payouts) implements TransactionKind {
    private static final RequestSearch CREATED = new RequestSearch("payout", "payout_id", "payout_id");

    @Override
    public String type() {
        return PayoutAggregate.OBJECT_TYPE;
    }

    @Override
    public Scope readScope() {
        return Scope.PAYOUTS_READ;
    }

    @Override
    public List<TransactionKey> find(UUID id) {
        return database.run(session -> PayoutStore.find(session, id)).map(PayoutAggregate::key).stream()
                .toList();
    }

    @Override
    public Set<UUID> ofRequest(Session session, RequestKey request) {
        return CREATED.of(session, request);
    }

    @Override
    public List<TimelineItem> timeline(TransactionKey key) {
        return payouts.timeline(payouts.get(key));
    }
}

package io.tical.server.settlement;

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

/** Settlements as a kind of transactions. */
record SettlementTransactions(Database database, Settlements settlements) implements TransactionKind {
    private static final RequestSearch CREATED = new RequestSearch("settlement", "settlement_id", "settlement_id");

    @Override
    public String type() {
        return SettlementAggregate.OBJECT_TYPE;
    }

    @Override
    public Scope readScope() {
        return Scope.SETTLEMENTS_READ;
    }

    @Override
    public List<TransactionKey> find(UUID id) {
        return database.run(session -> SettlementStore.find(session, id)).map(SettlementAggregate::key).stream()
                .toList();
    }

    @Override
    public Set<UUID> ofRequest(Session session, RequestKey request) {
        return CREATED.of(session, request);
    }

    @Override
    public List<TimelineItem> timeline(TransactionKey key) {
        return settlements.timeline(settlements.get(key));
    }
}

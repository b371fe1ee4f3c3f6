package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.access.Scope;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TransactionKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Payins as a kind of transactions. */
record PayinTransactions(Payins payins, PayinSlips slips, UnallocatedFunds unallocated) implements TransactionKind {
    @Override
    public String type() {
        return Payin.OBJECT_TYPE;
    }

    @Override
    public Scope readScope() {
        return Scope.PAYINS_READ;
    }

    @Override
    public List<TransactionKey> find(UUID id) {
        return payins.find(id).map(Payin::key).stream().toList();
    }

    @Override
    public Set<UUID> ofRequest(Session session, RequestKey request) {
        var found = new HashSet<>(TransactionKind.super.ofRequest(session, request));
        found.addAll(slips.ofRequest(session, request));
        return found;
    }

    @Override
    public List<UUID> decided(TransactionKey key) {
        return Stream.of(List.of(key.id()), slips.ids(key), unallocated.ids(key))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<TimelineItem> timeline(TransactionKey key) {
        return payins.timeline(payins.reads().get(key));
    }
}

package io.tical.server.transaction;

import io.tical.db.BulkWrite;
import io.tical.server.ledger.MoneyAudit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Proves that the service wrote the history of every object. */
public final class HistoryAudit implements MoneyAudit {
    @Override
    public List<String> tables() {
        return List.of(StateChange.CHANGES.table());
    }

    @Override
    public List<BulkWrite<?>> authenticated() {
        return List.of(StateChange.CHANGES);
    }

    @Override
    public List<String> contradictions() {
        return List.of();
    }

    @Override
    public @Nullable Posted posted() {
        return null;
    }
}

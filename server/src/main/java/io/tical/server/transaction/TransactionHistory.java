package io.tical.server.transaction;

import io.tical.db.Database;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.Ledger;
import java.util.List;

/**
 * What the service did with a transaction, for its timeline.
 *
 * @param callbacks what merchants are told
 */
public record TransactionHistory(Database database, Ledger ledger, TimelineSource callbacks) {
    /** Adds the changes of the status, the postings and the callbacks. */
    public Timeline addTo(Timeline timeline, TransactionKey key) {
        return addTo(
                timeline,
                key,
                changes(key).stream()
                        .filter(one -> !one.change().from().equals(one.change().to()))
                        .toList());
    }

    /** The same with all decisions, also those that keep the status. */
    public Timeline addAllTo(Timeline timeline, TransactionKey key) {
        return addTo(timeline, key, changes(key));
    }

    private Timeline addTo(Timeline timeline, TransactionKey key, List<StateChange> changes) {
        return timeline.changes(changes)
                .postings(ledger.transfersOf(key.organizationId(), key.livemode(), key.id()))
                .also(callbacks.of(key));
    }

    private List<StateChange> changes(TransactionKey key) {
        return database.run(session -> StateChange.of(session, key));
    }
}

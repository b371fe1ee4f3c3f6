package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Locks and writes the objects of one type for a {@link Dispatcher}, and records the outcomes. All methods except {@link #report} run within a
 * transaction.
 */
public interface DispatchedObjects<A extends Disbursement<A>> {
    /** Locks an object until the transaction ends; empty if there is none. */
    Optional<A> lock(Session session, TransactionKey key);

    /** Writes what was dispatched. The version stays where that changes nothing that staff decide on. */
    void write(Session session, A before, A after, Instant now);

    /** Records the outcome of an attempt, in transactions of its own. */
    void report(TransactionKey key, UUID attemptId, PayoutOutcome outcome);
}

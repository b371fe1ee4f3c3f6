package io.tical.server.transaction;

import io.tical.db.Session;
import io.tical.server.access.Scope;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The transactions of one type, for features that cover all types. */
public interface TransactionKind {
    /** Their name in the history, such as {@code payin}. */
    String type();

    /** The scope that reads them. */
    Scope readScope();

    /** The keys of the transactions with this id, in any organization. */
    List<TransactionKey> find(UUID id);

    /** The transactions that a request created or uploaded a file for. */
    Set<UUID> ofRequest(Session session, RequestKey request);

    /**
     * The states, postings and callbacks of a transaction, oldest first, without the names of operators.
     *
     * @throws io.tical.server.problem.Problem.NotFound {@code …_NOT_FOUND}
     */
    List<TimelineItem> timeline(TransactionKey key);

    /** The ids of the objects of a transaction that operators decide on: the transaction itself, and for example its slips. */
    default List<UUID> decided(TransactionKey key) {
        return List.of(key.id());
    }
}

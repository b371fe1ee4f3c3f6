package io.tical.server.transaction;

import io.tical.db.Session;
import io.tical.server.access.Scope;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The transactions of one type, for what concerns transactions of any type. */
public interface TransactionKind {
    /** Their name in the history, such as {@code payin}. */
    String type();

    /** The scope that reads them. */
    Scope readScope();

    /** The transaction with this id, whosever it is: its key in each organization that has it, a few at most. */
    List<TransactionKey> find(UUID id);

    /** The transactions that a request created, or uploaded something for, a few at most. */
    Set<UUID> ofRequest(Session session, RequestKey request);

    /**
     * The states, postings and callbacks of a transaction, oldest first, without the names of operators.
     *
     * @throws io.tical.server.problem.Problem.NotFound {@code …_NOT_FOUND}
     */
    List<TimelineItem> timeline(TransactionKey key);

    /** What operators decide on for a transaction: itself, and such as its slips. */
    default List<UUID> decided(TransactionKey key) {
        return List.of(key.id());
    }
}

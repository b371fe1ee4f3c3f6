package io.tical.server.transaction;

import io.tical.db.Session;
import io.tical.server.access.Scope;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** The transactions of one type, for features that cover all types. */
public interface TransactionKind {
    /**
     * A kind of transactions of which operators decide on nothing else, and for which no other requests upload files.
     *
     * @param find the keys of the transactions with an id
     * @param timeline of a transaction, as {@link TransactionKind#timeline}
     */
    static <T> TransactionKind of(
            TransactionReads<T> reads,
            Scope readScope,
            Function<UUID, List<TransactionKey>> find,
            Function<T, List<TimelineItem>> timeline) {
        record Kind<T>(
                TransactionReads<T> reads,
                Scope readScope,
                Function<UUID, List<TransactionKey>> found,
                Function<T, List<TimelineItem>> shown)
                implements TransactionKind {
            @Override
            public String type() {
                return reads.type();
            }

            @Override
            public List<TransactionKey> find(UUID id) {
                return found.apply(id);
            }

            @Override
            public List<TimelineItem> timeline(TransactionKey key) {
                return shown.apply(reads.get(key));
            }
        }
        return new Kind<>(reads, readScope, find, timeline);
    }

    /** Their name in the history, such as {@code payin}. Also the name of their table, whose id is {@code <type>_id}. */
    String type();

    /** The scope that reads them. */
    Scope readScope();

    /** The keys of the transactions with this id, in any organization. */
    List<TransactionKey> find(UUID id);

    /** The transactions that a request created or uploaded a file for. */
    default Set<UUID> ofRequest(Session session, RequestKey request) {
        return RequestSearch.ofObjects(type()).of(session, request);
    }

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

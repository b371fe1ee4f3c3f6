package io.tical.server.overview;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Objects of one kind that wait for an operator. Queues are read often, so each statement must use an index. */
public interface Queue {
    /** Longer queues are counted up to this number. */
    int COUNT_MAX = 10_000;

    /** The name, such as {@code payouts_in_review}. */
    String name();

    /** The type of its objects, such as {@code payout}. */
    String type();

    /** @param now the time at which leases are active or not */
    State state(Session session, Instant now);

    /** The newest objects. */
    Map<TransactionKey, Item> newest(Session session, int rowsMax);

    /** The existing objects with these keys, including those that no longer wait. */
    Map<TransactionKey, Item> find(Session session, Collection<TransactionKey> keys);

    /**
     * The state of a queue.
     *
     * @param queue the name
     * @param count at most {@link #COUNT_MAX}
     * @param more whether there are more than that
     * @param claimed how many have a lease of an operator
     * @param oldestId null if the queue is empty
     */
    record State(
            String queue,
            String type,
            long count,
            boolean more,
            long claimed,
            @Nullable UUID oldestId,
            @Nullable Instant oldestAt) {
        static State of(Queue queue, long counted, long claimed, @Nullable UUID oldestId) {
            return new State(
                    queue.name(),
                    queue.type(),
                    Math.min(counted, COUNT_MAX),
                    counted > COUNT_MAX,
                    claimed,
                    oldestId,
                    oldestId == null ? null : Ids.madeAt(oldestId));
        }
    }

    /**
     * One object.
     *
     * @param version null for objects without one
     * @param waits whether it is in the queue
     */
    record Item(UUID id, @Nullable Long version, String status, boolean waits) {}

    /** The states of queues, in their order. */
    static List<State> states(List<Queue> queues, Session session, Instant now) {
        return queues.stream().map(queue -> queue.state(session, now)).toList();
    }
}

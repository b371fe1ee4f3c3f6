package io.tical.server.overview;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
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
    States states(Session session, Instant now);

    /** The newest objects of each environment. */
    Map<TransactionKey, Item> newest(Session session, int rowsMax);

    /** The existing objects with these keys, including those that no longer wait. */
    Map<TransactionKey, Item> find(Session session, Collection<TransactionKey> keys);

    /**
     * The state of a queue, in one environment or in both.
     *
     * @param queue the name
     * @param count at most {@link #COUNT_MAX}
     * @param more whether there are more than that
     * @param claimed how many have a lease of an operator
     * @param oldestId null if the queue is empty
     * @param oldestAt since when the oldest object waits
     */
    record State(
            String queue,
            String type,
            long count,
            boolean more,
            long claimed,
            @Nullable UUID oldestId,
            @Nullable Instant oldestAt) {
        public static State of(
                Queue queue, long counted, long claimed, @Nullable UUID oldestId, @Nullable Instant oldestAt) {
            return new State(
                    queue.name(),
                    queue.type(),
                    Math.min(counted, COUNT_MAX),
                    counted > COUNT_MAX,
                    claimed,
                    oldestId,
                    oldestAt);
        }

        /** Both together. */
        State and(State other) {
            var older =
                    other.oldestAt == null || (oldestAt != null && !oldestAt.isAfter(other.oldestAt)) ? this : other;
            var counted = count + other.count;
            return new State(
                    queue,
                    type,
                    Math.min(counted, COUNT_MAX),
                    more || other.more || counted > COUNT_MAX,
                    claimed + other.claimed,
                    older.oldestId,
                    older.oldestAt);
        }
    }

    /** The state of a queue in each environment. */
    record States(State live, State test) {
        /** @param livemode null for both environments together */
        public State of(@Nullable Boolean livemode) {
            return livemode == null ? live.and(test) : livemode ? live : test;
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
    static List<States> states(List<Queue> queues, Session session, Instant now) {
        return queues.stream().map(queue -> queue.states(session, now)).toList();
    }
}

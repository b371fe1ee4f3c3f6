package io.tical.server.admin;

import io.tical.common.Json;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.overview.ListMark;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Queue.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the changes of the queues and lists since the last call. Used by one thread at a time. */
final class QueueWatch implements QueueEvents.Source {
    /** The number of newest objects of each queue and environment that are compared. */
    private static final int NEWEST = 200;

    /** The number of objects of each queue that are followed after they left it, the last ones. */
    private static final int FOLLOWED_MAX = 500;

    private final Overview overview;
    private final List<Queue> watched;
    private @Nullable View before;

    /**
     * For each queue the objects that have left it, in this order: what becomes of a callback that is sent again, or of a payout that was
     * approved, is of interest to who decided on it.
     */
    private final List<Map<TransactionKey, Item>> followed;

    /** The state of the queues and lists at one time. */
    private record View(Overview.View states, List<Map<TransactionKey, Item>> newest, Map<ListMark, Long> marks) {}

    /** A list whose rows have changed. */
    private record ChangedList(String type, boolean livemode) {}

    /** An object that is new in a queue, has changed in it or after it, or has left it. */
    private record ChangedItem(
            String type, UUID id, @Nullable Long version, String status, boolean livemode) {}

    /**
     * One event.
     *
     * @param reaches of the listeners that receive it
     * @param data the data as JSON
     */
    record Change(String event, Set<Reach> reaches, byte[] data) {
        /** An event for all listeners. */
        static Change toAll(String event, byte[] data) {
            return new Change(event, EnumSet.allOf(Reach.class), data);
        }

        /** This change as a server-sent event with this id. */
        byte[] encoded(String id) {
            return ("id: " + id + "\nevent: " + event + "\ndata: " + new String(data, StandardCharsets.UTF_8) + "\n\n")
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    /**
     * @param overview whose states are events too
     * @param others whose new objects alone are events
     */
    QueueWatch(Overview overview, List<Queue> others) {
        this.overview = overview;
        this.watched =
                Stream.concat(overview.queues().stream(), others.stream()).toList();
        this.followed = watched.stream()
                .<Map<TransactionKey, Item>>map(_ -> new LinkedHashMap<>())
                .toList();
    }

    @Override
    public List<Change> states() {
        return changes(Objects.requireNonNull(before, "nothing was read"));
    }

    private static List<Change> changes(View view) {
        return Arrays.stream(Reach.values()).map(reach -> change(view, reach)).toList();
    }

    private static Change change(View view, Reach reach) {
        return new Change("queues", EnumSet.of(reach), Json.bytes(view.states().of(reach)));
    }

    @Override
    public List<Change> changes() {
        return overview.database().run(this::changes);
    }

    private List<Change> changes(Session session) {
        var states = overview.view(session);
        var newest =
                watched.stream().map(queue -> queue.newest(session, NEWEST)).toList();
        var now = new View(states, newest, ListMark.all(session));
        var known = before;
        var changes = new ArrayList<Change>();
        if (known != null) {
            var items = new LinkedHashSet<ChangedItem>();
            for (int number = 0; number < watched.size(); number++) {
                items.addAll(compare(session, number, known.newest().get(number), newest.get(number)));
            }
            items.forEach(item -> changes.add(
                    new Change("item", EnumSet.of(Reach.BOTH, Reach.of(item.livemode())), Json.bytes(item))));
            now.marks().entrySet().stream()
                    .filter(mark -> !mark.getValue().equals(known.marks().get(mark.getKey())))
                    .forEach(mark -> changes.add(listEvent(mark.getKey())));
        }
        if (known == null || !known.states().equals(states)) {
            changes.addAll(changes(now));
        }
        before = now;
        return changes;
    }

    private List<ChangedItem> compare(
            Session session, int number, Map<TransactionKey, Item> known, Map<TransactionKey, Item> now) {
        var queue = watched.get(number);
        var left = followed.get(number);
        var differing = new HashMap<>(now);
        known.forEach(differing::remove);
        var missing = new HashSet<>(known.keySet());
        missing.removeAll(now.keySet());
        now.keySet().forEach(left::remove);
        var asked = new HashSet<>(left.keySet());
        asked.addAll(missing);
        // Objects that were only displaced by newer ones are still in the queue.
        queue.find(session, asked).forEach((key, item) -> {
            if (!item.waits() && !item.equals(left.put(key, item))) {
                differing.put(key, item);
            }
        });
        var oldest = left.keySet().iterator();
        for (int surplus = left.size() - FOLLOWED_MAX; surplus > 0; surplus--) {
            oldest.next();
            oldest.remove();
        }
        return differing.entrySet().stream()
                .map(entry -> changed(queue, entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Change listEvent(ListMark mark) {
        return new Change(
                "list",
                EnumSet.of(Reach.BOTH, Reach.of(mark.livemode())),
                Json.bytes(new ChangedList(mark.list(), mark.livemode())));
    }

    private static ChangedItem changed(Queue queue, TransactionKey key, Item item) {
        return new ChangedItem(queue.type(), item.id(), item.version(), item.status(), key.livemode());
    }
}

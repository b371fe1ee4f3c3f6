package io.tical.server.admin;

import io.tical.common.Json;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Queue.Item;
import io.tical.server.transaction.TransactionKey;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the changes of the queues since the last call. Used by one thread at a time. */
final class QueueWatch implements QueueEvents.Source {
    /** The number of newest objects of each queue that are compared. */
    private static final int NEWEST = 200;

    private final Database database;
    private final List<Queue> queues;
    private final Clock clock;
    private @Nullable View before;

    /** The state of the queues at one time. */
    private record View(List<Queue.State> states, List<Map<TransactionKey, Item>> newest) {}

    /** An object that is new in a queue, has changed in it, or has left it. */
    private record ChangedItem(
            String type, UUID id, @Nullable Long version, String status) {}

    /** @param data the data as JSON */
    record Change(String event, byte[] data) {
        /** This change as a server-sent event with this id. */
        byte[] encoded(String id) {
            return ("id: " + id + "\nevent: " + event + "\ndata: " + new String(data, StandardCharsets.UTF_8) + "\n\n")
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    QueueWatch(Database database, List<Queue> queues, Clock clock) {
        this.database = database;
        this.queues = queues;
        this.clock = clock;
    }

    @Override
    public Change states() {
        return change(Objects.requireNonNull(before, "nothing was read"));
    }

    private static Change change(View view) {
        return new Change("queues", Json.bytes(Map.of("queues", view.states())));
    }

    @Override
    public List<Change> changes() {
        return database.run(this::changes);
    }

    private List<Change> changes(Session session) {
        var states = Queue.states(queues, session, clock.instant());
        var newest = queues.stream().map(queue -> queue.newest(session, NEWEST)).toList();
        var now = new View(states, newest);
        var known = before;
        var changes = new ArrayList<Change>();
        if (known != null) {
            var items = new LinkedHashSet<ChangedItem>();
            for (int number = 0; number < queues.size(); number++) {
                compare(session, queues.get(number), known.newest().get(number), newest.get(number), items);
            }
            items.forEach(item -> changes.add(new Change("item", Json.bytes(item))));
        }
        if (known == null || !known.states().equals(states)) {
            changes.add(change(now));
        }
        before = now;
        return changes;
    }

    private static void compare(
            Session session,
            Queue queue,
            Map<TransactionKey, Item> before,
            Map<TransactionKey, Item> now,
            Set<ChangedItem> changed) {
        var differing = new HashMap<>(now);
        before.forEach(differing::remove);
        var missing = new HashSet<>(before.keySet());
        missing.removeAll(now.keySet());
        // Objects that were only displaced by newer ones are still in the queue.
        queue.find(session, missing).forEach((key, item) -> {
            if (!item.waits()) {
                differing.put(key, item);
            }
        });
        differing
                .values()
                .forEach(item -> changed.add(new ChangedItem(queue.type(), item.id(), item.version(), item.status())));
    }
}

package io.tical.server.work;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.DueTable.Due;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of a table that one kind of work has in hand, and their isolation from each other. May be used by many threads. */
final class DueItems {
    private static final Logger LOG = LoggerFactory.getLogger(DueItems.class);

    private final Database database;
    private final DueTable table;
    private final Items<TransactionKey> items;
    private final Map<TransactionKey, Held> held = new ConcurrentHashMap<>();

    /**
     * @param at the time the row had when it was last read or written here
     * @param sinceNanos when it was claimed
     */
    private record Held(Instant at, long sinceNanos) {}

    DueItems(Database database, DueTable table, String what) {
        this.database = database;
        this.table = table;
        this.items = new Items<>(what, this::putOff);
    }

    /** Rows that are due. */
    List<TransactionKey> due(int rowsMax) {
        return hold(database.run(session -> table.due(session, rowsMax)));
    }

    /** Claims rows that are due for {@link Work#LEASE}. */
    List<TransactionKey> claim(int rowsMax) {
        return hold(database.transaction(session -> table.claim(session, Work.LEASE, rowsMax)));
    }

    private List<TransactionKey> hold(List<Due> rows) {
        var now = System.nanoTime();
        rows.forEach(row -> held.put(row.key(), new Held(row.at(), now)));
        return rows.stream().map(Due::key).toList();
    }

    /** Renews what is in hand, unless it was claimed so long ago that the lease would last longer than {@code heldMax}. */
    void renew(Duration heldMax) {
        var since = System.nanoTime() - heldMax.minus(Work.LEASE).toNanos();
        var rows = held.entrySet().stream()
                .filter(entry -> entry.getValue().sinceNanos() - since > 0)
                .map(entry -> new Due(entry.getKey(), entry.getValue().at()))
                .toList();
        if (!rows.isEmpty()) {
            database.transaction(session -> table.move(session, rows, Work.LEASE))
                    .forEach(row ->
                            held.computeIfPresent(row.key(), (key, before) -> new Held(row.at(), before.sinceNanos())));
        }
    }

    /**
     * Carries out items together, and where that fails, in halves, down to the ones at fault: those are put off, longer each time.
     *
     * @throws DatabaseUnavailable when the database fails, and not an item
     */
    void run(List<TransactionKey> keys, Consumer<List<TransactionKey>> task) {
        if (keys.size() == 1) {
            items.run(keys.getFirst(), () -> task.accept(keys));
            return;
        }
        try {
            task.accept(keys);
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException failure) {
            LOG.debug("{} items are carried out in halves", keys.size(), failure);
            var half = keys.size() / 2;
            run(keys.subList(0, half), task);
            run(keys.subList(half, keys.size()), task);
        }
    }

    /** Carries out a part of the work that concerns one item alone. */
    void isolate(TransactionKey key, Runnable task) {
        items.run(key, task);
    }

    /** These are no longer in hand. */
    void release(Collection<TransactionKey> keys) {
        keys.forEach(held::remove);
    }

    private boolean putOff(TransactionKey key, Duration by) {
        var row = held.get(key);
        return row != null
                && !database.transaction(session -> table.move(session, List.of(new Due(key, row.at())), by))
                        .isEmpty();
    }

    /** The items in parts of so many at most. */
    static List<List<TransactionKey>> parts(List<TransactionKey> keys, int most) {
        var parts = new ArrayList<List<TransactionKey>>();
        for (int from = 0; from < keys.size(); from += most) {
            parts.add(keys.subList(from, Math.min(from + most, keys.size())));
        }
        return parts;
    }
}

package io.tical.server.work;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.work.DueTable.Due;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows that one kind of work has claimed. Isolates their failures from each other. Thread-safe. */
final class DueItems {
    private static final Logger LOG = LoggerFactory.getLogger(DueItems.class);

    private final Database database;
    private final DueTable table;
    private final Items<TransactionKey> items;
    private final Map<TransactionKey, Held> held = new ConcurrentHashMap<>();

    /**
     * @param at the due time as this node last read or wrote it
     * @param sinceNanos when the row was claimed
     */
    private record Held(Instant at, long sinceNanos) {}

    /**
     * Rows that were claimed, or read as due, with one statement.
     *
     * @param sinceNanos when, as {@link System#nanoTime}; identifies the claim
     */
    record Claimed(List<TransactionKey> keys, long sinceNanos) {}

    DueItems(Database database, DueTable table, String what) {
        this.database = database;
        this.table = table;
        this.items = new Items<>(what, this::delay);
    }

    Backlog backlog(Session session) {
        return table.backlog(session);
    }

    Claimed due(int rowsMax) {
        return hold(database.run(session -> table.due(session, rowsMax)));
    }

    /** Claims due rows for {@link Work#LEASE}. One statement needs no transaction, whose COMMIT each round would wait for. */
    Claimed claim(int rowsMax) {
        return hold(database.run(session -> table.claim(session, Work.LEASE, rowsMax)));
    }

    private Claimed hold(List<Due> rows) {
        var now = System.nanoTime();
        rows.forEach(row -> held.put(row.key(), new Held(row.at(), now)));
        return new Claimed(rows.stream().map(Due::key).toList(), now);
    }

    /** Renews the leases of claimed rows, except rows that would be held longer than {@code heldMax}. */
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
     * Runs a batch of items. If the batch fails, runs each half, down to the failing items, whose retries are delayed
     * with increasing back-off. A batch that the service cannot process now is not split, because each half would wait
     * as long again.
     *
     * @throws DatabaseUnavailable if the database fails, not an item
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
        } catch (Problem.Unavailable later) {
            LOG.debug("A batch of {} items cannot be processed now: {}", keys.size(), later.getMessage());
        } catch (RuntimeException failure) {
            LOG.debug("A batch of {} items failed; retrying each half", keys.size(), failure);
            var half = keys.size() / 2;
            run(keys.subList(0, half), task);
            run(keys.subList(half, keys.size()), task);
        }
    }

    /** Runs the part of the work that concerns a single item. */
    void isolate(TransactionKey key, Runnable task) {
        items.run(key, task);
    }

    /**
     * Forgets a claim of rows without changing the database. Rows that were claimed again since, because their lease ended, remain held.
     *
     * @param keys all or some of the claimed rows
     * @param sinceNanos of the claim
     */
    void release(Collection<TransactionKey> keys, long sinceNanos) {
        keys.forEach(key -> held.computeIfPresent(key, (row, now) -> now.sinceNanos() == sinceNanos ? null : now));
    }

    private boolean delay(TransactionKey key, Duration by) {
        var row = held.get(key);
        return row != null
                && !database.transaction(session -> table.move(session, List.of(new Due(key, row.at())), by))
                        .isEmpty();
    }

    static List<List<TransactionKey>> parts(List<TransactionKey> keys, int most) {
        return keys.stream().gather(Gatherers.windowFixed(most)).toList();
    }
}

package io.tical.server.work;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Work that only changes the database. It needs no lease: it reads the due rows without locking them; the transaction of its task then
 * locks them and skips rows that another node has locked or has processed. If the node dies, the rows stay due.
 */
public record LockedWork(
        String name, Duration pause, DueItems items, Limits limits, ToIntFunction<List<TransactionKey>> task)
        implements Work {
    /**
     * @param dueMax rows in a round
     * @param batchMax rows in one call of the task
     */
    public record Limits(int dueMax, int batchMax) {}

    /**
     * @param what the name of an item in the log
     * @param task processes the rows that are still due in its own transaction; returns their number
     */
    public LockedWork(
            Database database,
            String name,
            String what,
            Duration pause,
            DueTable table,
            Limits limits,
            ToIntFunction<List<TransactionKey>> task) {
        this(name, pause, new DueItems(database, table, what), limits, task);
    }

    @Override
    public Optional<Function<Session, Backlog>> backlog() {
        return Optional.of(items::backlog);
    }

    @Override
    public boolean round() {
        var due = items.due(limits.dueMax());
        var done = new AtomicInteger();
        try {
            for (var part : DueItems.parts(due.keys(), limits.batchMax())) {
                items.run(part, keys -> done.addAndGet(task.applyAsInt(keys)));
            }
        } finally {
            items.release(due.keys(), due.sinceNanos());
        }
        // If no row was processed, other nodes have locked the rows or their retries were delayed.
        return due.keys().size() == limits.dueMax() && done.get() > 0;
    }
}

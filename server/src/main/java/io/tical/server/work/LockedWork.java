package io.tical.server.work;

import io.tical.db.Database;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;

/**
 * Work that does not leave the database. It takes no lease: the transaction that does it locks its rows and finds them still due, so the
 * row stays due when a node dies, and a row that another node has locked is skipped.
 */
public final class LockedWork implements Work {
    private final String name;
    private final Duration pause;
    private final DueItems items;
    private final Limits limits;
    private final ToIntFunction<List<TransactionKey>> task;

    /**
     * @param dueMax rows that a round takes
     * @param batchMax rows that one call of the task takes
     */
    public record Limits(int dueMax, int batchMax) {}

    /**
     * @param what an item, for the log
     * @param task does in its own transaction what is still due of these; answers how many
     */
    public LockedWork(
            Database database,
            String name,
            String what,
            Duration pause,
            DueTable table,
            Limits limits,
            ToIntFunction<List<TransactionKey>> task) {
        this.name = name;
        this.pause = pause;
        this.items = new DueItems(database, table, what);
        this.limits = limits;
        this.task = task;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Duration pause() {
        return pause;
    }

    @Override
    public boolean round() {
        var due = items.due(limits.dueMax());
        var done = new AtomicInteger();
        try {
            for (var part : DueItems.parts(due, limits.batchMax())) {
                items.run(part, keys -> done.addAndGet(task.applyAsInt(keys)));
            }
        } finally {
            items.release(due);
        }
        // Where none was done, another node has locked them, or all were put off.
        return due.size() == limits.dueMax() && done.get() > 0;
    }
}

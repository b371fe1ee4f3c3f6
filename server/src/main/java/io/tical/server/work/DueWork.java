package io.tical.server.work;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that calls others, so it cannot be one transaction: rows are claimed with a lease that commits before the work begins, and the
 * rounds renew the leases of what is in flight. A node that dies leaves rows that are due again when their leases end. Work may be done
 * twice, by a node that could not renew in time and by the one that took over, so it must be safe to repeat.
 *
 * <p>Nothing waits for the slowest item: each batch runs on a thread of its own beside the rounds, as many as the limits allow. An item
 * that fails keeps no other back and is put off, longer each time.
 */
public abstract class DueWork implements Work, AutoCloseable {
    /** Work in flight for longer than this waits for others and needs no share of {@link Limits#activeMax}. */
    private static final Duration ACTIVE_FOR = Duration.ofMillis(100);

    private static final Logger LOG = LoggerFactory.getLogger(DueWork.class);

    private final String name;
    private final Duration pause;
    private final Limits limits;
    private final DueItems items;
    private final Semaphore active;
    private final Semaphore inFlight;
    private volatile long renewedAt = System.nanoTime();

    /**
     * @param batchMax items that are begun together
     * @param activeMax batches that are being begun at a time
     * @param inFlightMax batches that are begun and have not ended
     * @param heldMax how long a claim is held at most
     * @param closesWithin how long closing waits for what is in flight
     */
    public record Limits(int batchMax, int activeMax, int inFlightMax, Duration heldMax, Duration closesWithin) {}

    /** @param what an item, for the log */
    protected DueWork(Database database, String name, String what, Duration pause, DueTable table, Limits limits) {
        this.name = name;
        this.pause = pause;
        this.limits = limits;
        this.items = new DueItems(database, table, what);
        this.active = new Semaphore(limits.activeMax());
        this.inFlight = new Semaphore(limits.inFlightMax());
    }

    /**
     * Begins what is to be done about a batch of claimed items. Where it throws for several, it is called again for each half.
     *
     * @param claimedAt when they were claimed, as {@link System#nanoTime} tells it
     * @return ends when the work has ended
     */
    protected abstract CompletableFuture<Void> begin(List<TransactionKey> keys, long claimedAt);

    /** Carries out a part of a batch that concerns one item alone. */
    protected final void isolate(TransactionKey key, Runnable task) {
        items.isolate(key, task);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Duration pause() {
        return pause;
    }

    @Override
    public final boolean round() {
        renew();
        var reserved = reserve();
        var rowsMax = reserved * limits.batchMax();
        var batches = List.<List<TransactionKey>>of();
        var claimed = List.<TransactionKey>of();
        try {
            if (rowsMax > 0) {
                claimed = items.claim(rowsMax);
                batches = DueItems.parts(claimed, limits.batchMax());
            }
        } finally {
            active.release(reserved - batches.size());
            inFlight.release(reserved - batches.size());
        }
        var claimedAt = System.nanoTime();
        for (var batch : batches) {
            Thread.ofVirtual().name(name).start(() -> run(batch, claimedAt));
        }
        return claimed.size() == rowsMax;
    }

    private void renew() {
        var now = System.nanoTime();
        if (now - renewedAt >= RENEWAL.toNanos()) {
            items.renew(limits.heldMax());
            renewedAt = now;
        }
    }

    /** Reserves as many batches as may begin now; waits a little for the first. */
    private int reserve() {
        try {
            if (!inFlight.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return 0;
            }
            if (!active.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                inFlight.release();
                return 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
        var reserved = 1;
        while (reserved < limits.activeMax() && inFlight.tryAcquire()) {
            if (!active.tryAcquire()) {
                inFlight.release();
                break;
            }
            reserved++;
        }
        return reserved;
    }

    private void run(List<TransactionKey> batch, long claimedAt) {
        var begun = new ArrayList<CompletableFuture<Void>>();
        try {
            items.run(batch, keys -> begun.add(begin(keys, claimedAt)));
        } catch (DatabaseUnavailable away) {
            LOG.debug("{} waits for the database until its leases end", name, away);
        } finally {
            var ended = CompletableFuture.allOf(begun.toArray(CompletableFuture[]::new));
            ended.copy()
                    .completeOnTimeout(null, ACTIVE_FOR.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((nothing, failure) -> active.release());
            ended.whenComplete((nothing, failure) -> {
                items.release(batch);
                inFlight.release();
            });
        }
    }

    /** Waits until nothing is in flight. No round may run meanwhile. What is left is due again when its leases end. */
    @Override
    public final void close() {
        var deadline = System.nanoTime() + limits.closesWithin().toNanos();
        try {
            while (!inFlight.tryAcquire(
                    limits.inFlightMax(),
                    Math.min(RENEWAL.toNanos(), deadline - System.nanoTime()),
                    TimeUnit.NANOSECONDS)) {
                if (System.nanoTime() >= deadline) {
                    LOG.info("{} are left in flight, for another node to take over", name);
                    return;
                }
                renew();
            }
            inFlight.release(limits.inFlightMax());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (DatabaseUnavailable away) {
            LOG.info("{} are left in flight, because the database is away", name, away);
        }
    }
}

package io.tical.server.work;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that calls other services and so cannot run in one transaction. Rows are claimed with a lease that commits
 * before the work begins, and the rounds renew the leases of work in flight. If a node dies, its rows become due again
 * when their leases end. If a node cannot renew a lease in time, another node repeats the work, so the work must be
 * idempotent.
 *
 * <p>Each batch runs on its own thread, within the limits, so a slow item does not delay other batches. A failing item
 * does not affect others and is retried with increasing back-off.
 */
public abstract class DueWork implements Work, AutoCloseable {
    /**
     * After this time, a batch is assumed to wait for another service and no longer counts against {@link
     * Limits#activeMax}.
     */
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
     * @param batchMax items in a batch
     * @param activeMax batches that may use the processor or the database concurrently
     * @param inFlightMax batches that have begun and have not ended
     * @param heldMax the longest time that a claim is held
     * @param closesWithin how long closing waits for batches in flight
     */
    public record Limits(int batchMax, int activeMax, int inFlightMax, Duration heldMax, Duration closesWithin) {}

    /** @param what the name of an item in the log */
    protected DueWork(Database database, String name, String what, Duration pause, DueTable table, Limits limits) {
        this.name = name;
        this.pause = pause;
        this.limits = limits;
        this.items = new DueItems(database, table, what);
        this.active = new Semaphore(limits.activeMax());
        this.inFlight = new Semaphore(limits.inFlightMax());
    }

    /**
     * Begins the work on a batch of claimed items. If it throws for several items, it is called again for each half.
     *
     * @param claimedAt when the items were claimed, as {@link System#nanoTime}
     * @return completes when the work has ended
     */
    protected abstract CompletableFuture<Void> begin(List<TransactionKey> keys, long claimedAt);

    /** Runs the part of a batch that concerns a single item. */
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
    public final Optional<Function<Session, Backlog>> backlog() {
        return Optional.of(items::backlog);
    }

    @Override
    public final boolean round() {
        renew();
        var reserved = reserve();
        var rowsMax = reserved * limits.batchMax();
        var batches = List.<List<TransactionKey>>of();
        var claimed = new DueItems.Claimed(List.of(), System.nanoTime());
        try {
            if (rowsMax > 0) {
                claimed = items.claim(rowsMax);
                batches = DueItems.parts(claimed.keys(), limits.batchMax());
            }
        } finally {
            active.release(reserved - batches.size());
            inFlight.release(reserved - batches.size());
        }
        var claimedAt = claimed.sinceNanos();
        for (var batch : batches) {
            Thread.ofVirtual().name(name).start(() -> run(batch, claimedAt));
        }
        return claimed.keys().size() == rowsMax;
    }

    private void renew() {
        var now = System.nanoTime();
        if (now - renewedAt >= RENEWAL.toNanos()) {
            items.renew(limits.heldMax());
            renewedAt = now;
        }
    }

    /** Reserves as many batches as may begin now. Waits briefly for the first. */
    private int reserve() {
        try {
            if (!inFlight.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return 0;
            }
            if (!active.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                inFlight.release();
                return 0;
            }
            // Only this thread acquires, so what is available remains available.
            var more = Math.min(active.availablePermits(), inFlight.availablePermits());
            active.acquireUninterruptibly(more);
            inFlight.acquireUninterruptibly(more);
            return 1 + more;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private void run(List<TransactionKey> batch, long claimedAt) {
        var begun = new ArrayList<CompletableFuture<Void>>();
        try {
            items.run(batch, keys -> begun.add(begin(keys, claimedAt)));
        } catch (DatabaseUnavailable away) {
            LOG.debug("{}: the database is unavailable; rows are due again when their leases end", name, away);
        } finally {
            var ended = CompletableFuture.allOf(begun.toArray(CompletableFuture[]::new));
            ended.copy()
                    .completeOnTimeout(null, ACTIVE_FOR.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((nothing, failure) -> active.release());
            ended.whenComplete((nothing, failure) -> {
                if (failure != null) {
                    LOG.error("{}: a batch failed; its rows are due again when their leases end", name, failure);
                }
                items.release(batch, claimedAt);
                inFlight.release();
            });
        }
    }

    /**
     * Waits for the batches in flight. No round may run meanwhile. Unfinished rows are due again when their leases end.
     */
    @Override
    public final void close() {
        var deadline = System.nanoTime() + limits.closesWithin().toNanos();
        try {
            while (!inFlight.tryAcquire(
                    limits.inFlightMax(),
                    Math.min(RENEWAL.toNanos(), deadline - System.nanoTime()),
                    TimeUnit.NANOSECONDS)) {
                if (System.nanoTime() >= deadline) {
                    LOG.info("{}: unfinished batches remain; another node will take over", name);
                    return;
                }
                renew();
            }
            inFlight.release(limits.inFlightMax());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (DatabaseUnavailable away) {
            LOG.info("{}: unfinished batches remain because the database is unavailable", name, away);
        }
    }
}

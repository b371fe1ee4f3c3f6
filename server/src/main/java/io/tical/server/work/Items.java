package io.tical.server.work;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.db.DatabaseUnavailable;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Isolates the failures of the items of one kind of work. A failing item is retried with increasing back-off. Failures
 * are logged at most every 30 s. An item that the service cannot process now, for example because the group commit timed
 * out, has not failed: it stays due, or is due again when its lease ends. Thread-safe.
 */
public final class Items<K> {
    private static final Duration BACKOFF = Duration.ofSeconds(15);
    private static final Duration BACKOFF_MAX = Duration.ofMinutes(15);
    private static final Duration LOG_PERIOD = Duration.ofSeconds(30);
    private static final int FAILING_MAX = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(Items.class);

    private final String what;
    private final BiPredicate<K, Duration> delay;
    private final Cache<K, Failing> failing = Caffeine.newBuilder()
            .maximumSize(FAILING_MAX)
            .expireAfterWrite(BACKOFF_MAX.multipliedBy(4))
            .build();
    private final AtomicLong loggedAt = new AtomicLong(System.nanoTime() - LOG_PERIOD.toNanos());
    private final AtomicLong unlogged = new AtomicLong();

    /** Consecutive failures of an item, and how long this node skips it if the database could not delay it. */
    private record Failing(int times, long untilNanos) {}

    /**
     * @param what the name of an item in the log
     * @param delay delays an item in the database; if it returns false or fails, this node skips the item for the same
     *     time
     */
    public Items(String what, BiPredicate<K, Duration> delay) {
        this.what = what;
        this.delay = delay;
    }

    /**
     * Runs one item, unless it failed recently. Returns whether it succeeded.
     *
     * @throws DatabaseUnavailable if the database fails, not the item
     */
    public boolean run(K item, Runnable task) {
        if (skipped(item)) {
            return false;
        }
        try {
            task.run();
            failing.invalidate(item);
            return true;
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (Problem.Unavailable later) {
            LOG.debug("{} {} cannot be processed now: {}", what, item, later.getMessage());
            return false;
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError failure) {
            failed(item, failure);
            return false;
        }
    }

    /** Whether an item is skipped because it failed recently. */
    public boolean skipped(K item) {
        var known = failing.getIfPresent(item);
        return known != null && known.untilNanos() - System.nanoTime() > 0;
    }

    private void failed(K item, Throwable failure) {
        var known = failing.getIfPresent(item);
        var times = known == null ? 1 : known.times() + 1;
        log(item, times, failure);
        var until = System.nanoTime() + backoff(times).toNanos();
        failing.put(item, new Failing(times, until));
        if (delayed(item, backoff(times))) {
            failing.put(item, new Failing(times, System.nanoTime()));
        }
    }

    private boolean delayed(K item, Duration by) {
        try {
            return delay.test(item, by);
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException unmovable) {
            LOG.debug("{} {} could not be delayed in the database", what, item, unmovable);
            return false;
        }
    }

    private static Duration backoff(int times) {
        var backoff = BACKOFF.multipliedBy(1L << Math.min(times - 1, 10));
        return backoff.compareTo(BACKOFF_MAX) < 0 ? backoff : BACKOFF_MAX;
    }

    private void log(K item, int times, Throwable failure) {
        var now = System.nanoTime();
        var last = loggedAt.get();
        if (now - last < LOG_PERIOD.toNanos() || !loggedAt.compareAndSet(last, now)) {
            unlogged.incrementAndGet();
            return;
        }
        LOG.error(
                "{} {} failed, {} times in a row, and will be retried in {} s; {} more failures since the last entry",
                what,
                item,
                times,
                backoff(times).toSeconds(),
                unlogged.getAndSet(0),
                failure);
    }
}

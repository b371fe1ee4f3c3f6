package io.tical.server.work;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.db.DatabaseUnavailable;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Isolates the items of one kind of work from each other. An item that fails is put off, longer each time, so that it is neither retried
 * all the time nor claimed first for ever. Failures are logged at most every 30 s, however many there are. Thread-safe.
 *
 * @param <K> the key of an item
 */
public final class Items<K> {
    private static final Duration BACKOFF = Duration.ofSeconds(15);
    private static final Duration BACKOFF_MAX = Duration.ofMinutes(15);
    private static final Duration LOG_PERIOD = Duration.ofSeconds(30);
    private static final int FAILING_MAX = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(Items.class);

    private final String what;
    private final BiPredicate<K, Duration> putOff;
    private final Cache<K, Failing> failing = Caffeine.newBuilder()
            .maximumSize(FAILING_MAX)
            .expireAfterWrite(BACKOFF_MAX.multipliedBy(4))
            .build();
    private final AtomicLong loggedAt = new AtomicLong(System.nanoTime() - LOG_PERIOD.toNanos());
    private final AtomicLong unlogged = new AtomicLong();

    /** How often an item failed in a row, and until when this node skips it if the database could not put it off. */
    private record Failing(int times, boolean resting, long untilNanos) {}

    /**
     * @param what an item, for the log
     * @param putOff puts an item off in the database; if it returns false, or fails itself, this node skips the item for as
     *     long
     */
    public Items(String what, BiPredicate<K, Duration> putOff) {
        this.what = what;
        this.putOff = putOff;
    }

    /**
     * Runs one item; returns whether that succeeded. An item that failed recently is skipped.
     *
     * @throws DatabaseUnavailable when the database fails, and not the item
     */
    public boolean run(K item, Runnable task) {
        if (resting(item)) {
            return false;
        }
        try {
            task.run();
            failing.invalidate(item);
            return true;
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError failure) {
            failed(item, failure);
            return false;
        }
    }

    /** Whether an item failed so recently that it is skipped. */
    public boolean resting(K item) {
        var known = failing.getIfPresent(item);
        return known != null && known.resting() && known.untilNanos() - System.nanoTime() > 0;
    }

    private void failed(K item, Throwable failure) {
        var known = failing.getIfPresent(item);
        var times = known == null ? 1 : known.times() + 1;
        log(item, times, failure);
        var until = System.nanoTime() + backoff(times).toNanos();
        failing.put(item, new Failing(times, true, until));
        if (isPutOff(item, backoff(times))) {
            failing.put(item, new Failing(times, false, until));
        }
    }

    private boolean isPutOff(K item, Duration by) {
        try {
            return putOff.test(item, by);
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException unmovable) {
            LOG.debug("{} {} could not be put off", what, item, unmovable);
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

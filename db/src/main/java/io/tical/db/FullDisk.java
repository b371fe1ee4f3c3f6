package io.tical.db;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this node's database or its folders have run out of disk space: whether a write failed for that reason in the last 30 seconds.
 * While space is missing, background work keeps trying to write. Logs the failures once a minute. Thread-safe.
 */
public final class FullDisk {
    private static final Duration FULL_FOR = Duration.ofSeconds(30);
    private static final Duration LOG_PERIOD = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(FullDisk.class);

    private final AtomicLong failedAt = new AtomicLong(System.nanoTime() - FULL_FOR.toNanos());
    private final AtomicLong loggedAt = new AtomicLong(System.nanoTime() - LOG_PERIOD.toNanos());
    private final AtomicLong unlogged = new AtomicLong();

    /** Whether a write failed because the file system is full or a quota is used up. The JDK reports this only in the message. */
    public static boolean isCause(IOException failure) {
        var message = String.valueOf(failure.getMessage());
        return message.contains("No space left on device") || message.contains("Disk quota exceeded");
    }

    /**
     * Records a write that failed for lack of space.
     *
     * @param what what could not be written
     */
    public void failed(String what, Throwable failure) {
        var now = System.nanoTime();
        failedAt.set(now);
        var last = loggedAt.get();
        if (now - last < LOG_PERIOD.toNanos() || !loggedAt.compareAndSet(last, now)) {
            unlogged.incrementAndGet();
            return;
        }
        LOG.error(
                "The disk is full: {} could not be written ({}). Requests get 503 until there is space again; {} more failures since the last entry",
                what,
                failure.getMessage(),
                unlogged.getAndSet(0));
    }

    /** Whether a write failed recently. */
    public boolean isFull() {
        return System.nanoTime() - failedAt.get() < FULL_FOR.toNanos();
    }
}

package io.tical.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this node's database or its folders have run out of disk space: a write failed for that reason in the last 30 seconds, or it did
 * so earlier and the node's folder, or the one that could not be written, still has little space. Logs the failures once a minute. Thread-safe.
 */
public final class FullDisk {
    private static final Duration FULL_FOR = Duration.ofSeconds(30);
    private static final Duration LOG_PERIOD = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(FullDisk.class);

    /** The size of a segment of PostgreSQL's log. */
    private static final long FREE_BYTES_MIN = 16L * 1024 * 1024;

    private final Duration fullFor;
    private final long freeBytesMin;
    private final AtomicLong failedAt = new AtomicLong();
    private volatile boolean failed;
    private volatile @Nullable Path folder;
    /** The folders that could not be written since the disk was full. */
    private final Set<Path> failing = ConcurrentHashMap.newKeySet();

    private final AtomicLong loggedAt = new AtomicLong(System.nanoTime() - LOG_PERIOD.toNanos());
    private final AtomicLong unlogged = new AtomicLong();

    public FullDisk() {
        this(FULL_FOR, FREE_BYTES_MIN);
    }

    /**
     * @param fullFor how long the disk counts as full after a failure
     * @param freeBytesMin below this, it still counts as full
     */
    FullDisk(Duration fullFor, long freeBytesMin) {
        this.fullFor = fullFor;
        this.freeBytesMin = freeBytesMin;
    }

    /** Sets the folder whose free space is measured after a failure. The embedded database is on the same disk. */
    public void watch(Path nodeFolder) {
        folder = nodeFolder;
    }

    /** Whether a write failed because the file system is full or a quota is used up. The JDK reports this only in the message. */
    public static boolean isCause(IOException failure) {
        var message = String.valueOf(failure.getMessage());
        return message.contains("No space left on device") || message.contains("Disk quota exceeded");
    }

    /**
     * Records a write to a folder that failed for lack of space. Its disk may be another one than that of the node's folder.
     *
     * @param what what could not be written
     */
    public void failed(String what, Path within, Throwable failure) {
        failing.add(within);
        failed(what, failure);
    }

    /**
     * Records a write that failed for lack of space.
     *
     * @param what what could not be written
     */
    public void failed(String what, Throwable failure) {
        var now = System.nanoTime();
        failedAt.set(now);
        failed = true;
        var last = loggedAt.get();
        if (now - last < LOG_PERIOD.toNanos() || !loggedAt.compareAndSet(last, now)) {
            unlogged.incrementAndGet();
            return;
        }
        LOG.error(
                "The disk is full: {} could not be written ({}). Requests get 503 until there is space again; {} more failures since the last entry",
                what,
                root(failure).getMessage(),
                unlogged.getAndSet(0));
    }

    /** What the system said, without the statement. */
    private static Throwable root(Throwable failure) {
        var root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Whether writes are likely to fail. */
    public boolean isFull() {
        if (failed
                && System.nanoTime() - failedAt.get() >= fullFor.toNanos()
                && freeBytes(folder) >= freeBytesMin
                && failing.stream().allMatch(within -> freeBytes(within) >= freeBytesMin)) {
            failing.clear();
            failed = false;
        }
        return failed;
    }

    private static long freeBytes(@Nullable Path of) {
        var existing = of;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        try {
            return existing == null
                    ? Long.MAX_VALUE
                    : Files.getFileStore(existing).getUsableSpace();
        } catch (IOException unknown) {
            LOG.debug("the free space of {} is unknown", existing, unknown);
            return Long.MAX_VALUE;
        }
    }
}

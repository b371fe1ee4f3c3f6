package io.tical.server.outward;

import io.tical.common.Ids;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log of a node: what left, in the order in which it was written down, outside the database. Only one process writes to it. Records that
 * arrive together share one flush.
 */
public final class OutwardLog implements AutoCloseable {
    private static final int GROUP_MAX = 4_096;
    private static final Logger LOG = LoggerFactory.getLogger(OutwardLog.class);

    private final UUID id;
    private final List<Path> folders;
    private final LogFiles files;
    private final byte[] key;
    private final List<FileLock> locks;
    private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
    private final Thread writer;
    private volatile LogEnd end;
    private volatile Map<UUID, Instant> remembered;
    private volatile @Nullable String failure;
    private volatile boolean closing;

    /** The log cannot be written, so nothing may leave. */
    public static final class Unavailable extends RuntimeException {
        Unavailable(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** A log cannot be read: it was altered, is incomplete, or was written with another key. */
    static final class Unreadable extends IOException {
        private final transient UUID log;

        Unreadable(UUID log, Exception cause) {
            super("the log " + log + " of what left cannot be read: " + cause.getMessage(), cause);
            this.log = log;
        }

        UUID log() {
            return log;
        }
    }

    /** @param valid whether it may still be written when its turn comes */
    private record Waiting(List<byte[]> records, BooleanSupplier valid, CompletableFuture<Void> flushed) {}

    private OutwardLog(
            UUID id,
            List<Path> folders,
            byte[] key,
            LogFiles files,
            Map<UUID, Instant> remembered,
            List<FileLock> locks) {
        this.id = id;
        this.folders = folders;
        this.key = key;
        this.files = files;
        this.locks = locks;
        this.end = files.end();
        this.remembered = remembered;
        this.writer = Thread.ofPlatform().name("outward-log").daemon().unstarted(this::write);
    }

    /**
     * Opens a log, unless another process writes to it.
     *
     * @param places the folders of logs, each of which gets a copy
     * @return null if another process has it
     * @throws Unreadable also if it was altered, or was written with another key
     */
    static @Nullable OutwardLog open(UUID id, List<Path> places, byte[] key) throws Unreadable {
        var folders = new ArrayList<Path>();
        var locks = new ArrayList<FileLock>();
        try {
            for (var place : places) {
                var folder = folder(place, id);
                var lock = lock(folder);
                if (lock == null) {
                    release(locks);
                    return null;
                }
                locks.add(lock);
                folders.add(folder);
            }
            var chain = new LogChain(key);
            var remembered = new HashMap<UUID, Instant>();
            for (var folder : folders) {
                RememberedLogs.read(folder, chain)
                        .forEach((other, at) -> remembered.merge(other, at, OutwardLog::later));
            }
            var log = new OutwardLog(id, folders, key, LogFiles.open(folders, chain), Map.copyOf(remembered), locks);
            log.writer.start();
            return log;
        } catch (IOException e) {
            release(locks);
            throw new Unreadable(id, e);
        } catch (RuntimeException e) {
            release(locks);
            throw e;
        }
    }

    /** Only the service's user may read it. */
    private static Path folder(Path place, UUID id) throws IOException {
        var folder = place.resolve(id.toString());
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return folder;
    }

    /** Renames the folders of a log that is gone, so that it is not opened again, unless another process has it. */
    static void putAside(UUID id, List<Path> places) throws IOException {
        for (var place : places) {
            var folder = place.resolve(id.toString());
            if (Files.isDirectory(folder)) {
                var lock = lock(folder);
                if (lock != null) {
                    Files.move(folder, place.resolve(id + "." + Ids.next() + ".gone"));
                    release(List.of(lock));
                }
            }
        }
    }

    private static @Nullable FileLock lock(Path folder) throws IOException {
        var channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            var lock = channel.tryLock();
            if (lock == null) {
                channel.close();
            }
            return lock;
        } catch (OverlappingFileLockException ofThisProcess) {
            channel.close();
            return null;
        }
    }

    private static void release(List<FileLock> locks) {
        for (var lock : locks) {
            try {
                lock.acquiredBy().close();
            } catch (IOException e) {
                LOG.debug("the lock of a log was not released", e);
            }
        }
    }

    UUID id() {
        return id;
    }

    List<Path> folders() {
        return folders;
    }

    /** How far it goes: everything before is flushed. */
    LogEnd end() {
        return end;
    }

    /** Why the last records could not be written; null if they were. */
    @Nullable
    String failure() {
        return failure;
    }

    /** Waits until all that was to be written before is flushed, or has failed. */
    void barrier() {
        append(List.of());
    }

    /** Writes these records down, whatever happens meanwhile. */
    void append(Collection<Departure> records) {
        append(records, () -> true);
    }

    /**
     * Writes these records down. Returns when they are flushed in every folder.
     *
     * @param valid asked when their turn comes: whether they may still leave
     * @throws Unavailable if they may be missing
     */
    void append(Collection<Departure> records, BooleanSupplier valid) {
        var waiting = new Waiting(records.stream().map(Departure::encoded).toList(), valid, new CompletableFuture<>());
        queue.add(waiting);
        if (closing && queue.remove(waiting)) {
            throw new Unavailable("the service is stopping", null);
        }
        try {
            waiting.flushed().join();
        } catch (CompletionException failed) {
            throw new Unavailable("what leaves is not written down: " + failed.getCause(), failed.getCause());
        }
    }

    private void write() {
        var group = new ArrayList<Waiting>();
        while (!closing || !queue.isEmpty()) {
            try {
                group.add(queue.take());
            } catch (InterruptedException e) {
                throw new IllegalStateException("the thread of a log is not interrupted", e);
            }
            queue.drainTo(group, GROUP_MAX);
            for (var one : List.copyOf(group)) {
                if (!one.valid().getAsBoolean()) {
                    group.remove(one);
                    one.flushed().completeExceptionally(new IllegalStateException("the fence was closed meanwhile"));
                }
            }
            write(group);
            group.clear();
        }
    }

    private void write(List<Waiting> group) {
        try {
            files.append(group.stream().flatMap(one -> one.records().stream()).toList());
            end = files.end();
            if (failure != null) {
                LOG.info("What leaves is written down again, in {}", folders);
                failure = null;
            }
            group.forEach(one -> one.flushed().complete(null));
        } catch (IOException | RuntimeException e) {
            if (failure == null) {
                LOG.error(
                        "What leaves cannot be written down in {}, so nothing is sent. Further failures are not logged until it succeeds",
                        folders,
                        e);
            }
            failure = e.getClass().getSimpleName() + " " + e.getMessage();
            group.forEach(one -> one.flushed().completeExceptionally(e));
        }
    }

    /**
     * Reads the records between two places, while others are written.
     *
     * @throws IOException if a record is missing or was altered, or if the log does not reach this place
     */
    void read(LogEnd after, LogEnd until, BiConsumer<Departure, LogEnd> each) throws IOException {
        LogFiles.read(folders.getFirst(), new LogChain(key), after, until, each);
    }

    /** When the logs of all nodes were last noted, as the database said it. */
    Map<UUID, Instant> remembered() {
        return remembered;
    }

    /** Keeps that beside the log. */
    void remember(Map<UUID, Instant> notedAt) throws IOException {
        if (!notedAt.equals(remembered)) {
            for (var folder : folders) {
                RememberedLogs.write(folder, new LogChain(key), notedAt);
            }
            remembered = notedAt;
        }
    }

    static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Deletes what was written before a time, as far as it is before a place. */
    void forget(Instant before, LogEnd needed) throws IOException {
        LogFiles.forget(folders, new LogChain(key), before, needed);
    }

    @Override
    public void close() {
        closing = true;
        queue.add(new Waiting(List.of(), () -> true, new CompletableFuture<>())); // ends its wait
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        files.close();
        release(locks);
    }
}

package io.tical.db;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The highest timeline that this node has seen of each database system, in a file of its home and of each folder that has the log of what left,
 * so that it holds across restarts, and where either is lost. A node never writes to an older timeline than it has seen: a primary that returns
 * after a standby took its place is refused.
 *
 * <p>The file has one line for each system, {@code <system> <timeline>}; the last one is that of the present database. Thread-safe.
 */
public final class SeenTimeline {
    static final String FILE = "database.seen";

    private static final Logger LOG = LoggerFactory.getLogger(SeenTimeline.class);

    /** The file of the home is the last one. */
    private final List<Path> files;

    private final boolean kept;
    private final Map<Long, Long> highest = new LinkedHashMap<>();
    private final List<Listener> listeners = new ArrayList<>();
    /** The database that this node used before it was started. */
    private final @Nullable DatabaseIdentity before;

    private @Nullable DatabaseIdentity present;

    /** Learns that the node uses another database, before the node sends its first statement there. */
    @FunctionalInterface
    public interface Listener {
        /**
         * The node has connected to another system, or to a newer timeline of the same one. Must not use the database, whose connection
         * waits for this.
         *
         * @param before the database that it used before, also before its last start; null if it used none
         */
        void changed(@Nullable DatabaseIdentity before, DatabaseIdentity now);
    }

    /** A server whose timeline is older than one that was seen. */
    static final class Older extends Exception {
        Older(String message) {
            super(message);
        }
    }

    private SeenTimeline(DatabaseSettings settings, boolean kept) {
        files = Stream.concat(settings.copies().stream(), Stream.of(settings.home()))
                .map(folder -> folder.resolve(FILE).toAbsolutePath())
                .toList();
        this.kept = kept;
        read();
        before = last();
        present = before;
    }

    /** @throws IllegalStateException if the file in a folder of the node cannot be read */
    static SeenTimeline in(DatabaseSettings settings) {
        return new SeenTimeline(settings, true);
    }

    /** Which notes nothing in the files. */
    static SeenTimeline readOnly(DatabaseSettings settings) {
        return new SeenTimeline(settings, false);
    }

    /**
     * Registers a listener. It is called at once if the database has changed since the node was last used, and later at each change, before
     * a connection to the changed database is used. If it throws, that connection is refused.
     */
    public synchronized void listen(Listener listener) {
        listeners.add(listener);
        if (present != null && !present.equals(before)) {
            listener.changed(before, present);
        }
    }

    /** The database that the node uses; null before it has connected, or if the server does not tell. */
    public synchronized @Nullable DatabaseIdentity present() {
        return present;
    }

    /**
     * Notes where a new connection leads to.
     *
     * @return whether the database or its timeline has changed
     * @throws Older if a newer timeline of the same system was seen
     */
    synchronized boolean accept(DatabaseIdentity identity) throws Older {
        if (identity.system() == 0 || identity.timeline() == 0 || identity.equals(present)) {
            return false;
        }
        read();
        var seen = highest.getOrDefault(identity.system(), 0L);
        if (identity.timeline() < seen) {
            throw new Older("it is on timeline " + identity.timeline() + " of database system " + identity.system()
                    + ", and this node has seen timeline " + seen + ": a standby was promoted, and this is the earlier"
                    + " primary. Stop it. If its state is the one to go on with, stop this node, delete "
                    + files.stream().map(Path::toString).collect(Collectors.joining(" and "))
                    + " and start the node again");
        }
        var last = present;
        for (var listener : listeners) {
            listener.changed(last, identity);
        }
        if (last != null) {
            LOG.warn("The database has changed: it was {}, and is {}", last, identity);
        }
        highest.remove(identity.system());
        highest.put(identity.system(), identity.timeline());
        if (kept) {
            files.forEach(this::write);
        }
        present = identity;
        return last != null;
    }

    private @Nullable DatabaseIdentity last() {
        DatabaseIdentity last = null;
        for (var one : highest.entrySet()) {
            last = new DatabaseIdentity(one.getKey(), one.getValue());
        }
        return last;
    }

    /** Takes over what the files have, also from another process of this home. */
    private void read() {
        files.forEach(this::read);
    }

    private void read(Path file) {
        try {
            for (var line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
                var words = line.split(" ", -1);
                var system = Long.parseLong(words[0]);
                // Again at the end, so that the last one is that of the home.
                var known = Objects.requireNonNullElse(highest.remove(system), 0L);
                highest.put(system, Math.max(known, Long.parseLong(words[1])));
            }
        } catch (NoSuchFileException e) {
            LOG.debug("{} is written when the database is reached", file);
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalStateException(
                    file
                            + " cannot be read. It has the newest timeline of the database that this node has seen. Make it"
                            + " readable; or, if only one server can be reached as the database, delete it",
                    e);
        }
    }

    /** Replaces a file at once. A node that cannot write any knows the timeline until it ends. */
    private void write(Path file) {
        var text = highest.entrySet().stream()
                .map(one -> one.getKey() + " " + one.getValue() + "\n")
                .collect(Collectors.joining());
        try {
            var folder = Objects.requireNonNull(file.getParent());
            // A folder of the log that is not there is not made: its volume may be missing.
            if (file.equals(files.getLast())) {
                Files.createDirectories(folder);
            }
            var writing = Files.createTempFile(folder, FILE, ".writing");
            try (var channel = FileChannel.open(writing, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
                channel.force(true);
            }
            Files.move(writing, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.warn("{} cannot be written, so it does not have the timeline of the database: {}", file, e.toString());
        }
    }
}

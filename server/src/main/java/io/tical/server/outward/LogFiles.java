package io.tical.server.outward;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one log, the same in each of its folders. Not for several threads.
 *
 * <p>After a failed write it is unknown what is on the disk. The next write therefore begins a new file where the last flushed record ended.
 */
final class LogFiles implements Closeable {
    /** A file of this size is followed by another one. */
    private static final long SEGMENT_BYTES = 16L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(LogFiles.class);

    private final List<Path> folders;
    private final LogChain chain;
    private final List<FileChannel> writing = new ArrayList<>();
    private LogEnd end;
    private LogEnd begun = LogEnd.NOTHING;
    private long bytes;

    private LogFiles(List<Path> folders, LogChain chain, LogEnd end) {
        this.folders = folders;
        this.chain = chain;
        this.end = end;
    }

    /**
     * Opens the log in these folders, which must exist. Where one of them has less than another, it is completed.
     *
     * @throws IOException also if what is there was altered
     */
    static LogFiles open(List<Path> folders, LogChain chain) throws IOException {
        if (folders.size() == 1) {
            return new LogFiles(folders, chain, end(folders.getFirst(), chain));
        }
        var whole = new LinkedHashMap<Path, LogEnd>();
        IOException failure = null;
        for (var folder : folders) {
            try {
                whole.put(folder, whole(folder, chain));
            } catch (IOException broken) {
                LOG.warn("The copy in {} is not whole", folder, broken);
                failure = broken;
            }
        }
        var best = whole.entrySet().stream()
                .max(Comparator.comparingLong(one -> one.getValue().records()));
        if (best.isEmpty()) {
            throw Objects.requireNonNull(failure);
        }
        for (var folder : folders) {
            if (!folder.equals(best.get().getKey())) {
                complete(folder, best.get().getKey());
            }
        }
        return new LogFiles(folders, chain, best.get().getValue());
    }

    /** How far a copy goes of which every record is there and as it was written. */
    private static LogEnd whole(Path folder, LogChain chain) throws IOException {
        var end = end(folder, chain);
        read(folder, chain, LogEnd.NOTHING, end, (_, _) -> {});
        return end;
    }

    /** How far the log in a folder goes. Cuts a last record that was not written whole. */
    private static LogEnd end(Path folder, LogChain chain) throws IOException {
        var segments = new ArrayList<Segment>();
        for (var file : files(folder)) {
            if (Files.size(file) < Segment.HEADER_BYTES
                    || (Files.size(file) == Segment.HEADER_BYTES && !Segment.isBegun(file, chain))) {
                Files.delete(file); // it was begun when the process or the machine died, and has no record
            } else {
                segments.add(Segment.open(file, chain));
            }
        }
        if (segments.isEmpty()) {
            return LogEnd.NOTHING;
        }
        var last = segments.getLast();
        var read = readLast(last, chain);
        last.cut(read.bytes());
        return read.end();
    }

    /** Reads the last file, which may end with records that were not written whole. */
    private static Segment.Read readLast(Segment last, LogChain chain) throws IOException {
        var read = last.read(chain, Long.MAX_VALUE, (_, _) -> {});
        if (last.isFollowed(chain, read)) {
            throw altered(read);
        }
        return read;
    }

    private static IOException altered(Segment.Read read) {
        return new IOException(
                "record " + (read.end().records() + 1) + " of the log was altered, because others follow it");
    }

    /**
     * How far the log in a folder goes, while another process may write to it.
     *
     * @throws IOException also if what is there was altered
     */
    static LogEnd written(Path folder, LogChain chain) throws IOException {
        return written(folder, chain, () -> {});
    }

    /** @param afterReading is run before it is looked whether others follow what was read */
    static LogEnd written(Path folder, LogChain chain, Runnable afterReading) throws IOException {
        var segments = segments(folder, chain);
        if (segments.isEmpty()) {
            return LogEnd.NOTHING;
        }
        var last = segments.getLast();
        var read = last.read(chain, Long.MAX_VALUE, (_, _) -> {});
        afterReading.run();
        // What follows may have been written since; then it is read now.
        if (last.isFollowed(chain, read)
                && last.read(chain, Long.MAX_VALUE, (_, _) -> {}).end().equals(read.end())) {
            throw altered(read);
        }
        return read.end();
    }

    /** The files of a folder in order, while others are added. */
    private static List<Segment> segments(Path folder, LogChain chain) throws IOException {
        var segments = new ArrayList<Segment>();
        for (var file : files(folder)) {
            if (Files.size(file) >= Segment.HEADER_BYTES) { // else it is being begun
                segments.add(Segment.open(file, chain));
            }
        }
        return segments;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(Segment::isNamed).sorted().toList();
        }
    }

    /** Makes a copy the same as another one. What only it has is put aside: it would be read between files of the other. */
    private static void complete(Path folder, Path from) throws IOException {
        var whole = files(from);
        for (var file : files(folder)) {
            if (!whole.contains(from.resolve(file.getFileName()))) {
                LOG.warn("{} is put aside, because {} does not have it", file, from);
                putAside(file);
            }
        }
        for (var file : whole) {
            var copy = folder.resolve(file.getFileName());
            if (!Files.exists(copy) || Files.mismatch(file, copy) >= 0) {
                LOG.warn("{} is completed from {}", copy, file);
                if (Files.exists(copy)) {
                    putAside(copy);
                }
                var copying = folder.resolve(file.getFileName() + ".copying");
                Files.copy(file, copying, StandardCopyOption.REPLACE_EXISTING);
                try (var channel = FileChannel.open(copying, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
                Files.move(copying, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                flush(folder);
            }
        }
    }

    private static void putAside(Path file) throws IOException {
        Files.move(file, file.resolveSibling(file.getFileName() + ".broken"), StandardCopyOption.REPLACE_EXISTING);
    }

    LogEnd end() {
        return end;
    }

    /**
     * Appends encoded records, and flushes them in every folder.
     *
     * @throws IOException if they may be missing in a folder; the log then ends as before
     */
    void append(List<byte[]> records) throws IOException {
        var after = end;
        var size = 0;
        for (var record : records) {
            size += Short.BYTES + record.length + LogChain.MAC_BYTES;
        }
        var written = ByteBuffer.allocate(size);
        for (var record : records) {
            var frame = Segment.frame(record, written.position() == 0);
            after = new LogEnd(after.records() + 1, chain.next(after.mac(), frame));
            written.put(frame).put(after.mac());
        }
        written.flip();
        try {
            if (writing.isEmpty() || bytes >= SEGMENT_BYTES) {
                begin();
            }
            for (var channel : writing) {
                write(channel, written.duplicate());
            }
            for (var channel : writing) {
                channel.force(false);
            }
            requireInPlace(bytes + size);
        } catch (IOException | RuntimeException failure) {
            closeQuietly();
            throw failure;
        }
        bytes += size;
        end = after;
    }

    /** A file can be written after its folder was deleted or moved away. */
    private void requireInPlace(long expected) throws IOException {
        for (var folder : folders) {
            var file = Segment.file(folder, begun);
            if (Files.size(file) != expected) {
                throw new IOException(file + " is not the file that was written");
            }
        }
    }

    /** Begins a file in every folder. */
    private void begin() throws IOException {
        closeQuietly();
        for (var folder : folders) {
            var file = Segment.file(folder, end);
            var channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
            writing.add(channel);
            write(channel, Segment.header(chain, end));
            channel.force(true);
            flush(folder);
        }
        begun = end;
        bytes = Segment.HEADER_BYTES;
    }

    private static void write(FileChannel channel, ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            channel.write(from);
        }
    }

    private static void flush(Path folder) throws IOException {
        try (var entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        }
    }

    /**
     * Reads the records between two places.
     *
     * @param each gets each record with the end of the log after it
     * @throws IOException if a record is missing or was altered, or if the log does not reach this place
     */
    static void read(Path folder, LogChain chain, LogEnd after, LogEnd end, BiConsumer<Departure, LogEnd> each)
            throws IOException {
        var segments = segments(folder, chain);
        var at = after.records() == 0 && !segments.isEmpty()
                ? segments.getFirst().begin()
                : after;
        if (after.records() > end.records()) {
            throw new IOException(
                    "the log ends at record " + end.records() + ", and the database knows of " + after.records());
        }
        for (int i = 0; i < segments.size(); i++) {
            var until = i + 1 < segments.size() ? segments.get(i + 1).begin() : end;
            if (until.records() <= at.records()) {
                continue;
            }
            var from = at;
            var segment = segments.get(i);
            if (from.records() < segment.begin().records()) {
                throw missing(from, segment.begin());
            }
            var read = segment.read(chain, until.records(), (record, position) -> {
                if (position.records() == from.records() && !position.equals(from)) {
                    var another = "record " + from.records() + " is not the one that the database knows";
                    throw new UncheckedIOException(another, new IOException(another));
                }
                if (position.records() > from.records()) {
                    each.accept(record, position);
                }
            });
            if (!read.end().equals(until)) {
                throw missing(read.end(), until);
            }
            at = until;
        }
        if (at.records() < end.records()) {
            throw missing(at, end);
        }
    }

    private static IOException missing(LogEnd from, LogEnd until) {
        return new IOException("the records " + (from.records() + 1) + " to " + until.records()
                + " of the log are missing or were altered");
    }

    /** Deletes files that were last written before a time, and whose records are all before a place. */
    static void forget(List<Path> folders, LogChain chain, Instant before, LogEnd needed) throws IOException {
        var segments = segments(folders.getFirst(), chain);
        for (int i = 0; i + 1 < segments.size(); i++) {
            var file = segments.get(i).file();
            var old = Files.getLastModifiedTime(file).toInstant().isBefore(before);
            if (!old || segments.get(i + 1).begin().records() > needed.records()) {
                return;
            }
            for (var folder : folders) {
                Files.deleteIfExists(folder.resolve(file.getFileName()));
            }
        }
    }

    private void closeQuietly() {
        for (var channel : writing) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.debug("a file of the log was not closed", e);
            }
        }
        writing.clear();
    }

    @Override
    public void close() {
        closeQuietly();
    }
}

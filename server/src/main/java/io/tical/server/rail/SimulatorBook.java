package io.tical.server.rail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the simulator was asked to transfer, outside the service's database, as a bank has it: a restored backup of the database does not
 * change it. All nodes with the same home share it. Each process appends to a file of its own.
 */
final class SimulatorBook implements AutoCloseable {
    private static final String SUFFIX = ".book";
    private static final int KEPT_DAYS = 90;

    private final Path folder;
    private final Clock clock;
    private @Nullable FileChannel own;

    /** @param outcome a word of the simulator */
    record Entry(UUID attemptId, String outcome, long delivered) {
        private String line() {
            return attemptId + " " + outcome + " " + delivered + "\n";
        }

        private static Entry of(String line) {
            var parts = line.split(" ", -1);
            return new Entry(UUID.fromString(parts[0]), parts[1], Long.parseLong(parts[2]));
        }
    }

    SimulatorBook(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    synchronized void write(Entry entry) {
        try {
            var file = own == null ? open() : own;
            own = file;
            var line = ByteBuffer.wrap(entry.line().getBytes(StandardCharsets.US_ASCII));
            while (line.hasRemaining()) {
                file.write(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the simulator's book in " + folder + " cannot be written", e);
        }
    }

    private FileChannel open() throws IOException {
        Files.createDirectories(folder);
        for (var file : files()) {
            if (Files.getLastModifiedTime(file)
                    .toInstant()
                    .isBefore(clock.instant().minus(KEPT_DAYS, ChronoUnit.DAYS))) {
                Files.delete(file);
            }
        }
        return FileChannel.open(
                folder.resolve(UUID.randomUUID() + SUFFIX), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** What it says about an attempt. Reads everything: it is asked only about what the database does not have. */
    Optional<Entry> find(UUID attemptId) {
        try {
            for (var file : files()) {
                try (var lines = Files.lines(file, StandardCharsets.US_ASCII)) {
                    var found = lines.filter(line -> line.startsWith(attemptId.toString()))
                            .findFirst();
                    if (found.isPresent()) {
                        return found.map(Entry::of);
                    }
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("the simulator's book in " + folder + " cannot be read", e);
        }
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)).toList();
        } catch (NoSuchFileException none) {
            return List.of();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        var file = own;
        if (file != null) {
            file.close();
        }
    }
}

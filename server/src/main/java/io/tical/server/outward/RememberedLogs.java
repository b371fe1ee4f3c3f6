package io.tical.server.outward;

import io.tical.common.Ids;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The file beside a log in which its node keeps what the database said of the logs of all nodes: when each was last noted. A database that
 * knows less of one of them is an earlier state. A line for each log, and one with the MAC of those before.
 */
final class RememberedLogs {
    private static final String FILE = "logs";
    private static final String TITLE = "Tical logs 1";

    private RememberedLogs() {}

    /** @throws IOException if it was altered, or was written with another key */
    static Map<UUID, Instant> read(Path folder, LogChain chain) throws IOException {
        var file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return Map.of();
        }
        var text = Files.readString(file);
        var end = text.lastIndexOf('\n', Math.max(0, text.length() - 2)) + 1;
        if (!text.equals(signed(text.substring(0, end), chain))) {
            throw altered(file, null);
        }
        try {
            return text.substring(0, end)
                    .lines()
                    .skip(1)
                    .map(line -> line.split(" ", 2))
                    .collect(
                            Collectors.toMap(line -> Ids.parse(line[0]).orElseThrow(), line -> Instant.parse(line[1])));
        } catch (DateTimeException | IndexOutOfBoundsException | NoSuchElementException unreadable) {
            throw altered(file, unreadable);
        }
    }

    private static IOException altered(Path file, @Nullable Exception cause) {
        return new IOException(file + " was altered, or was written with another master key", cause);
    }

    /** Replaces it, and flushes it. */
    static void write(Path folder, LogChain chain, Map<UUID, Instant> notedAt) throws IOException {
        var text = TITLE + "\n"
                + new TreeMap<>(notedAt)
                        .entrySet().stream()
                                .map(one -> one.getKey() + " " + one.getValue() + "\n")
                                .collect(Collectors.joining());
        var writing = folder.resolve(FILE + ".writing");
        try (var channel = FileChannel.open(
                writing, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            var bytes = ByteBuffer.wrap(signed(text, chain).getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(writing, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String signed(String text, LogChain chain) {
        var mac = chain.next(LogChain.BEGINNING, text.getBytes(StandardCharsets.UTF_8));
        return text + HexFormat.of().formatHex(mac) + "\n";
    }
}

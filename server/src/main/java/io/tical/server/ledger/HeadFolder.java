package io.tical.server.ledger;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;

/**
 * A folder with one file for each note. The folder is not created, because in place of an unmounted share it would be on this machine.
 */
record HeadFolder(Path folder) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int RANDOM_DIGITS = 8;

    /**
     * Writes a file whose name begins with the time. The file is complete or absent, and replaces none: the names of nodes that write in
     * the same second differ.
     */
    void write(Instant at, String text) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString(), null, "there is no such folder; create or mount it");
        }
        var random = UUID.randomUUID().toString().substring(0, RANDOM_DIGITS);
        var name = "heads-" + TIME.format(at) + "-" + random + ".txt";
        var writing = folder.resolve("." + name);
        try {
            Files.writeString(
                    writing,
                    text,
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            Files.move(writing, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(writing);
        }
        try (var entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        }
    }
}

package io.tical.server.bank;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** What the inbox writes to its disk, which may be full, read-only or gone at any time. */
class InboxDisk {
    /** Writes a text, perhaps over one that was written in part. */
    void write(Path to, String text) throws IOException {
        Files.writeString(to, text, StandardCharsets.UTF_8);
    }

    /** Moves a file, whole or not at all, also to another disk. */
    void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException other) {
            var part = to.resolveSibling("." + to.getFileName() + ".part");
            Files.copy(from, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
            Files.delete(from);
        }
    }
}

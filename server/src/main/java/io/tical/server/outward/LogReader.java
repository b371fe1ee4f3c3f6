package io.tical.server.outward;

import io.tical.common.Ids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the logs in the folders of this home, also while another process writes to them. It changes nothing.
 *
 * @param places the folders of logs, which may not exist
 */
record LogReader(List<Path> places, byte[] key) {
    /**
     * One copy of a log as it is now.
     *
     * @param end how far it goes; what is written later is not read
     * @param remembered what its node knows of the logs of others
     * @param broken why that cannot be said; null if it can
     */
    record Copy(
            UUID id,
            Path folder,
            LogEnd end,
            Map<UUID, Instant> remembered,
            @Nullable String broken) {}

    /** All copies of all logs. */
    List<Copy> copies() {
        return places.stream()
                .flatMap(place -> folders(place).stream())
                .map(this::copy)
                .toList();
    }

    private static List<Path> folders(Path place) {
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (var folders = Files.list(place)) {
            return folders.filter(folder -> id(folder).isPresent()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + place + " of the logs of what left cannot be read", e);
        }
    }

    private static Optional<UUID> id(Path folder) {
        return Ids.parse(folder.getFileName().toString());
    }

    private Copy copy(Path folder) {
        var id = id(folder).orElseThrow();
        try {
            return new Copy(id, folder, written(folder), RememberedLogs.read(folder, new LogChain(key)), null);
        } catch (IOException broken) {
            return new Copy(id, folder, LogEnd.NOTHING, Map.of(), reason(broken));
        }
    }

    private LogEnd written(Path folder) throws IOException {
        try {
            return LogFiles.written(folder, new LogChain(key));
        } catch (NoSuchFileException forgotten) {
            // Its node deletes files that are older than it keeps them.
            return LogFiles.written(folder, new LogChain(key));
        }
    }

    /**
     * Reads the records that a copy had.
     *
     * @param each gets each record with the end of the log after it; after a failed read, it gets them again
     * @return why it cannot be read; null if it can
     */
    @Nullable
    String read(Copy copy, BiConsumer<Departure, LogEnd> each) {
        if (copy.broken() != null) {
            return copy.broken();
        }
        try {
            try {
                LogFiles.read(copy.folder(), new LogChain(key), LogEnd.NOTHING, copy.end(), each);
            } catch (NoSuchFileException forgotten) {
                LogFiles.read(copy.folder(), new LogChain(key), LogEnd.NOTHING, copy.end(), each);
            }
            return null;
        } catch (IOException broken) {
            return reason(broken);
        }
    }

    private static String reason(IOException broken) {
        return String.valueOf(broken.getMessage());
    }
}

package io.tical.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The postmaster process as recorded in {@code postmaster.pid}: process id on line 1, port on line 4, status on line 8. */
record Postmaster(long pid, int port, boolean ready) {
    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    static @Nullable Postmaster running(Path data) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(data.resolve("postmaster.pid"));
        } catch (NoSuchFileException e) {
            return null;
        }
        if (lines.size() <= PORT_LINE) {
            return null;
        }
        var found = new Postmaster(
                Long.parseLong(lines.getFirst().strip()),
                Integer.parseInt(lines.get(PORT_LINE).strip()),
                lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready"));
        return found.alive() ? found : null;
    }

    boolean alive() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .flatMap(process -> process.info().command())
                .map(command -> command.endsWith("/postgres") || command.endsWith("/postgres (deleted)"))
                .orElse(false);
    }
}

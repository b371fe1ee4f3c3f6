package io.tical.server.outward;

import io.tical.common.Ids;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * The logs in the folders of this node: its own, and those that no process writes to any more, such as that of a second node that ran here
 * before. All of them are compared with the database. One thread opens them.
 */
final class OutwardLogs implements AutoCloseable {
    private final List<Path> places;
    private final boolean created;
    private final byte[] key;
    private final List<OutwardLog> held = new CopyOnWriteArrayList<>();

    /** A log cannot be begun: the disk is full, or gone, or the folder must not be written. */
    static final class CannotBegin extends IOException {
        CannotBegin(OutwardLog.Unreadable cause) {
            super(String.valueOf(cause.getMessage()), cause);
        }
    }

    /**
     * @param places each gets a copy of each log
     * @param created whether they are created; otherwise they must exist
     */
    OutwardLogs(List<Path> places, boolean created, byte[] key) {
        this.places = places;
        this.created = created;
        this.key = key;
    }

    /**
     * Opens what is there and no process writes to; a new log, if there is none. Closes those that are gone.
     *
     * @param gone these are put aside
     * @throws OutwardLog.Unreadable if one of them was altered, or was written with another key
     */
    void open(Set<UUID> gone) throws IOException {
        for (var log : List.copyOf(held)) {
            if (gone.contains(log.id())) {
                held.remove(log);
                log.close();
                OutwardLog.putAside(log.id(), places);
            }
        }
        var first = held.isEmpty();
        try {
            if (created) {
                Files.createDirectories(places.getFirst());
            }
            for (var id : found()) {
                if (gone.contains(id)) {
                    OutwardLog.putAside(id, places);
                } else if (held.stream().noneMatch(log -> log.id().equals(id))) {
                    var log = OutwardLog.open(id, places, key);
                    if (log != null) {
                        held.add(log);
                    }
                }
            }
            while (held.isEmpty()) {
                begin();
            }
        } catch (IOException | RuntimeException failure) {
            if (first) {
                close();
            }
            throw failure;
        }
    }

    /** Begins a log, unless another process of this home takes it first. */
    private void begin() throws IOException {
        try {
            var log = OutwardLog.open(Ids.next(), places, key);
            if (log != null) {
                held.add(log);
            }
        } catch (OutwardLog.Unreadable failure) {
            throw new CannotBegin(failure);
        }
    }

    /** The logs that are in the folders, also those of another process. */
    Set<UUID> found() throws IOException {
        var ids = new HashSet<UUID>();
        for (var place : places) {
            if (created && !Files.exists(place)) {
                continue;
            }
            try (var folders = Files.list(place)) {
                folders.map(folder -> Ids.parse(folder.getFileName().toString()))
                        .flatMap(Optional::stream)
                        .forEach(ids::add);
            }
        }
        return ids;
    }

    /** The open logs; the first one is written. */
    List<OutwardLog> held() {
        return List.copyOf(held);
    }

    /** How far they go. */
    Map<UUID, LogEnd> ends() {
        return held.stream().collect(Collectors.toMap(OutwardLog::id, OutwardLog::end));
    }

    /** How far they go with what is in the database. */
    Map<UUID, LogEnd> ends(Uncommitted uncommitted) {
        return held.stream().collect(Collectors.toMap(OutwardLog::id, log -> uncommitted.before(log, log.end())));
    }

    /** When the logs of all nodes were last noted, as far as these logs remember. */
    Map<UUID, Instant> remembered() {
        var remembered = new HashMap<UUID, Instant>();
        held.forEach(log -> log.remembered().forEach((id, at) -> remembered.merge(id, at, OutwardLog::later)));
        return remembered;
    }

    @Override
    public void close() {
        held.forEach(OutwardLog::close);
        held.clear();
    }
}

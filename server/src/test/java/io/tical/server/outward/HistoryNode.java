package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.DatabaseSettings;
import io.tical.db.TestDatabase;
import io.tical.server.TestModules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A node of a random history, with a home of its own. Both nodes have the same bank. */
final class HistoryNode implements AutoCloseable {
    private static final int TORN_BYTES_MAX = 60;

    private final DatabaseSettings database;
    private final Path home;
    private final Path bank;
    private final Map<String, String> settings;
    private final byte[] key;
    private final Clock clock;

    /** What left from homes that are lost, by their logs. */
    private final Map<UUID, List<Departure>> lost = new HashMap<>();

    private @Nullable TestModules running;

    HistoryNode(
            DatabaseSettings database, Path home, Path bank, Map<String, String> settings, byte[] key, Clock clock) {
        this.database = database;
        this.home = home;
        this.bank = bank;
        this.settings = settings;
        this.key = key;
        this.clock = clock;
        prepare();
    }

    private void prepare() {
        try {
            Files.createDirectories(home);
            Files.createSymbolicLink(home.resolve("simulator"), bank);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isRunning() {
        return running != null;
    }

    TestModules modules() {
        assertThat(running).isNotNull();
        return running;
    }

    Fence fence() {
        return modules().get(OutwardModule.class).fence();
    }

    void start() {
        if (running == null) {
            running = TestModules.open(database, home, settings, clock);
            fence().begin();
        }
    }

    /** Stops in an orderly way. */
    void stop() {
        if (running != null) {
            running.close();
            running = null;
        }
    }

    /** Ends without a word: the database says of its log what it said before. */
    void kill() {
        if (running == null) {
            return;
        }
        var service = running.database();
        var held = fence().held();
        var noted = service.run(OutwardStore::logs).stream()
                .filter(one -> held.contains(one.id()))
                .toList();
        fence().close();
        if (!noted.isEmpty()) {
            service.transaction(session -> {
                OutwardStore.lockLogs(session);
                return OutwardStore.LOGS.update(session, noted).run();
            });
        }
        running.close();
        running = null;
    }

    /** The last record was not written whole when the node died. */
    void tear(Random random) {
        var torn = new byte[1 + random.nextInt(TORN_BYTES_MAX)];
        random.nextBytes(torn);
        for (var file : segments()) {
            try {
                Files.write(file, torn, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The last file of each log. */
    private List<Path> segments() {
        var last = new ArrayList<Path>();
        for (var copy : reader().copies()) {
            try (var files = Files.list(copy.folder())) {
                files.filter(Segment::isNamed).max(Comparator.naturalOrder()).ifPresent(last::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return last;
    }

    /** Its disk is gone, with its log. */
    void loseHome() {
        kill();
        reader().copies().forEach(copy -> lost.put(copy.id(), written(copy)));
        TestDatabase.deleteTree(home);
        prepare();
    }

    /** What left from this node, and is written in no log that is there, by the logs that nobody has any more. */
    Map<UUID, List<Departure>> lost() {
        return lost;
    }

    /** Whether its home has a note of a log, later than one of the database. */
    boolean hasHeardOf(UUID log, Instant after) {
        return reader().copies().stream()
                .anyMatch(
                        copy -> copy.remembered().getOrDefault(log, Instant.MIN).isAfter(after));
    }

    private LogReader reader() {
        return new LogReader(List.of(home.resolve("outward")), key);
    }

    /** All that left from this node. */
    List<Departure> departed() {
        var all = new ArrayList<Departure>();
        lost.values().forEach(all::addAll);
        reader().copies().forEach(copy -> all.addAll(written(copy)));
        return all;
    }

    private List<Departure> written(LogReader.Copy copy) {
        var all = new ArrayList<Departure>();
        assertThat(reader().read(copy, (departure, _) -> all.add(departure))).isNull();
        return all;
    }

    @Override
    public void close() {
        stop();
        TestDatabase.deleteTree(home);
    }
}

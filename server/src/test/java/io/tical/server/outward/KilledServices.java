package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.DatabaseSettings;
import io.tical.db.TestDatabase;
import io.tical.server.ServiceCommand;
import io.tical.server.Tical;
import io.tical.server.bench.ServiceProcess;
import io.tical.server.config.Settings;
import io.tical.server.ledger.Audit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Real processes of a service in one home, which tests hold and kill. */
abstract class KilledServices {
    static final Duration SOON = Duration.ofSeconds(90);

    private static final List<String> HEAP = List.of("-Xmx256m");

    final DatabaseSettings database = TestDatabase.settings();
    Path home;
    /** The settings of the services beside those of the database. */
    final Map<String, String> more = new HashMap<>();

    @BeforeEach
    void home() throws IOException {
        home = TestDatabase.temporaryFolder("tical-sending-");
    }

    @AfterEach
    void clean() {
        TestDatabase.deleteTree(home);
    }

    Map<String, String> settings(DatabaseSettings on) {
        var settings = new HashMap<>(Map.of(
                "TICAL_SANDBOX_DISPATCH_SECONDS",
                "0",
                "TICAL_WEBHOOK_ALLOW",
                "127.0.0.1",
                "TICAL_RAIL_POLL_SECONDS",
                "1,2,5,10",
                "TICAL_DATABASE_URL",
                on.url(),
                "TICAL_DATABASE_USER",
                on.user(),
                "TICAL_DATABASE_PASSWORD",
                on.password()));
        settings.putAll(more);
        return settings;
    }

    ServiceProcess service(DatabaseSettings on) throws IOException {
        return ServiceProcess.start(home, settings(on), ServiceCommand.of(HEAP, "serve"));
    }

    void requireCleanAudit(DatabaseSettings on) {
        var environment = new HashMap<>(settings(on));
        environment.put("TICAL_HOME", home.toString());
        assertThat(Tical.audit(Settings.read(environment), Audit::run).findings())
                .isEmpty();
    }

    long writtenDown() {
        try (Stream<Path> files = Files.walk(home.resolve("outward"))) {
            return files.filter(Segment::isNamed)
                    .mapToLong(KilledServices::size)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As long as the log is not in its place, nothing is written down. What the process does to its file meanwhile is not seen later. */
    void takeTheLogAway() throws IOException {
        Files.move(home.resolve("outward"), away());
        try (var files = Files.walk(away())) {
            for (var file : files.toList()) {
                Files.copy(file, kept().resolve(away().relativize(file).toString()));
            }
        }
    }

    /** The log as it was. */
    void putTheLogBack() throws IOException {
        TestDatabase.deleteTree(away());
        Files.move(kept(), home.resolve("outward"));
    }

    Path away() {
        return home.resolve("outward-away");
    }

    Path kept() {
        return home.resolve("outward-kept");
    }

    void execute(String sql) throws SQLException {
        try (var connection = TestDatabase.owner(database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    long committed(String what) throws SQLException {
        return rows(database, "SELECT count(*) FROM " + what);
    }

    static long rows(DatabaseSettings on, String query) throws SQLException {
        try (var connection = TestDatabase.owner(on);
                var statement = connection.createStatement();
                var found = statement.executeQuery(query)) {
            found.next();
            return found.getLong(1);
        }
    }
}

package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.db.TestDatabase;
import io.tical.server.config.Settings;
import io.tical.server.http.Sockets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service whose start fails half-way leaves nothing open. */
class FailedStartTest {
    @TempDir
    private Path home;

    private final Map<String, String> environment = new HashMap<>();

    private static ServerSocket anySocket() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private Settings settings(int apiPort, int payPort) {
        var database = TestDatabase.settings();
        environment.putAll(Map.of(
                "TICAL_HOME", home.toString(),
                "TICAL_BIND", "127.0.0.1",
                "TICAL_API_PORT", Integer.toString(apiPort),
                "TICAL_PAY_PORT", Integer.toString(payPort),
                "TICAL_ADMIN_PORT", "0",
                "TICAL_DATABASE_URL", database.url(),
                "TICAL_DATABASE_USER", database.user(),
                "TICAL_DATABASE_PASSWORD", database.password()));
        return Settings.read(environment);
    }

    private static int freePort() throws IOException {
        try (var socket = anySocket()) {
            return socket.getLocalPort();
        }
    }

    private void requireNothingOpen(int apiPort) throws IOException {
        try (var again = new ServerSocket(apiPort, 1, InetAddress.getLoopbackAddress())) {
            assertThat(again.isBound()).isTrue();
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> connections() == 0);
    }

    private long connections() throws SQLException {
        var settings = Settings.read(environment).database(new byte[32]);
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void aPortThatIsTakenLeavesNoConnectionAndNoSocketOpen() throws IOException {
        try (var taken = anySocket()) {
            var apiPort = freePort();
            var settings = settings(apiPort, taken.getLocalPort());

            assertThatThrownBy(() -> Tical.start(settings)).isInstanceOf(Sockets.NotOpened.class);

            requireNothingOpen(apiPort);
        }
    }

    /** By then every module is up, and the sockets are bound. */
    @Test
    void aFirstStartThatCannotWriteItsCredentialsLeavesNothingOpen() throws IOException {
        var apiPort = freePort();
        var settings = settings(apiPort, 0);
        Files.createDirectory(home.resolve("credentials.json"));
        Files.createFile(home.resolve("credentials.json").resolve("in the way"));

        assertThatThrownBy(() -> Tical.start(settings)).isInstanceOf(RuntimeException.class);

        requireNothingOpen(apiPort);
    }
}

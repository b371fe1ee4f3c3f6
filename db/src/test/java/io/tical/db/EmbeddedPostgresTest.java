package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** One engine for all tests; each leaves it running. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbeddedPostgresTest {
    private static final byte[] SECRET = "secret".getBytes(StandardCharsets.UTF_8);

    private Path home;
    private Path folder;
    private EmbeddedPostgres postgres;

    @BeforeAll
    void start() throws IOException {
        home = TestDatabase.temporaryFolder("tical-test-");
        folder = home.resolve("postgres");
        TestDatabase.lendPrograms(folder);
        postgres = EmbeddedPostgres.start(folder);
    }

    @AfterAll
    void stop() {
        postgres.discard();
        TestDatabase.deleteTree(home);
    }

    @Test
    void anAcknowledgedCommitIsOnDisk() throws SQLException {
        assertThat(setting("fsync")).isEqualTo("on");
        assertThat(setting("synchronous_commit")).isEqualTo("on");
        assertThat(setting("full_page_writes")).isEqualTo("on");
        assertThat(setting("data_checksums")).isEqualTo("on");
    }

    @Test
    void itListensOnLoopbackAloneAndAsksForItsPassword() throws Exception {
        assertThat(setting("listen_addresses")).isEqualTo("127.0.0.1");
        assertThat(setting("unix_socket_directories")).isEmpty();
        var login = postgres.login("postgres");
        assertThatThrownBy(() -> DriverManager.getConnection(login.url(), "postgres", "guess"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password authentication failed");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("superuser.secret"))))
                .isEqualTo("rw-------");
        assertThat(Files.readString(folder.resolve("postgres.log"))).doesNotContain(login.password());
    }

    @Test
    void aKilledEngineIsStartedAgainWithEverythingThatWasCommitted() throws IOException {
        var settings = new DatabaseSettings(home, null, null, null, SECRET, 4);
        var login = postgres.login("tical");
        var url = new DatabaseSettings(home, login.url(), login.user(), login.password(), SECRET, 4);
        try (var database = Databases.open(url)) {
            database.transaction(session ->
                    session.sql("UPDATE configuration_version SET version = 42").run());
            var killed = postmaster();
            ProcessHandle.of(killed).orElseThrow().destroyForcibly();
            // Processes of the killed engine go on answering until they find that it is gone.
            await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> postmaster() != killed);
            await().atMost(Duration.ofSeconds(60)).until(database::answers);
            assertThat(version(database)).isEqualTo(42);
            assertThat(database.activeConnections()).isZero();
        }
        try (var joined = Databases.open(settings)) {
            assertThat(version(joined)).isEqualTo(42);
        }
        assertThat(postgres.owned()).isTrue();
    }

    @Test
    void aSecondStartJoinsTheEngineAndLeavesItRunning() throws SQLException {
        var second = EmbeddedPostgres.start(folder);
        assertThat(second.owned()).isFalse();
        assertThat(port(second.login("postgres"))).isEqualTo(port(postgres.login("postgres")));
        second.close();
        assertThat(setting("fsync")).isEqualTo("on");
    }

    @Test
    void theOwnerStopsTheEngineAndANewOwnerFindsItsDataAgain() {
        var login = postgres.login("kept");
        assertThat(login.url()).endsWith("/kept");
        postgres.close();
        assertThatThrownBy(login::connect).isInstanceOf(SQLException.class);
        postgres = EmbeddedPostgres.start(folder);
        assertThat(postgres.owned()).isTrue();
        assertThat(postgres.login("kept").url()).endsWith("/kept");
    }

    @Test
    void anEngineWhoseOwnerLivesIsNotStoppedAsAbandoned() throws SQLException {
        EmbeddedPostgres.stopAbandoned(folder);

        assertThat(setting("fsync")).isEqualTo("on");
    }

    @Test
    void aHalfMadeDataFolderIsMadeAgain() throws IOException {
        postgres.close();
        TestDatabase.deleteTree(folder.resolve("data"));
        Files.createDirectories(folder.resolve("data.making/base"));
        Files.writeString(folder.resolve("data.making/PG_VERSION"), "18\n");
        postgres = EmbeddedPostgres.start(folder);
        assertThat(postgres.login("tical").url()).endsWith("/tical");
    }

    private long postmaster() throws IOException {
        return Long.parseLong(
                Files.readAllLines(folder.resolve("data/postmaster.pid")).getFirst());
    }

    private static long version(Database database) {
        return database.run(EmbeddedPostgresTest::version);
    }

    private static long version(Session session) {
        return session.sql("SELECT version FROM configuration_version").one(row -> row.number("version"));
    }

    private String setting(String name) throws SQLException {
        try (var connection = postgres.login("postgres").connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SHOW " + name)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static int port(Login login) {
        return Integer.parseInt(login.url().replaceAll(".*:(\\d+)/.*", "$1"));
    }
}

package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a node does when its database is another server than before. Each test has servers of its own, and mostly waits for them. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class FailoverTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TABLE = "CREATE TABLE written (n bigint); GRANT ALL ON written TO PUBLIC";
    private static final String WRITE = "INSERT INTO written VALUES (:n)";

    @Test
    void anEarlierPrimaryThatReturnsGetsNoWriteEvenAfterARestartOfTheNode() {
        try (var servers = TestDatabase.replicated()) {
            var primary = servers.primary();
            var settings = servers.settings(primary);
            Databases.open(settings).close();
            primary.execute(TABLE);
            var standby = servers.standby(ReplicatedDatabase.Mode.SYNCHRONOUS);
            settings = servers.settings(primary, standby);
            var changes = new ArrayList<String>();
            try (var database = Databases.open(settings)) {
                database.seenTimeline()
                        .listen((before, now) -> changes.add(before.timeline() + " to " + now.timeline()));
                database.watch(Clock.tickMillis(ZoneOffset.UTC));
                write(database, 1);
                primary.kill();
                standby.promote();
                await().atMost(PATIENCE).ignoreExceptions().until(() -> write(database, 2));
                assertThat(changes).containsExactly("1 to 2");
                primary.restart();
                standby.kill();
                for (int i = 0; i < 20; i++) {
                    assertThatThrownBy(() -> write(database, 3)).isInstanceOf(DatabaseUnavailable.class);
                    pause();
                }
                assertThat(database.outOfService().orElseThrow()).contains("timeline 1", "has seen timeline 2");
                standby.restart();
                await().atMost(PATIENCE).ignoreExceptions().until(() -> write(database, 4));
            }
            assertThat(primary.value("SELECT string_agg(n::text, ' ' ORDER BY n) FROM written"))
                    .isEqualTo("1");
            assertThat(standby.value("SELECT string_agg(n::text, ' ' ORDER BY n) FROM written"))
                    .isEqualTo("1 2 4");
            try (var restarted = Databases.open(settings)) {
                write(restarted, 5);
            }
            assertThat(standby.value("SELECT max(n) FROM written")).isEqualTo("5");
            standby.kill();
            var again = settings;
            assertThatThrownBy(() -> Databases.open(again)).hasMessageContaining("has seen timeline 2");
        }
    }

    @Test
    void anAddressThatPointsAtAStandbyForAWhileIsUsedAgainWithinFiveSecondsOfItsReturn() {
        try (var servers = TestDatabase.replicated();
                var address = new MovableAddress(servers.primary())) {
            var primary = servers.primary();
            Databases.open(servers.settings(primary)).close();
            primary.execute(TABLE);
            var standby = servers.standby(ReplicatedDatabase.Mode.ASYNCHRONOUS);
            try (var database = Databases.open(servers.settings(address.port()))) {
                database.watch(Clock.tickMillis(ZoneOffset.UTC));
                write(database, 1);
                address.pointAt(standby);
                await().atMost(PATIENCE).until(() -> database.outOfService().isPresent());
                assertThat(database.outOfService().orElseThrow()).contains("standby");
                var end = System.nanoTime() + Duration.ofSeconds(6).toNanos();
                while (System.nanoTime() < end) {
                    var start = System.nanoTime();
                    assertThatThrownBy(() -> write(database, 2)).isInstanceOf(DatabaseUnavailable.class);
                    assertThatThrownBy(() -> read(database)).isInstanceOf(DatabaseUnavailable.class);
                    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(12));
                    pause();
                }
                address.pointAt(primary);
                var returned = System.nanoTime();
                await().atMost(PATIENCE).ignoreExceptions().until(() -> write(database, 3));
                assertThat(Duration.ofNanos(System.nanoTime() - returned)).isLessThan(Duration.ofSeconds(20));
                assertThat(database.outOfService()).isEmpty();
            }
        }
    }

    @Test
    void aNodeWhoseCommitsWaitForAMissingStandbyIsOutOfServiceThoughReadsAndUnflushedWritesSucceed() {
        try (var servers = TestDatabase.replicated()) {
            var primary = servers.primary();
            Databases.open(servers.settings(primary)).close();
            primary.execute(TABLE);
            var standby = servers.standby(ReplicatedDatabase.Mode.SYNCHRONOUS);
            try (var database = Databases.open(servers.settings(primary))) {
                database.watch(Clock.tickMillis(ZoneOffset.UTC));
                write(database, 1);
                standby.kill();
                await().atMost(PATIENCE).ignoreExceptions().until(() -> {
                    if (database.outOfService().isEmpty()) {
                        read(database);
                        writeWithoutFlush(database);
                    }
                    return database.outOfService().isPresent();
                });
                assertThat(database.outOfService().orElseThrow()).contains("has not answered a write for 2 s");
                assertThat(primary.value("SELECT count(*) FROM written WHERE n > 0"))
                        .isEqualTo("1");
                standby.restart();
                await().atMost(PATIENCE).ignoreExceptions().until(() -> write(database, 2));
                assertThat(database.outOfService()).isEmpty();
            }
        }
    }

    /** The server accepts connections and says nothing: what is under way ends with the check, long before its own timeout. */
    @Test
    void whatIsUnderWayIsCutOffWhenTheDatabaseFallsSilent() {
        var direct = TestDatabase.settings();
        try (var proxy = SilentProxy.before(direct);
                var database = Databases.open(proxy.settings(direct))) {
            database.watch(Clock.tickMillis(ZoneOffset.UTC));
            var began = System.nanoTime();
            assertThatThrownBy(() -> Database.patiently(() -> database.transaction(session -> {
                        proxy.silence();
                        return session.sql("SELECT 1 AS one").one(row -> row.number("one"));
                    })))
                    .isInstanceOf(DatabaseUnavailable.class);
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofSeconds(DatabaseSettings.PATIENT_SOCKET_TIMEOUT_S)
                            .dividedBy(2));
            assertThat(database.outOfService().orElseThrow()).contains("has not answered a write for 2 s");
            proxy.mend();
            await().atMost(PATIENCE).until(() -> database.outOfService().isEmpty());
        }
    }

    @Test
    void aNodeWhoseServerPermitsNoneOfTheFunctionsServes() throws Exception {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC");
            statement.execute(
                    "REVOKE EXECUTE ON FUNCTION pg_logical_emit_message(boolean, text, text, boolean) FROM PUBLIC");
            try (var database = Databases.open(settings)) {
                database.watch(Clock.tickMillis(ZoneOffset.UTC));
                assertThat(database.answers()).isTrue();
            }
        }
    }

    @Test
    void aFileThatCannotBeReadStopsTheStart() throws IOException {
        var home = TestDatabase.temporaryFolder("tical-test-");
        Files.writeString(home.resolve(SeenTimeline.FILE), "7 x\n");
        assertThatThrownBy(() -> SeenTimeline.in(new DatabaseSettings(home, null, null, null, new byte[0], 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be read");
        TestDatabase.deleteTree(home);
    }

    @Test
    void anAddressHasOneHostOrSeveral() {
        assertThat(CheckedConnections.hosts("jdbc:postgresql://a:1,b,[::1]:3/tical?ssl=true"))
                .isEqualTo(List.of(
                        "jdbc:postgresql://a:1/tical?ssl=true",
                        "jdbc:postgresql://b/tical?ssl=true",
                        "jdbc:postgresql://[::1]:3/tical?ssl=true"));
        assertThat(CheckedConnections.hosts("jdbc:postgresql:tical")).isEqualTo(List.of("jdbc:postgresql:tical"));
    }

    private static boolean write(Database database, long n) {
        return database.transaction(session -> session.sql(WRITE).bind("n", n).run()) == 1;
    }

    private static void writeWithoutFlush(Database database) {
        database.transaction(session -> {
            session.sql("SET LOCAL synchronous_commit TO off").run();
            session.wrote("written", false);
            return session.sql(WRITE).bind("n", 0).run();
        });
    }

    private static long read(Database database) {
        return database.run(
                session -> session.sql("SELECT count(*) AS n FROM written").one(row -> row.number("n")));
    }

    private static void pause() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

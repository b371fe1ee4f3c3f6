package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What callers see of an embedded engine that ended and is not restarted. */
class EndedEngineTest {
    private static final byte[] SECRET = "secret".getBytes(StandardCharsets.UTF_8);

    @Test
    void aDatabaseThatIsGoneIsUnavailableWithinSeconds() throws IOException {
        var home = TestDatabase.temporaryFolder("tical-test-");
        TestDatabase.lendPrograms(home.resolve("postgres"));
        try {
            var postgres = EmbeddedPostgres.start(home.resolve("postgres"));
            var login = postgres.login("tical");
            try (var database = Databases.open(
                    new DatabaseSettings(home, login.url(), login.user(), login.password(), SECRET, 2))) {
                postgres.close();
                var before = System.nanoTime();
                Stream.<ThrowingCallable>of(
                                () -> database.run(EndedEngineTest::version),
                                () -> database.transaction(EndedEngineTest::version))
                        .parallel()
                        .forEach(call -> assertThatThrownBy(call).isInstanceOf(DatabaseUnavailable.class));
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(15));
                assertThat(database.activeConnections()).isZero();
            } finally {
                postgres.close();
            }
        } finally {
            TestDatabase.deleteTree(home);
        }
    }

    private static long version(Session session) {
        return session.sql("SELECT version FROM configuration_version").one(row -> row.number("version"));
    }
}

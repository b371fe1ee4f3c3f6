package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to the open connections when a new one leads elsewhere. */
class CheckedConnectionsTest {
    /** A restored copy with the same timeline takes over an address while the earlier server is up. */
    @Test
    void connectionsToAnotherProcessAreCutOff(@TempDir Path home) throws Exception {
        var settings = TestDatabase.settings();
        var connections = new CheckedConnections(
                new Login(Objects.requireNonNull(settings.url()), settings.user(), settings.password()),
                new Properties(),
                SeenTimeline.in(new DatabaseSettings(home, null, null, null, new byte[0], 1)));
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement();
                var first = connections.open();
                var second = connections.open()) {
            assertThat(first.isClosed()).isFalse();
            // New sessions get another time of the start of their server.
            statement.execute("CREATE SCHEMA another");
            statement.execute("GRANT USAGE ON SCHEMA another TO PUBLIC");
            statement.execute("CREATE FUNCTION another.pg_postmaster_start_time() RETURNS timestamptz LANGUAGE sql"
                    + " AS $$ SELECT timestamptz '2026-01-01 00:00:00Z' $$");
            statement.execute(
                    "ALTER DATABASE " + owner.getCatalog() + " SET search_path = another, pg_catalog, public");
            try (var moved = connections.open()) {
                assertThat(moved.isValid(5)).isTrue();
                assertThat(first.isClosed()).isTrue();
                assertThat(second.isClosed()).isTrue();
            }
        }
    }
}

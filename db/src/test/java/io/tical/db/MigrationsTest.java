package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    @Test
    void theKnownHistoryIsWhatFlywayRecords() throws SQLException {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings)) {
            assertThat(String.join("\n", Migrations.known()))
                    .as("db/history.txt must have a line for each migration")
                    .isEqualTo(String.join("\n", Migrations.applied(owner)));
        }
    }

    @Test
    void anotherHistoryIsLeftToFlyway() throws SQLException {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings)) {
            execute(owner, "UPDATE flyway_schema_history SET checksum = checksum + 1 WHERE version = '2'");
        }
        assertThatThrownBy(() -> Databases.open(settings)).isInstanceOf(FlywayValidateException.class);
    }

    @Test
    void missingMigrationsAreApplied() throws SQLException {
        var settings = TestDatabase.settings("8");
        Databases.open(settings).close();
        try (var owner = TestDatabase.owner(settings)) {
            assertThat(Migrations.applied(owner)).isEqualTo(Migrations.known());
        }
    }

    private static void execute(Connection owner, String sql) throws SQLException {
        try (var statement = owner.createStatement()) {
            statement.execute(sql);
        }
    }
}

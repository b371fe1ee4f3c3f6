package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    @Test
    void anAlteredMigrationIsRefused() throws SQLException {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings)) {
            execute(owner, "UPDATE flyway_schema_history SET checksum = checksum + 1 WHERE version = '1.0.2'");
        }
        assertThatThrownBy(() -> Databases.open(settings)).isInstanceOf(FlywayValidateException.class);
    }

    @Test
    void aDatabaseOfBeforeTheFirstReleaseIsNamedAndLeftAsItIs() throws SQLException {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings)) {
            for (var table : tables(owner)) {
                execute(owner, "DROP TABLE " + table + " CASCADE");
            }
            execute(owner, """
                    CREATE TABLE flyway_schema_history (
                        installed_rank int PRIMARY KEY, version varchar(50), description varchar(200) NOT NULL, type varchar(20) NOT NULL,
                        script varchar(1000) NOT NULL, checksum int, installed_by varchar(100) NOT NULL,
                        installed_on timestamp NOT NULL DEFAULT now(), execution_time int NOT NULL, success boolean NOT NULL)
                    """);
            execute(owner, """
                    INSERT INTO flyway_schema_history VALUES
                        (1, '1', 'organizations', 'SQL', 'V1__organizations.sql', 7, 'tical', now(), 1, true),
                        (2, '127', 'lists', 'SQL', 'V127__lists.sql', 8, 'tical', now(), 1, true)
                    """);
            execute(owner, "CREATE TABLE wallet (of_before int)");
            assertThatThrownBy(() -> Databases.open(settings))
                    .isInstanceOf(OtherSchema.class)
                    .hasMessageContaining("made by a program before 1.0")
                    .hasMessageContaining("Start with an empty home folder or database");
            assertThat(tables(owner)).containsExactly("flyway_schema_history", "wallet");
        }
    }

    private static List<String> tables(Connection owner) throws SQLException {
        var tables = new ArrayList<String>();
        try (var statement = owner.createStatement();
                var rows = statement.executeQuery(
                        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }

    private static void execute(Connection owner, String sql) throws SQLException {
        try (var statement = owner.createStatement()) {
            statement.execute(sql);
        }
    }
}

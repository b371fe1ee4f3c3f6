package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
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

    @Test
    void aProgramWorksOnTheSchemaOfTheNextReleaseAndOfNoLaterOne() throws SQLException {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings)) {
            var own = Migrations.schema(owner).release();
            apply(owner, own.major(), own.minor(), 99);
            apply(owner, own.major(), own.minor() + 1, 1);
            Databases.open(settings).close();

            var opened = Migrations.schema(owner);
            assertThat(opened.release()).isEqualTo(own);
            apply(owner, own.major(), own.minor() + 1, 2);
            assertThat(Migrations.otherSince(owner, opened)).isEmpty();
            apply(owner, own.major(), own.minor() + 2, 1);
            var later = own.major() + "." + (own.minor() + 2) + ".1";
            assertThat(Migrations.otherSince(owner, opened).orElseThrow()).contains("schema version " + later);
            assertThatThrownBy(() -> Databases.open(settings))
                    .isInstanceOf(OtherSchema.class)
                    .hasMessageContaining("schema version " + later);
        }
    }

    @Test
    void aProgramDoesNotWorkOnTheSchemaOfAnotherFirstNumber() throws SQLException {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings)) {
            apply(owner, Migrations.schema(owner).release().major() + 1, 0, 1);
            assertThatThrownBy(() -> Databases.open(settings)).isInstanceOf(OtherSchema.class);
        }
    }

    /** Programs know by it which release has migrated a database. */
    @Test
    void theNewestMigrationIsOfTheReleaseOfTheProgram() throws IOException, SQLException {
        var revision = Pattern.compile("<revision>(\\d+)\\.(\\d+)\\.").matcher(Files.readString(Path.of("../pom.xml")));
        assertThat(revision.find()).isTrue();
        try (var owner = TestDatabase.owner(TestDatabase.settings())) {
            assertThat(Migrations.schema(owner).release())
                    .as("if a release changes nothing, its migration is a comment")
                    .isEqualTo(new Migrations.Release(
                            Integer.parseInt(revision.group(1)), Integer.parseInt(revision.group(2))));
        }
    }

    private static void apply(Connection owner, int major, int minor, int number) throws SQLException {
        execute(owner, String.format(Locale.ROOT, """
                INSERT INTO flyway_schema_history
                SELECT max(installed_rank) + 1, '%1$d.%2$d.%3$d', 'more', 'SQL', 'V%1$d_%2$d_%3$d__more.sql', 1, 'x', now(), 1, true
                FROM flyway_schema_history""", major, minor, number));
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

package io.tical.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.migration.JavaMigration;

/** The migrations of the schema, in SQL and in Java. */
record Migrations(RowMac rowMac) {
    /**
     * The history of a migrated database: for each migration a line with its version and its checksum, or 0 for a migration in Java.
     * A test compares it with what Flyway records.
     */
    private static final String HISTORY = "/db/history.txt";

    /**
     * Applies missing migrations. Flyway needs a large part of the start-up time to find that none is missing, so it runs only if the
     * database's history differs from the known one.
     *
     * @param connection to the database, as its owner
     */
    void apply(Login owner, Connection connection) throws SQLException {
        if (applied(connection).equals(known())) {
            return;
        }
        Flyway.configure()
                .dataSource(owner.url(), owner.user(), owner.password())
                .locations("classpath:db/migration")
                .javaMigrations(inJava())
                .load()
                .migrate();
    }

    /** The lines of the database's history; none if it is new. */
    static List<String> applied(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            var history = statement.executeQuery("SELECT to_regclass('flyway_schema_history')::text");
            history.next();
            if (history.getString(1) == null) {
                return List.of();
            }
            var lines = statement.executeQuery("""
                    SELECT string_agg(concat(version, ' ', coalesce(checksum, 0), CASE WHEN success THEN '' ELSE ' failed' END), E'\\n'
                                      ORDER BY installed_rank)
                    FROM flyway_schema_history
                    """);
            lines.next();
            var text = lines.getString(1);
            return text == null ? List.of() : text.lines().toList();
        }
    }

    static List<String> known() {
        try (var file = Objects.requireNonNull(Migrations.class.getResourceAsStream(HISTORY))) {
            return new String(file.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JavaMigration[] inJava() {
        return Stream.of(RowMacMigration.all(rowMac), WiderMacMigration.all(rowMac), JournalMigration.all(rowMac))
                .flatMap(List::stream)
                .toArray(JavaMigration[]::new);
    }
}

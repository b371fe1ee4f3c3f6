package io.tical.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
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
     * @param owner connects as the owner
     * @param connection to the database, as its owner
     * @throws NewerSchema if a newer program has migrated the database
     */
    void apply(DataSource owner, Connection connection) throws SQLException {
        var applied = applied(connection);
        if (applied.equals(known())) {
            return;
        }
        newerSchema(applied).ifPresent(sentence -> {
            throw new NewerSchema(sentence);
        });
        Flyway.configure()
                .dataSource(owner)
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

    /** What to do about a database that a newer program has migrated, as its owner. */
    static Optional<String> newerSchema(Connection connection) throws SQLException {
        return newerSchema(applied(connection));
    }

    private static Optional<String> newerSchema(List<String> applied) {
        var unknown = unknown(versions(applied));
        return unknown.isEmpty() ? Optional.empty() : Optional.of(newer(unknown.getLast()));
    }

    /** A newer program has migrated the database, so this one does not know its schema. */
    static String newer(String version) {
        return "The database has schema version " + version + ", and this program knows version "
                + versions(known()).getLast() + " and earlier. Start the newer program, which migrated the database";
    }

    /** The rank of the newest migration of a database that this program has migrated. */
    static long rank(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT max(installed_rank) FROM flyway_schema_history")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The newest version after a rank that this program does not know. */
    static Optional<String> appliedSince(Connection connection, long rank) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT version FROM flyway_schema_history"
                        + " WHERE version IS NOT NULL AND installed_rank > " + rank + " ORDER BY installed_rank")) {
            var versions = new ArrayList<String>();
            while (rows.next()) {
                versions.add(rows.getString(1));
            }
            var unknown = versions.isEmpty() ? versions : unknown(versions);
            return unknown.isEmpty() ? Optional.empty() : Optional.of(unknown.getLast());
        }
    }

    private static List<String> unknown(List<String> versions) {
        var known = Set.copyOf(versions(known()));
        return versions.stream()
                .filter(version -> !version.isEmpty() && !known.contains(version))
                .toList();
    }

    /** The versions in lines of a history. */
    private static List<String> versions(List<String> lines) {
        return lines.stream().map(line -> line.substring(0, line.indexOf(' '))).toList();
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

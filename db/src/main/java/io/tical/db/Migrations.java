package io.tical.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** The migrations of the schema. Their versions begin with the release that brought them, and those of a release are never changed. */
final class Migrations {
    private static final String FOLDER = "db/migration";
    /** In databases of programs before 1.0, of which there was no release. */
    private static final String BEFORE_RELEASES = "1";

    private Migrations() {}

    /** An applied migration. */
    private record Applied(String version, String script) {
        boolean isKnown() {
            return script.startsWith("V" + version.replace('.', '_') + "__")
                    && Migrations.class.getClassLoader().getResource(FOLDER + "/" + script) != null;
        }
    }

    /**
     * Applies missing migrations.
     *
     * @param owner connects as the owner
     */
    static void apply(DataSource owner) {
        Flyway.configure()
                .dataSource(owner)
                .locations("classpath:" + FOLDER)
                .load()
                .migrate();
    }

    /**
     * What to do about a schema that this program does not know; empty if it knows it, and for a new database.
     *
     * @param connection to the database, as its owner
     */
    static Optional<String> otherSchema(Connection connection) throws SQLException {
        var applied = applied(connection);
        if (applied.stream().anyMatch(one -> one.version().equals(BEFORE_RELEASES))) {
            return Optional.of(
                    "The database was made by a program before 1.0, and this program cannot read it. Start with an empty home"
                            + " folder or database; this one was left as it is");
        }
        return applied.stream()
                .filter(one -> !one.isKnown())
                .reduce((earlier, later) -> later)
                .map(newest -> newer(newest.version()));
    }

    private static List<Applied> applied(Connection connection) throws SQLException {
        var applied = new ArrayList<Applied>();
        try (var statement = connection.createStatement()) {
            try (var history = statement.executeQuery("SELECT to_regclass('flyway_schema_history') IS NOT NULL")) {
                history.next();
                if (!history.getBoolean(1)) {
                    return applied;
                }
            }
            try (var rows = statement.executeQuery(
                    "SELECT version, script FROM flyway_schema_history WHERE version IS NOT NULL ORDER BY installed_rank")) {
                while (rows.next()) {
                    applied.add(new Applied(rows.getString(1), rows.getString(2)));
                }
            }
        }
        return applied;
    }

    /** A newer program has migrated the database, so this one does not know its schema. */
    static String newer(String version) {
        return "The database has schema version " + version
                + ", which this program does not know. Start the newer program, which migrated the database";
    }

    /** The rank of the newest migration of a database that this program has migrated. */
    static long rank(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT max(installed_rank) FROM flyway_schema_history")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The newest version after a rank. */
    static Optional<String> appliedSince(Connection connection, long rank) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT version FROM flyway_schema_history"
                        + " WHERE version IS NOT NULL AND installed_rank > " + rank
                        + " ORDER BY installed_rank DESC LIMIT 1")) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        }
    }
}

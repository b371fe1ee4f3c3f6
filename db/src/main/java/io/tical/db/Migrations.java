package io.tical.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;

/**
 * The migrations of the schema. Their versions begin with the release that brought them, and those of a release are never changed.
 *
 * @param flyway connects as the owner
 */
record Migrations(Flyway flyway) {
    /** Databases of programs before 1.0, of which there was no release, have versions of one number. */
    private static final MigrationVersion BEFORE_RELEASES = MigrationVersion.fromVersion("1");

    static Migrations of(DataSource owner) {
        return new Migrations(Flyway.configure()
                .dataSource(owner)
                .locations("classpath:db/migration")
                .load());
    }

    /**
     * Applies missing migrations.
     *
     * @throws OtherSchema if this program does not know the schema
     */
    void apply() {
        flyway.migrate();
    }

    /** What to do about a schema that this program does not know; empty if it knows it, and for a new database. */
    Optional<String> otherSchema() {
        var info = flyway.info();
        var applied = Arrays.stream(info.applied()).map(MigrationInfo::getVersion).toList();
        if (applied.contains(BEFORE_RELEASES)) {
            return Optional.of("The database was made by a program before 1.0, and this program cannot read it. Start with an empty home"
                    + " folder or database; this one was left as it is");
        }
        return Arrays.stream(info.all())
                .filter(migration -> !migration.getState().isResolved())
                .reduce((earlier, later) -> later)
                .map(newest -> newer(newest.getVersion().getVersion()));
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
                        + " WHERE version IS NOT NULL AND installed_rank > " + rank + " ORDER BY installed_rank DESC LIMIT 1")) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        }
    }
}

package io.tical.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** The migrations of the schema. Their versions begin with the release that brought them, and those of a release are never changed. */
final class Migrations {
    private static final String FOLDER = "db/migration";
    /** In databases of programs before 1.0, of which there was no release. */
    private static final String BEFORE_RELEASES = "1";

    private Migrations() {}

    /** A release as versions of its migrations begin: 1.2 of {@code 1.2.7}. */
    record Release(int major, int minor) {
        /** Of what no release is named so. */
        private static final Release NONE = new Release(0, 0);

        private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\.\\d+");

        static Release of(String version) {
            var numbers = VERSION.matcher(version);
            return numbers.matches()
                    ? new Release(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)))
                    : NONE;
        }

        /** Whether a program of this release works on what the other one has migrated: it is the same one or the next. */
        boolean worksOn(Release other) {
            return other.major == major && other.minor >= minor && other.minor <= minor + 1;
        }
    }

    /**
     * The schema of a database that this program uses.
     *
     * @param rank of its newest migration
     * @param release of the newest migration that the program has
     */
    record Schema(long rank, Release release) {}

    /** An applied migration. */
    private record Applied(long rank, String version, String script) {
        boolean isKnown() {
            return script.startsWith("V" + version.replace('.', '_') + "__")
                    && Migrations.class.getClassLoader().getResource(FOLDER + "/" + script) != null;
        }

        Release release() {
            return Release.of(version);
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
     * What to do about a schema on which this program does not work; empty if it knows it, or if it is that of the next release, and for a new
     * database.
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
        return other(applied, release(applied));
    }

    /** The newest release of which the program has migrations of these. */
    private static Release release(List<Applied> applied) {
        return applied.stream()
                .filter(Applied::isKnown)
                .map(Applied::release)
                .max(Comparator.comparing(Release::major).thenComparing(Release::minor))
                .orElse(Release.NONE);
    }

    private static Optional<String> other(List<Applied> applied, Release own) {
        return applied.stream()
                .filter(one -> !own.worksOn(one.release()) && !one.isKnown())
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
                    "SELECT installed_rank, version, script FROM flyway_schema_history WHERE version IS NOT NULL ORDER BY 1")) {
                while (rows.next()) {
                    applied.add(new Applied(rows.getLong(1), rows.getString(2), rows.getString(3)));
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

    /** The schema of a database that this program has migrated. */
    static Schema schema(Connection connection) throws SQLException {
        var applied = applied(connection);
        return new Schema(applied.stream().mapToLong(Applied::rank).max().orElse(0), release(applied));
    }

    /** What to do about migrations that were applied since, on which this program does not work; empty if there are none. */
    static Optional<String> otherSince(Connection connection, Schema schema) throws SQLException {
        var since = applied(connection).stream()
                .filter(one -> one.rank() > schema.rank())
                .toList();
        return other(since, schema.release());
    }
}

package io.tical.db;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.postgresql.PGConnection;

/**
 * The rows of a database as text, which every PostgreSQL on every machine reads. They are read into the schema that the migrations of their
 * release make, without checks of single rows, as PostgreSQL restores a dump.
 */
public final class KeptTables {
    private static final String HISTORY = "flyway_schema_history";

    private KeptTables() {}

    /** The rows of all tables that have some: what {@code COPY} writes, with a line of the columns' names. */
    public static SortedMap<String, byte[]> of(DatabaseSettings settings) throws SQLException, IOException {
        var kept = new TreeMap<String, byte[]>();
        try (var owner = TestDatabase.owner(settings)) {
            execute(owner, "SET TimeZone = 'UTC'");
            var copies = owner.unwrap(PGConnection.class).getCopyAPI();
            for (var table : tables(owner)) {
                var key = TestDatabase.key(owner, table).stream()
                        .map(StoredColumn::name)
                        .collect(Collectors.joining(", "));
                var rows = new ByteArrayOutputStream();
                var query = "SELECT * FROM " + table + " ORDER BY " + key;
                if (copies.copyOut("COPY (" + query + ") TO STDOUT (HEADER)", rows) > 0) {
                    kept.put(table, rows.toByteArray());
                }
            }
        }
        return kept;
    }

    /** The tables of the newest schema. */
    public static List<String> tables(DatabaseSettings settings) throws SQLException {
        try (var owner = TestDatabase.owner(settings)) {
            return tables(owner);
        }
    }

    /** A new database with these rows, in the schema of their release. */
    public static DatabaseSettings restored(Map<String, byte[]> kept) throws SQLException, IOException {
        var settings = TestDatabase.unmigrated();
        Flyway.configure()
                .dataSource(settings.url(), settings.user(), settings.password())
                .locations("classpath:db/migration")
                .target(version(Objects.requireNonNull(kept.get(HISTORY))))
                .load()
                .migrate();
        try (var owner = TestDatabase.owner(settings)) {
            execute(owner, "SET session_replication_role = replica");
            execute(owner, "TRUNCATE " + String.join(", ", tables(owner)));
            var copies = owner.unwrap(PGConnection.class).getCopyAPI();
            for (var table : kept.entrySet()) {
                copies.copyIn(
                        "COPY " + table.getKey() + " FROM STDIN (HEADER MATCH)",
                        new ByteArrayInputStream(table.getValue()));
            }
        }
        return settings;
    }

    /** The version of the newest migration of a history. */
    private static String version(byte[] history) {
        var newest = new String(history, StandardCharsets.UTF_8)
                .lines()
                .reduce((earlier, later) -> later)
                .orElseThrow();
        return newest.split("\t", -1)[1];
    }

    private static List<String> tables(Connection owner) throws SQLException {
        var tables = new ArrayList<String>();
        try (var statement = owner.createStatement();
                var names = statement.executeQuery(
                        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")) {
            while (names.next()) {
                tables.add(names.getString(1));
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

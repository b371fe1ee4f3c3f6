package io.tical.server.outward;

import io.tical.db.DatabaseSettings;
import io.tical.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database of a random history. It goes back to any of its backups, at the same address. */
final class HistoryDatabase implements AutoCloseable {
    /** Payouts and settlements. */
    static final String OBJECTS = """
            (SELECT 'payout' AS kind, organization_id, livemode, payout_id AS id, merchant_ref AS ref, status, version, due_at,
                    review_reason, status IN ('pending', 'pending_review', 'processing', 'in_review') AS open
             FROM payout
             UNION ALL
             SELECT 'settlement', organization_id, livemode, settlement_id, client_operation_id, status, version, due_at,
                    review_reason, status IN ('pending', 'processing')
             FROM settlement) o
            """;

    /** Their attempts. */
    static final String ATTEMPTS = """
            (SELECT payout_id AS id, attempt_id, step, rail, status, polls FROM payout_attempt
             UNION ALL
             SELECT settlement_id, attempt_id, step, rail, status, polls FROM settlement_attempt) a
            """;

    private static final int RECONNECTS_MAX = 20;
    private static final Logger LOG = LoggerFactory.getLogger(HistoryDatabase.class);

    private final DatabaseSettings database;
    private final List<DatabaseSettings> backups = new ArrayList<>();
    private final Set<String> roles = new HashSet<>();
    private @Nullable Connection connection;

    HistoryDatabase(DatabaseSettings template) {
        this.database = TestDatabase.copy(template);
    }

    DatabaseSettings settings() {
        return database;
    }

    int backups() {
        return backups.size();
    }

    /** Its connections end. Returns the number of the backup. */
    int backUp() {
        backups.add(TestDatabase.copy(database));
        return backups.size() - 1;
    }

    /** A node has started, as a role that has the name of the database as it is now. */
    void hasRole() {
        roles.add(list("SELECT 'tical_' || oid AS role FROM pg_database WHERE datname = current_database()")
                .getFirst()
                .get("role"));
    }

    /** Its connections end. The roles of the nodes that run may do everything again, as after a promotion. */
    void restore(int backup) {
        TestDatabase.restore(database, backups.get(backup));
        for (var role : roles) {
            update("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + role);
        }
    }

    /** The pools notice that their connections ended. */
    void reconnect(HistoryNode... nodes) {
        for (var node : nodes) {
            for (int tries = 0; node.isRunning() && tries < RECONNECTS_MAX; tries++) {
                try {
                    node.modules()
                            .database()
                            .run(session -> session.sql("SELECT 1 AS one").one(row -> row.number("one")));
                    break;
                } catch (RuntimeException broken) {
                    LOG.debug("a connection ended", broken);
                }
            }
        }
    }

    void disconnect() {
        TestDatabase.disconnect(database);
    }

    /** The rows of a query, by the names of its columns. */
    List<Map<String, String>> list(String sql) {
        return run(sql, true);
    }

    void update(String sql) {
        run(sql, false);
    }

    private List<Map<String, String>> run(String sql, boolean query) {
        try {
            if (connection == null || !connection.isValid(1)) {
                connection = TestDatabase.owner(database);
            }
            try (var statement = connection.createStatement()) {
                if (!query) {
                    statement.executeUpdate(sql);
                    return List.of();
                }
                try (var rows = statement.executeQuery(sql)) {
                    var all = new ArrayList<Map<String, String>>();
                    var columns = rows.getMetaData();
                    while (rows.next()) {
                        var row = new LinkedHashMap<String, String>();
                        for (int i = 1; i <= columns.getColumnCount(); i++) {
                            row.put(columns.getColumnName(i), String.valueOf(rows.getString(i)));
                        }
                        all.add(row);
                    }
                    return all;
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
        backups.forEach(TestDatabase::drop);
        TestDatabase.drop(database);
    }
}

package io.tical.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;

/** Computes the MACs of the rows that were written before rows had one. It runs once; afterwards a row without a MAC is a forgery. */
final class RowMacMigration implements JavaMigration {
    private static final int BATCH = 5_000;

    private final RowMac rowMac;

    RowMacMigration(RowMac rowMac) {
        this.rowMac = rowMac;
    }

    private record Column(String name, String type) {}

    @Override
    public MigrationVersion getVersion() {
        return MigrationVersion.fromVersion("33");
    }

    @Override
    public String getDescription() {
        return "macs of earlier rows";
    }

    @Override
    public @org.jspecify.annotations.Nullable Integer getChecksum() {
        return null;
    }

    @Override
    public boolean canExecuteInTransaction() {
        return true;
    }

    @Override
    public void migrate(Context context) throws SQLException {
        for (var table : List.of("transfer", "wallet")) {
            addMacs(context.getConnection(), table);
        }
    }

    /** Computes the MACs of the rows of a table that have none. */
    void addMacs(Connection connection, String table) throws SQLException {
        var columns = columns(connection, table);
        var macs = rowMac.rows(table);
        try (var rows = connection.createStatement();
                var update =
                        connection.prepareStatement("UPDATE " + table + " SET mac = ? WHERE ctid = cast(? AS tid)")) {
            rows.setFetchSize(BATCH);
            try (var found = rows.executeQuery("SELECT *, ctid FROM " + table + " WHERE mac IS NULL")) {
                var row = new Row(found);
                var pending = 0;
                while (row.next()) {
                    update.setBytes(
                            1,
                            macs.of(columns.stream()
                                    .map(column -> row.value(column.name(), column.type()))
                                    .toList()));
                    update.setString(2, row.text("ctid"));
                    update.addBatch();
                    if (++pending == BATCH) {
                        update.executeBatch();
                        pending = 0;
                    }
                }
                update.executeBatch();
            }
        }
    }

    /** The columns of a table in its order, but for the MAC. */
    private static List<Column> columns(Connection connection, String table) throws SQLException {
        try (var statement = connection.prepareStatement("""
                SELECT attname, atttypid::regtype::text FROM pg_attribute
                WHERE attrelid = cast(? AS regclass) AND attnum > 0 AND NOT attisdropped AND attname <> 'mac' ORDER BY attnum
                """)) {
            statement.setString(1, table);
            var columns = new ArrayList<Column>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    columns.add(new Column(
                            rows.getString(1), rows.getString(2).replace("timestamp with time zone", "timestamptz")));
                }
            }
            return columns;
        }
    }
}

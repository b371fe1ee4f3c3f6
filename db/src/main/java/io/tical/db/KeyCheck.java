package io.tical.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Fails a start with another key than the database was used with, before it changes anything: it would set another password for the
 * service's role, and compute MACs that nobody can prove.
 */
record KeyCheck(Connection connection, RowMac rowMac) {
    /** More than one, because somebody may have altered one. */
    private static final int ROWS_TRIED = 20;

    /** @throws IllegalStateException if rows have MACs, and none of those that are tried holds */
    void run() throws SQLException {
        var tried = false;
        for (var table : authenticated()) {
            for (var holds : tried(table)) {
                if (holds) {
                    return;
                }
                tried = true;
            }
        }
        if (tried) {
            throw new IllegalStateException("This database was created with another master key; set TICAL_MASTER_KEY or"
                    + " restore master.key in the home folder");
        }
    }

    private List<String> authenticated() throws SQLException {
        var tables = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var found = statement.executeQuery("""
                        SELECT c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'mac' ORDER BY c.relname
                        """)) {
            while (found.next()) {
                tables.add(found.getString(1));
            }
        }
        return tables;
    }

    /** Of some rows, whether their MACs hold. */
    private List<Boolean> tried(String table) throws SQLException {
        var columns = RowMacMigration.covered(connection, table);
        var names = columns.stream().map(StoredColumn::name).toList();
        var macs = rowMac.of(table);
        var holds = new ArrayList<Boolean>();
        try (var statement = connection.createStatement();
                var found = statement.executeQuery(
                        "SELECT * FROM " + table + " WHERE mac IS NOT NULL LIMIT " + ROWS_TRIED)) {
            var row = new Row(found);
            while (row.next()) {
                var values = columns.stream().map(column -> column.value(row)).toList();
                holds.add(macs.altered(names, values, row.bytes(RowMac.COLUMN)).isEmpty());
            }
        }
        return holds;
    }
}

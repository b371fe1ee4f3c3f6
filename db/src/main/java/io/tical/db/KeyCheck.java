package io.tical.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Fails the start with another key than that of the database, before anything changes. Otherwise the start would set another password of
 * the service role, and compute invalid MACs.
 */
record KeyCheck(Connection connection, RowMac rowMac) {
    /** More than one, because single rows may be altered. */
    private static final int ROWS_TRIED = 20;

    /** @throws IllegalStateException if rows have MACs, and none of the tried ones holds */
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

    /** The tables with MACs that are not empty. */
    private List<String> authenticated() throws SQLException {
        var tables = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var found = statement.executeQuery("""
                        SELECT c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'mac'
                          AND pg_relation_size(c.oid) > 0 ORDER BY c.relname
                        """)) {
            while (found.next()) {
                tables.add(found.getString(1));
            }
        }
        return tables;
    }

    /** Whether the MACs of some rows are valid. */
    private List<Boolean> tried(String table) throws SQLException {
        var columns = StoredColumn.covered(connection, table);
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

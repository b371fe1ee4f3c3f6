package io.tical.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.api.migration.JavaMigration;

/**
 * Computes the MACs of rows anew after one more of their columns became evidence. A row whose MAC was not valid keeps it, so it does not
 * become valid.
 */
final class WiderMacMigration extends EarlierRows {
    private static final int BATCH = 5_000;

    private final String column;

    private WiderMacMigration(RowMac rowMac, String version, String table, String column) {
        super(rowMac, version, List.of(table));
        this.column = column;
    }

    static List<JavaMigration> all(RowMac rowMac) {
        return List.of(new WiderMacMigration(rowMac, "91", "idempotency", "created_at"));
    }

    @Override
    String added() {
        return "macs with " + column;
    }

    @Override
    void migrate(Connection connection, List<String> tables) throws SQLException {
        for (var table : tables) {
            widen(connection, table);
        }
    }

    private void widen(Connection connection, String table) throws SQLException {
        var covered = RowMacMigration.covered(connection, table);
        var before = covered.stream().filter(one -> !one.name().equals(column)).toList();
        var names = before.stream().map(StoredColumn::name).toList();
        var macs = rowMac.brieflyOf(table);
        try (var rows = connection.createStatement();
                var update =
                        connection.prepareStatement("UPDATE " + table + " SET mac = ? WHERE ctid = cast(? AS tid)")) {
            rows.setFetchSize(BATCH);
            try (var found = rows.executeQuery("SELECT *, ctid FROM " + table)) {
                var row = new Row(found);
                var pending = 0;
                while (row.next()) {
                    var known = before.stream().map(one -> one.value(row)).toList();
                    if (macs.altered(names, known, row.bytesOrNull(RowMac.COLUMN))
                            .isEmpty()) {
                        update.setBytes(
                                1,
                                macs.of(covered.stream()
                                        .map(one -> one.value(row))
                                        .toList()));
                        update.setString(2, row.text("ctid"));
                        update.addBatch();
                        if (++pending == BATCH) {
                            update.executeBatch();
                            pending = 0;
                        }
                    }
                }
                update.executeBatch();
            }
        }
    }
}

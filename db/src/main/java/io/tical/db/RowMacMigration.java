package io.tical.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.api.migration.JavaMigration;

/** Computes the MACs of rows that were written before rows had MACs. It runs once; afterwards a row without a MAC is a forgery. */
final class RowMacMigration extends EarlierRows {
    private static final int BATCH = 5_000;

    private RowMacMigration(RowMac rowMac, String version, List<String> tables) {
        super(rowMac, version, tables);
    }

    /** Every such migration, each after the one that adds the columns. */
    static List<JavaMigration> all(RowMac rowMac) {
        return List.of(
                new RowMacMigration(rowMac, "33", List.of("transfer", "wallet")),
                new RowMacMigration(
                        rowMac, "35", List.of("payout", "payout_step", "payout_attempt", "payin", "state_change")),
                new RowMacMigration(
                        rowMac, "38", List.of("p2p_match", "disclosure", "slip_reference", "slip_first_use")),
                new RowMacMigration(rowMac, "42", List.of("crypto_deposit", "crypto_transfer", "suspense")),
                new RowMacMigration(rowMac, "45", List.of("slip")),
                new RowMacMigration(
                        rowMac,
                        "48",
                        List.of(
                                "organization",
                                "organization_code",
                                "amount_limit",
                                "fee",
                                "api_key",
                                "api_key_hash",
                                "ip_allowlist",
                                "callback_endpoint",
                                "operator",
                                "dashboard_user",
                                "dashboard_username",
                                "dashboard_session")),
                new RowMacMigration(
                        rowMac,
                        "51",
                        List.of(
                                "customer",
                                "customer_account",
                                "collection_account",
                                "crypto_source",
                                "crypto_address",
                                "pay_token",
                                "slip_seen",
                                "slip_verification",
                                "holder_lookup",
                                "idempotency")),
                new RowMacMigration(rowMac, "90", List.of("event", "delivery", "delivery_attempt", "p2p_offer")));
    }

    @Override
    String added() {
        return "macs";
    }

    @Override
    void migrate(Connection connection, List<String> tables) throws SQLException {
        for (var table : tables) {
            addMacs(connection, table, rowMac);
        }
    }

    /** Computes the MACs of the rows of a table that have none. */
    static void addMacs(Connection connection, String table, RowMac rowMac) throws SQLException {
        var columns = covered(connection, table);
        var macs = rowMac.of(table);
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
                                    .map(column -> column.value(row))
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

    /** The columns of a table that a MAC covers, in its order. */
    static List<StoredColumn> covered(Connection connection, String table) throws SQLException {
        try (var statement = connection.prepareStatement("""
                SELECT attname, atttypid::regtype::text FROM pg_attribute
                WHERE attrelid = cast(? AS regclass) AND attnum > 0 AND NOT attisdropped AND attname <> 'mac'
                  AND coalesce(col_description(attrelid, attnum), '') NOT LIKE 'not evidence%'
                ORDER BY attnum
                """)) {
            statement.setString(1, table);
            return StoredColumn.all(statement);
        }
    }
}

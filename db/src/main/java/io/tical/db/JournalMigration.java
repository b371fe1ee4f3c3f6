package io.tical.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flywaydb.core.api.migration.JavaMigration;

/** Begins the journal with the present state of rows that were written before the journal existed. */
final class JournalMigration extends EarlierRows {
    private static final int FETCHED = 5_000;
    private static final Map<String, List<String>> TABLES = Map.of(
            "40",
            List.of(
                    "seal",
                    "payout",
                    "payout_step",
                    "payout_attempt",
                    "payin",
                    "state_change",
                    "p2p_match",
                    "disclosure",
                    "slip_reference",
                    "slip_first_use"),
            "43",
            List.of("crypto_deposit", "crypto_transfer", "suspense"),
            "46",
            List.of("slip"),
            "49",
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
                    "dashboard_username"),
            "52",
            List.of(
                    "customer",
                    "customer_account",
                    "collection_account",
                    "crypto_source",
                    "crypto_address",
                    "pay_token",
                    "slip_seen"));

    /** The tables whose changes have been in the journal since they exist. */
    private static final Set<String> BEGUN_WITH = Set.of(
            "audit_entry",
            "approval",
            "organization_account",
            "dashboard_passkey",
            "dashboard_second_factor",
            "operator_second_factor",
            "operator_role",
            "pay_page_brand",
            "issue",
            "issue_comment",
            "organization_transfer",
            "daily_statement",
            "settlement",
            "settlement_attempt",
            "settlement_transfer",
            "conversion",
            "exchange_rate");

    private JournalMigration(RowMac rowMac, String version, List<String> tables) {
        super(rowMac, version, tables);
    }

    /** Every such migration, each after the MACs of its tables. */
    static List<JavaMigration> all(RowMac rowMac) {
        return TABLES.entrySet().stream()
                .<JavaMigration>map(entry -> new JournalMigration(rowMac, entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Whether changes of a table are in the journal. */
    static boolean has(String table) {
        return BEGUN_WITH.contains(table) || TABLES.values().stream().anyMatch(tables -> tables.contains(table));
    }

    @Override
    String added() {
        return "journal";
    }

    @Override
    void migrate(Connection connection, List<String> tables) throws SQLException {
        var sql = "INSERT INTO journal (chain, number, previous, changes, mac) VALUES (?, ?, ?, ?, ?)";
        try (var insert = connection.prepareStatement(sql)) {
            var end = Journal.End.ofNewChain();
            for (var table : tables) {
                var key = key(connection, table);
                try (var statement = connection.createStatement()) {
                    statement.setFetchSize(FETCHED);
                    try (var rows = statement.executeQuery("SELECT * FROM " + table)) {
                        end = append(new Row(rows), table, key, insert, end);
                    }
                }
            }
        }
    }

    private Journal.End append(
            Row row, String table, List<StoredColumn> key, PreparedStatement insert, Journal.End chain)
            throws SQLException {
        var end = chain;
        var changes = new ArrayList<RowChange>();
        for (var more = row.next(); more; ) {
            var values = key.stream().map(column -> column.value(row)).toList();
            var mac = row.bytesOrNull(RowMac.COLUMN);
            // A row without a MAC is a forgery, which the audit reports.
            if (mac != null) {
                changes.add(RowChange.inserted(table, values, mac));
            }
            more = row.next();
            if (!changes.isEmpty() && (!more || changes.size() == FETCHED)) {
                end = insert(insert, end.next(changes, null, rowMac));
                changes.clear();
            }
        }
        return end;
    }

    private static Journal.End insert(PreparedStatement insert, Journal.Line line) throws SQLException {
        insert.setObject(1, line.after().chain());
        insert.setLong(2, line.after().number());
        insert.setBytes(3, line.before().mac());
        insert.setBytes(4, line.changes());
        insert.setBytes(5, line.after().mac());
        insert.executeUpdate();
        return line.after();
    }

    /** The columns of a table's primary key, in its order. */
    static List<StoredColumn> key(Connection connection, String table) throws SQLException {
        try (var statement = connection.prepareStatement("""
                SELECT a.attname, a.atttypid::regtype::text
                FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
                WHERE i.indrelid = cast(? AS regclass) AND i.indisprimary ORDER BY k.place
                """)) {
            statement.setString(1, table);
            return StoredColumn.all(statement);
        }
    }
}

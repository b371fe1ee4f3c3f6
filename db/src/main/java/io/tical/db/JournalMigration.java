package io.tical.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;

/** Begins the journal with the rows that were written before there was one, as they are. */
final class JournalMigration implements JavaMigration {
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
            List.of("slip"));

    private final RowMac rowMac;
    private final String version;
    private final List<String> tables;

    private JournalMigration(RowMac rowMac, String version, List<String> tables) {
        this.rowMac = rowMac;
        this.version = version;
        this.tables = tables;
    }

    /** Every such migration, each after the MACs of its tables. */
    static List<JavaMigration> all(RowMac rowMac) {
        return TABLES.entrySet().stream()
                .<JavaMigration>map(entry -> new JournalMigration(rowMac, entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Whether changes of a table are in the journal. */
    static boolean has(String table) {
        return TABLES.values().stream().anyMatch(tables -> tables.contains(table));
    }

    @Override
    public MigrationVersion getVersion() {
        return MigrationVersion.fromVersion(version);
    }

    @Override
    public String getDescription() {
        return "journal of earlier rows of " + String.join(", ", tables);
    }

    @Override
    public @Nullable Integer getChecksum() {
        return null;
    }

    @Override
    public boolean canExecuteInTransaction() {
        return true;
    }

    @Override
    public void migrate(Context context) throws SQLException {
        var connection = context.getConnection();
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
            changes.add(new RowChange(RowKey.of(table, values), null, RowChange.digest(row.bytes(RowMac.COLUMN))));
            more = row.next();
            if (!more || changes.size() == FETCHED) {
                end = insert(insert, end.next(changes, rowMac));
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

package io.tical.server.bench;

import io.tical.common.Ids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The upper bound of SQL for one hot merchant: one connection, {@value #GROUP} payouts a transaction, one statement for each
 * table. It locks, reads and inserts the same rows as {@link TextbookPayouts}, without HTTP, JSON and rules.
 */
final class SetBasedPayouts {
    private static final int GROUP = 256;

    private final DataSource database;
    private final UUID organizationId;
    private final UUID accountId;
    private final byte[] answer;

    /** @param answer the bytes of each idempotency record, as long as the service's */
    SetBasedPayouts(DataSource database, UUID organizationId, UUID accountId, byte[] answer) {
        this.database = database;
        this.organizationId = organizationId;
        this.accountId = accountId;
        this.answer = answer;
    }

    double perSecond(Duration duration) {
        try (var connection = database.getConnection()) {
            connection.setAutoCommit(false);
            var begin = System.nanoTime();
            var end = begin + duration.toNanos();
            long done = 0;
            while (System.nanoTime() < end) {
                create(connection);
                done += GROUP;
            }
            return done / ((System.nanoTime() - begin) / 1e9);
        } catch (SQLException e) {
            throw new IllegalStateException("set-based SQL failed", e);
        }
    }

    private void create(Connection connection) throws SQLException {
        var ids = Stream.generate(Ids::next).limit(GROUP).toArray(UUID[]::new);
        var references = Arrays.stream(ids).map(id -> "set-" + id).toArray(String[]::new);
        long available;
        long inTransit;
        long seq;
        try (var lock = connection.prepareStatement("""
                SELECT available, in_transit, last_seq FROM wallet
                WHERE organization_id = ? AND livemode = false AND currency = 'THB' FOR UPDATE""")) {
            lock.setObject(1, organizationId);
            try (var row = lock.executeQuery()) {
                row.next();
                available = row.getLong(1);
                inTransit = row.getLong(2);
                seq = row.getLong(3);
            }
        }
        if (available < 100 * GROUP) {
            throw new SQLException("the wallet is empty");
        }
        absent(connection, references, """
                SELECT 1 FROM unnest(?) r JOIN idempotency ON organization_id = ? AND key_hash = cast(md5(r) AS uuid)""");
        absent(connection, references, """
                SELECT 1 FROM unnest(?) r JOIN payout ON organization_id = ? AND livemode = false AND merchant_ref = r""");
        payouts(connection, ids, references);
        transfers(connection, ids, seq, available, inTransit);
        update(connection, """
                INSERT INTO idempotency (organization_id, key_hash, fingerprint, status, answer, created_at)
                SELECT ?, cast(md5(r) AS uuid), 0, 201, ?, clock_timestamp() FROM unnest(?) r""", organizationId, answer, references);
        update(connection, """
                UPDATE wallet SET available = ?, in_transit = ?, last_seq = ?, updated_at = clock_timestamp()
                WHERE organization_id = ? AND livemode = false AND currency = 'THB'""", available - 100L * GROUP, inTransit + 100L * GROUP, seq + GROUP, organizationId);
        connection.commit();
    }

    private void absent(Connection connection, String[] references, String sql) throws SQLException {
        try (var look = connection.prepareStatement(sql)) {
            look.setObject(1, references);
            look.setObject(2, organizationId);
            try (var row = look.executeQuery()) {
                if (row.next()) {
                    throw new SQLException("a reference is taken");
                }
            }
        }
    }

    private void payouts(Connection connection, UUID[] ids, String[] references) throws SQLException {
        update(connection, """
                INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee, account_id,
                    customer_id, customer_name, bank_code, account_no, holder_name, request_id, daily_date, due_at, updated_at)
                SELECT ?, false, id, 'processing', 'v1', ref, 'THB', 100, 0, ?, ?, 'Bench', 'KBANK', '1234567890', 'Bench', ref, ?,
                    clock_timestamp() + interval '1 day', clock_timestamp()
                FROM unnest(?, ?) AS t (id, ref)""", organizationId, accountId, accountId, LocalDate.EPOCH, ids, references);
        update(
                connection,
                """
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status)
                SELECT ?, false, id, 1, step_id, 100, 'pending' FROM unnest(?, ?) AS t (id, step_id)""",
                organizationId,
                ids,
                Stream.generate(Ids::next).limit(GROUP).toArray(UUID[]::new));
    }

    private void transfers(Connection connection, UUID[] ids, long seq, long available, long inTransit)
            throws SQLException {
        update(
                connection,
                """
                INSERT INTO transfer (organization_id, livemode, currency, seq, transfer_id, debit, credit, amount, operation, reference,
                    available_after, held_after, in_transit_after, created_at)
                SELECT ?, false, 'THB', ? + n, transfer_id, 'available', 'in_transit', 100, 'payout_capture', id, ? - 100 * n, 0,
                    ? + 100 * n, date_trunc('milliseconds', clock_timestamp())
                FROM unnest(?, ?, ?) AS t (n, transfer_id, id)""",
                organizationId,
                seq,
                available,
                inTransit,
                LongStream.rangeClosed(1, GROUP).boxed().toArray(Long[]::new),
                Stream.generate(Ids::next).limit(GROUP).toArray(UUID[]::new),
                ids);
    }

    private static void update(Connection connection, String sql, Object... values) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}

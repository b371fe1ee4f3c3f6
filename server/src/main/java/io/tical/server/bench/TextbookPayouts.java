package io.tical.server.bench;

import io.tical.common.Ids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * The comparison: payouts as textbooks implement them. Each is a separate transaction on a separate connection.
 * It locks the wallet with {@code SELECT … FOR UPDATE}, reads the key and the reference, and inserts the same rows
 * as the service. It has no HTTP, no JSON and no authentication, which the service's figure includes.
 */
final class TextbookPayouts {
    private final DataSource database;
    private final UUID organizationId;
    private final UUID accountId;
    private final byte[] answer;

    /** @param answer the bytes of the idempotency record, as long as the service's */
    TextbookPayouts(DataSource database, UUID organizationId, UUID accountId, byte[] answer) {
        this.database = database;
        this.organizationId = organizationId;
        this.accountId = accountId;
        this.answer = answer;
    }

    /** Measures payouts a second for one hot merchant, without connecting. */
    double perSecond(int connections, Duration duration) throws InterruptedException {
        var open = new ArrayList<Connection>();
        try {
            for (int i = 0; i < connections; i++) {
                open.add(database.getConnection());
            }
            var perSecond = perSecond(open, duration);
            for (var connection : open) {
                connection.close();
            }
            return perSecond;
        } catch (SQLException e) {
            throw new IllegalStateException("the textbook comparison found no connections", e);
        }
    }

    private double perSecond(List<Connection> open, Duration duration) throws InterruptedException {
        var done = new AtomicLong();
        var failures = new ConcurrentLinkedQueue<SQLException>();
        var begin = System.nanoTime();
        var end = begin + duration.toNanos();
        var threads = open.stream()
                .map(connection -> Thread.ofPlatform().start(() -> {
                    try {
                        connection.setAutoCommit(false);
                        while (System.nanoTime() < end) {
                            create(connection);
                            done.incrementAndGet();
                        }
                    } catch (SQLException e) {
                        failures.add(e);
                    }
                }))
                .toList();
        for (var thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException("the textbook comparison failed", failures.peek());
        }
        return done.get() / ((System.nanoTime() - begin) / 1e9);
    }

    private void create(Connection connection) throws SQLException {
        var id = Ids.next();
        var reference = "textbook-" + id;
        long available;
        long inTransit;
        long seq;
        try (var lock = connection.prepareStatement("""
                SELECT available, in_transit, last_seq FROM wallet
                WHERE organization_id = ? AND livemode = false AND currency = 'THB' FOR UPDATE""")) {
            lock.setObject(1, organizationId);
            try (var row = lock.executeQuery()) {
                row.next();
                available = row.getLong(1) - 100;
                inTransit = row.getLong(2) + 100;
                seq = row.getLong(3) + 1;
            }
        }
        if (available < 0) {
            throw new SQLException("the wallet is empty");
        }
        absent(
                connection,
                "SELECT 1 FROM idempotency WHERE organization_id = ? AND key_hash = cast(md5(?) AS uuid)",
                reference);
        absent(
                connection,
                "SELECT 1 FROM payout WHERE organization_id = ? AND livemode = false AND merchant_ref = ?",
                reference);
        insert(connection, id, reference, seq, available, inTransit);
        try (var wallet = connection.prepareStatement("""
                UPDATE wallet SET available = ?, in_transit = ?, last_seq = ?, updated_at = clock_timestamp()
                WHERE organization_id = ? AND livemode = false AND currency = 'THB'""")) {
            wallet.setLong(1, available);
            wallet.setLong(2, inTransit);
            wallet.setLong(3, seq);
            wallet.setObject(4, organizationId);
            wallet.executeUpdate();
        }
        connection.commit();
    }

    private void absent(Connection connection, String sql, String reference) throws SQLException {
        try (var look = connection.prepareStatement(sql)) {
            look.setObject(1, organizationId);
            look.setString(2, reference);
            try (var row = look.executeQuery()) {
                if (row.next()) {
                    throw new SQLException("taken: " + reference);
                }
            }
        }
    }

    private void insert(Connection connection, UUID id, String reference, long seq, long available, long inTransit)
            throws SQLException {
        try (var payout = connection.prepareStatement("""
                INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee, account_id,
                    customer_id, customer_name, bank_code, account_no, holder_name, request_id, daily_date, due_at, updated_at)
                VALUES (?, false, ?, 'processing', 'v1', ?, 'THB', 100, 0, ?, ?, 'Bench', 'KBANK', '1234567890', 'Bench', ?, ?,
                    clock_timestamp() + interval '1 day', clock_timestamp())""")) {
            payout.setObject(1, organizationId);
            payout.setObject(2, id);
            payout.setString(3, reference);
            payout.setObject(4, accountId);
            payout.setObject(5, accountId);
            payout.setString(6, reference);
            payout.setObject(7, LocalDate.EPOCH);
            payout.executeUpdate();
        }
        try (var step = connection.prepareStatement("""
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status)
                VALUES (?, false, ?, 1, ?, 100, 'pending')""")) {
            step.setObject(1, organizationId);
            step.setObject(2, id);
            step.setObject(3, Ids.next());
            step.executeUpdate();
        }
        try (var transfer = connection.prepareStatement("""
                INSERT INTO transfer (organization_id, livemode, currency, seq, transfer_id, debit, credit, amount, operation, reference,
                    available_after, held_after, in_transit_after, created_at)
                VALUES (?, false, 'THB', ?, ?, 'available', 'in_transit', 100, 'payout_capture', ?, ?, 0, ?,
                    date_trunc('milliseconds', clock_timestamp()))""")) {
            transfer.setObject(1, organizationId);
            transfer.setLong(2, seq);
            transfer.setObject(3, Ids.next());
            transfer.setObject(4, id);
            transfer.setLong(5, available);
            transfer.setLong(6, inTransit);
            transfer.executeUpdate();
        }
        try (var record = connection.prepareStatement("""
                INSERT INTO idempotency (organization_id, key_hash, fingerprint, status, answer, created_at)
                VALUES (?, cast(md5(?) AS uuid), ?, 201, ?, clock_timestamp())""")) {
            record.setObject(1, organizationId);
            record.setString(2, reference);
            record.setLong(3, 0);
            record.setBytes(4, answer);
            record.executeUpdate();
        }
    }
}

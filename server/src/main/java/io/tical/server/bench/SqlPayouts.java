package io.tical.server.bench;

import io.tical.common.Ids;
import io.tical.server.secret.Secrets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The comparisons: payouts in plain SQL for one hot merchant. Both lock the wallet with {@code SELECT … FOR UPDATE}, read
 * the keys and the references, and insert the same rows as the service, in a database of their own. They have no HTTP, no JSON and no authentication,
 * which the service's figure includes.
 *
 * <p>The textbook implementation creates each payout in a separate transaction on a separate connection. The set-based one
 * is the upper bound of SQL: one connection, {@value #GROUP} payouts a transaction, one statement for each table.
 *
 * @param answer the bytes of each idempotency record, as long as the service's
 */
record SqlPayouts(DataSource database, UUID organizationId, byte[] answer) {
    private static final int GROUP = 256;
    private static final long BALANCE = 1_000_000_000_000L;

    /** Bytes as long as the service's MACs; nothing reads them. */
    private static final byte[] WALLET_MAC = Secrets.random(36);

    private static final byte[] TRANSFER_MAC = Secrets.random(44);
    private static final byte[] PAYOUT_MAC = Secrets.random(84);
    private static final byte[] LEG_MAC = Secrets.random(34);

    /** Creates the wallet that pays. */
    static SqlPayouts of(DataSource database, byte[] answer) {
        var payouts = new SqlPayouts(database, UUID.randomUUID(), answer);
        try (var connection = database.getConnection()) {
            update(connection, """
                    INSERT INTO wallet (organization_id, livemode, currency, available, held, in_transit, updated_at)
                    VALUES (?, false, 'THB', ?, 0, 0, now())""", payouts.organizationId, BALANCE);
            return payouts;
        } catch (SQLException e) {
            throw new IllegalStateException("the comparison has no wallet", e);
        }
    }

    /** Creates the payouts of one transaction. */
    private interface Creation {
        void create(Connection connection) throws SQLException;
    }

    private record Wallet(long available, long inTransit, long seq) {
        Wallet after(int payouts) {
            return new Wallet(available - 100L * payouts, inTransit + 100L * payouts, seq + payouts);
        }
    }

    /** Measures the textbook implementation's payouts a second, without connecting. */
    double textbookPerSecond(int connections, Duration duration) throws InterruptedException {
        return perSecond(connections, duration, 1, this::one);
    }

    /** Measures the set-based payouts a second, without connecting. */
    double setBasedPerSecond(Duration duration) throws InterruptedException {
        return perSecond(1, duration, GROUP, this::group);
    }

    private double perSecond(int connections, Duration duration, int group, Creation creation)
            throws InterruptedException {
        var open = new ArrayList<Connection>();
        try (var threads = Executors.newFixedThreadPool(connections)) {
            for (int i = 0; i < connections; i++) {
                open.add(database.getConnection());
            }
            var begin = System.nanoTime();
            var end = begin + duration.toNanos();
            var done = new AtomicLong();
            var tasks = open.stream().map(connection -> (Callable<Connection>) () -> {
                connection.setAutoCommit(false);
                while (System.nanoTime() < end) {
                    creation.create(connection);
                    connection.commit();
                    done.addAndGet(group);
                }
                return connection;
            });
            var ended = threads.invokeAll(tasks.toList());
            var seconds = (System.nanoTime() - begin) / 1e9;
            for (var connection : ended) {
                connection.get().close();
            }
            return done.get() / seconds;
        } catch (SQLException | ExecutionException e) {
            throw new IllegalStateException("the SQL comparison failed", e);
        }
    }

    private void one(Connection connection) throws SQLException {
        var id = Ids.next();
        var reference = "textbook-" + id;
        var wallet = lock(connection, 1).after(1);
        absent(
                connection,
                "SELECT 1 FROM idempotency WHERE organization_id = ? AND key_hash = cast(md5(?) AS uuid)",
                organizationId,
                reference);
        absent(
                connection,
                "SELECT 1 FROM payout WHERE organization_id = ? AND livemode = false AND merchant_ref = ?",
                organizationId,
                reference);
        update(
                connection,
                """
                INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee, account_id,
                    customer_id, customer_name, bank_code, account_no, holder_name, request_id, daily_date, due_at, updated_at, mac)
                VALUES (?, false, ?, 'processing', 'v1', ?, 'THB', 100, 0, ?, ?, 'Bench', 'KBANK', '1234567890', 'Bench', ?, ?,
                    clock_timestamp() + interval '1 day', clock_timestamp(), ?)""",
                organizationId,
                id,
                reference,
                organizationId,
                organizationId,
                reference,
                LocalDate.EPOCH,
                PAYOUT_MAC);
        update(connection, """
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status, mac)
                VALUES (?, false, ?, 1, ?, 100, 'pending', ?)""", organizationId, id, Ids.next(), LEG_MAC);
        update(
                connection,
                """
                INSERT INTO transfer (organization_id, livemode, currency, seq, transfer_id, debit, credit, amount, operation, reference,
                    available_after, held_after, in_transit_after, created_at, mac)
                VALUES (?, false, 'THB', ?, ?, 'available', 'in_transit', 100, 'payout_capture', ?, ?, 0, ?,
                    date_trunc('milliseconds', clock_timestamp()), ?)""",
                organizationId,
                wallet.seq,
                Ids.next(),
                id,
                wallet.available,
                wallet.inTransit,
                TRANSFER_MAC);
        update(connection, """
                INSERT INTO idempotency (organization_id, key_hash, fingerprint, status, answer, created_at)
                VALUES (?, cast(md5(?) AS uuid), ?, 201, ?, clock_timestamp())""", organizationId, reference, 0L, answer);
        save(connection, wallet);
    }

    private void group(Connection connection) throws SQLException {
        var ids = ids();
        var references = Arrays.stream(ids).map(id -> "set-" + id).toArray(String[]::new);
        var wallet = lock(connection, GROUP);
        absent(connection, """
                SELECT 1 FROM unnest(?) r JOIN idempotency ON organization_id = ? AND key_hash = cast(md5(r) AS uuid)""", references, organizationId);
        absent(connection, """
                SELECT 1 FROM unnest(?) r JOIN payout ON organization_id = ? AND livemode = false AND merchant_ref = r""", references, organizationId);
        update(
                connection,
                """
                INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee, account_id,
                    customer_id, customer_name, bank_code, account_no, holder_name, request_id, daily_date, due_at, updated_at, mac)
                SELECT ?, false, id, 'processing', 'v1', ref, 'THB', 100, 0, ?, ?, 'Bench', 'KBANK', '1234567890', 'Bench', ref, ?,
                    clock_timestamp() + interval '1 day', clock_timestamp(), ?
                FROM unnest(?, ?) AS t (id, ref)""",
                organizationId,
                organizationId,
                organizationId,
                LocalDate.EPOCH,
                PAYOUT_MAC,
                ids,
                references);
        update(connection, """
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status, mac)
                SELECT ?, false, id, 1, step_id, 100, 'pending', ? FROM unnest(?, ?) AS t (id, step_id)""", organizationId, LEG_MAC, ids, ids());
        var numbers = LongStream.rangeClosed(1, GROUP).boxed().toArray(Long[]::new);
        update(
                connection,
                """
                INSERT INTO transfer (organization_id, livemode, currency, seq, transfer_id, debit, credit, amount, operation, reference,
                    available_after, held_after, in_transit_after, created_at, mac)
                SELECT ?, false, 'THB', ? + n, transfer_id, 'available', 'in_transit', 100, 'payout_capture', id, ? - 100 * n, 0,
                    ? + 100 * n, date_trunc('milliseconds', clock_timestamp()), ?
                FROM unnest(?, ?, ?) AS t (n, transfer_id, id)""",
                organizationId,
                wallet.seq,
                wallet.available,
                wallet.inTransit,
                TRANSFER_MAC,
                numbers,
                ids(),
                ids);
        update(connection, """
                INSERT INTO idempotency (organization_id, key_hash, fingerprint, status, answer, created_at)
                SELECT ?, cast(md5(r) AS uuid), 0, 201, ?, clock_timestamp() FROM unnest(?) r""", organizationId, answer, references);
        save(connection, wallet.after(GROUP));
    }

    private static UUID[] ids() {
        return Stream.generate(Ids::next).limit(GROUP).toArray(UUID[]::new);
    }

    private Wallet lock(Connection connection, int payouts) throws SQLException {
        try (var lock = connection.prepareStatement("""
                SELECT available, in_transit, last_seq FROM wallet
                WHERE organization_id = ? AND livemode = false AND currency = 'THB' FOR UPDATE""")) {
            lock.setObject(1, organizationId);
            try (var row = lock.executeQuery()) {
                row.next();
                var wallet = new Wallet(row.getLong(1), row.getLong(2), row.getLong(3));
                if (wallet.available < 100L * payouts) {
                    throw new SQLException("the wallet is empty");
                }
                return wallet;
            }
        }
    }

    private void save(Connection connection, Wallet wallet) throws SQLException {
        update(connection, """
                UPDATE wallet SET available = ?, in_transit = ?, last_seq = ?, updated_at = clock_timestamp(), mac = ?
                WHERE organization_id = ? AND livemode = false AND currency = 'THB'""", wallet.available, wallet.inTransit, wallet.seq, WALLET_MAC, organizationId);
    }

    private static void absent(Connection connection, String sql, Object... values) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            try (var row = statement.executeQuery()) {
                if (row.next()) {
                    throw new SQLException("a reference is taken");
                }
            }
        }
    }

    private static void update(Connection connection, String sql, Object... values) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}

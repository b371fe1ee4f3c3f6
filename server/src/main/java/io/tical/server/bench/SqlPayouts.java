package io.tical.server.bench;

import io.tical.common.Ids;
import io.tical.db.RowChange;
import io.tical.db.RowMac;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The comparisons: payouts in plain SQL for one hot merchant. Both lock the wallet with {@code SELECT … FOR UPDATE}, read
 * the keys and the references, and insert the same rows as the service, with their MACs and journal entries. They have no HTTP, no JSON and
 * no authentication, which the service's figure includes.
 *
 * <p>The textbook implementation creates each payout in a separate transaction on a separate connection. The set-based one
 * is the upper bound of SQL: one connection, {@value #GROUP} payouts a transaction, one statement for each table.
 *
 * @param answer the bytes of each idempotency record, as long as the service's
 */
record SqlPayouts(DataSource database, RowMac rowMac, UUID organizationId, UUID accountId, byte[] answer) {
    private static final int GROUP = 256;

    /** Creates the payouts of one transaction. */
    private interface Creation {
        void create(Connection connection) throws SQLException;
    }

    private record Wallet(long available, long inTransit, LocalDate dailyDate, long dailyUsed, long seq) {
        Wallet after(int payouts) {
            return new Wallet(
                    available - 100L * payouts, inTransit + 100L * payouts, dailyDate, dailyUsed, seq + payouts);
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
        var transferId = Ids.next();
        var legId = Ids.next();
        var reference = "textbook-" + id;
        var keyHash = keyHash(reference);
        var wallet = lock(connection, 1).after(1);
        // Read after the lock, so that the times of a wallet increase with its numbers.
        var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        absent(connection, "SELECT 1 FROM idempotency WHERE key_hash = ?", keyHash);
        absent(
                connection,
                "SELECT 1 FROM payout WHERE organization_id = ? AND livemode = false AND merchant_ref = ?",
                organizationId,
                reference);
        var payoutMac = payoutMac(rowMac.of("payout"), id, reference, now);
        var legMac = legMac(rowMac.of("payout_step"), id, legId);
        var changes = RowChange.encode(changes(id, payoutMac, legMac).toList());
        update(
                connection,
                """
                INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee, account_id,
                    customer_id, customer_name, bank_code, account_no, holder_name, request_id, daily_date, due_at, updated_at, mac)
                VALUES (?, false, ?, 'processing', 'v1', ?, 'THB', 100, 0, ?, ?, 'Bench', 'KBANK', '1234567890', 'Bench', ?, ?,
                    clock_timestamp() + interval '1 day', ?, ?)""",
                organizationId,
                id,
                reference,
                accountId,
                accountId,
                reference,
                LocalDate.EPOCH,
                stored(now),
                payoutMac);
        update(connection, """
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status, mac)
                VALUES (?, false, ?, 1, ?, 100, 'pending', ?)""", organizationId, id, legId, legMac);
        update(
                connection,
                """
                INSERT INTO transfer (organization_id, livemode, currency, seq, transfer_id, debit, credit, amount, operation, reference,
                    available_after, held_after, in_transit_after, created_at, mac, changes)
                VALUES (?, false, 'THB', ?, ?, 'available', 'in_transit', 100, 'payout_capture', ?, ?, 0, ?, ?, ?, ?)""",
                organizationId,
                wallet.seq,
                transferId,
                id,
                wallet.available,
                wallet.inTransit,
                stored(now),
                mac(rowMac.of("transfer"), wallet, transferId, id, now, changes),
                changes);
        update(connection, """
                INSERT INTO idempotency (key_hash, fingerprint, status, answer, created_at, mac)
                VALUES (?, 0, 201, ?, clock_timestamp(), ?)""", keyHash, answer, recordMac(rowMac.brieflyOf("idempotency"), keyHash));
        save(connection, wallet, now);
    }

    /** The journal entries of a new payout. */
    private Stream<RowChange> changes(UUID id, byte[] payoutMac, byte[] legMac) {
        return Stream.of(
                RowChange.inserted("payout", List.of(organizationId, false, id), payoutMac),
                RowChange.inserted("payout_step", List.of(organizationId, false, id, 1L), legMac));
    }

    private byte[] mac(
            RowMac.OfTable macs,
            Wallet wallet,
            UUID transferId,
            UUID payoutId,
            Instant now,
            byte @Nullable [] changes) {
        return macs.of(Arrays.asList(
                organizationId,
                false,
                "THB",
                wallet.seq,
                transferId,
                "available",
                "in_transit",
                100L,
                "payout_capture",
                payoutId,
                wallet.available,
                0L,
                wallet.inTransit,
                now,
                changes));
    }

    /** Every column that the MAC of a payout covers, most of them null. */
    private byte[] payoutMac(RowMac.OfTable macs, UUID id, String reference, Instant now) {
        return macs.of(Arrays.asList(
                organizationId,
                false,
                id,
                "processing",
                "v1",
                reference,
                "THB",
                100L,
                0L,
                0L,
                0L,
                0L,
                accountId,
                accountId,
                "Bench",
                "KBANK",
                "1234567890",
                "Bench",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                reference,
                LocalDate.EPOCH,
                1L,
                null,
                now,
                null));
    }

    private byte[] legMac(RowMac.OfTable macs, UUID payoutId, UUID legId) {
        return macs.of(Arrays.asList(organizationId, false, payoutId, 1L, legId, 100L, 0L, "pending", null));
    }

    private byte[] recordMac(RowMac.OfTable macs, UUID keyHash) {
        return macs.of(List.of(keyHash, 0L, 201L, answer));
    }

    private static UUID keyHash(String reference) {
        return UUID.nameUUIDFromBytes(reference.getBytes(StandardCharsets.UTF_8));
    }

    private static OffsetDateTime stored(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }

    private void group(Connection connection) throws SQLException {
        var ids = ids();
        var references = Arrays.stream(ids).map(id -> "set-" + id).toArray(String[]::new);
        var keyHashes = Arrays.stream(references).map(SqlPayouts::keyHash).toArray(UUID[]::new);
        var wallet = lock(connection, GROUP);
        absent(connection, """
                SELECT 1 FROM unnest(?) k JOIN idempotency ON key_hash = k""", (Object) keyHashes);
        absent(connection, """
                SELECT 1 FROM unnest(?) r JOIN payout ON organization_id = ? AND livemode = false AND merchant_ref = r""", references, organizationId);
        var transferIds = ids();
        var legIds = ids();
        var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        var payoutRows = rowMac.of("payout");
        var legRows = rowMac.of("payout_step");
        var transferRows = rowMac.of("transfer");
        var payoutMacs = new byte[GROUP][];
        var legMacs = new byte[GROUP][];
        var macs = new byte[GROUP][];
        var recordRows = rowMac.brieflyOf("idempotency");
        var recordMacs = Arrays.stream(keyHashes)
                .map(hash -> recordMac(recordRows, hash))
                .toArray(byte[][]::new);
        for (int payout = 0; payout < GROUP; payout++) {
            payoutMacs[payout] = payoutMac(payoutRows, ids[payout], references[payout], now);
            legMacs[payout] = legMac(legRows, ids[payout], legIds[payout]);
        }
        var changes = RowChange.encode(IntStream.range(0, GROUP)
                .boxed()
                .flatMap(payout -> changes(ids[payout], payoutMacs[payout], legMacs[payout]))
                .toList());
        for (int payout = 0; payout < GROUP; payout++) {
            macs[payout] = mac(
                    transferRows,
                    wallet.after(payout + 1),
                    transferIds[payout],
                    ids[payout],
                    now,
                    payout == GROUP - 1 ? changes : null);
        }
        update(
                connection,
                """
                INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee, account_id,
                    customer_id, customer_name, bank_code, account_no, holder_name, request_id, daily_date, due_at, updated_at, mac)
                SELECT ?, false, id, 'processing', 'v1', ref, 'THB', 100, 0, ?, ?, 'Bench', 'KBANK', '1234567890', 'Bench', ref, ?,
                    clock_timestamp() + interval '1 day', ?, mac
                FROM unnest(?, ?, ?) AS t (id, ref, mac)""",
                organizationId,
                accountId,
                accountId,
                LocalDate.EPOCH,
                stored(now),
                ids,
                references,
                payoutMacs);
        update(connection, """
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status, mac)
                SELECT ?, false, id, 1, step_id, 100, 'pending', mac FROM unnest(?, ?, ?) AS t (id, step_id, mac)""", organizationId, ids, legIds, legMacs);
        var numbers = LongStream.rangeClosed(1, GROUP).boxed().toArray(Long[]::new);
        update(
                connection,
                """
                INSERT INTO transfer (organization_id, livemode, currency, seq, transfer_id, debit, credit, amount, operation, reference,
                    available_after, held_after, in_transit_after, created_at, mac, changes)
                SELECT ?, false, 'THB', ? + n, transfer_id, 'available', 'in_transit', 100, 'payout_capture', id, ? - 100 * n, 0,
                    ? + 100 * n, ?, mac, CASE WHEN n = ? THEN cast(? AS bytea) END
                FROM unnest(?, ?, ?, ?) AS t (n, transfer_id, id, mac)""",
                organizationId,
                wallet.seq,
                wallet.available,
                wallet.inTransit,
                stored(now),
                GROUP,
                changes,
                numbers,
                transferIds,
                ids,
                macs);
        update(connection, """
                INSERT INTO idempotency (key_hash, fingerprint, status, answer, created_at, mac)
                SELECT key_hash, 0, 201, ?, clock_timestamp(), mac FROM unnest(?, ?) AS t (key_hash, mac)""", answer, keyHashes, recordMacs);
        save(connection, wallet.after(GROUP), now);
    }

    private static UUID[] ids() {
        return Stream.generate(Ids::next).limit(GROUP).toArray(UUID[]::new);
    }

    private Wallet lock(Connection connection, int payouts) throws SQLException {
        try (var lock = connection.prepareStatement("""
                SELECT available, in_transit, daily_date, daily_used, last_seq FROM wallet
                WHERE organization_id = ? AND livemode = false AND currency = 'THB' FOR UPDATE""")) {
            lock.setObject(1, organizationId);
            try (var row = lock.executeQuery()) {
                row.next();
                var wallet = new Wallet(
                        row.getLong(1),
                        row.getLong(2),
                        row.getObject(3, LocalDate.class),
                        row.getLong(4),
                        row.getLong(5));
                if (wallet.available < 100L * payouts) {
                    throw new SQLException("the wallet is empty");
                }
                return wallet;
            }
        }
    }

    private void save(Connection connection, Wallet wallet, Instant now) throws SQLException {
        var mac = rowMac.of("wallet")
                .of(List.of(
                        organizationId,
                        false,
                        "THB",
                        wallet.available,
                        0L,
                        wallet.inTransit,
                        wallet.dailyDate,
                        wallet.dailyUsed,
                        wallet.seq,
                        now));
        update(connection, """
                UPDATE wallet SET available = ?, in_transit = ?, last_seq = ?, updated_at = ?, mac = ?
                WHERE organization_id = ? AND livemode = false AND currency = 'THB'""", wallet.available, wallet.inTransit, wallet.seq, stored(now), mac, organizationId);
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

package io.tical.server.bench;

import io.tical.common.Ids;
import io.tical.db.RowChange;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The set-based implementation, which is the upper bound of SQL: one connection, {@value #GROUP} payouts a transaction, one statement for
 * each table.
 */
record SetBasedPayouts(SqlRows rows) implements SqlPayouts.Creation {
    static final int GROUP = 256;

    @Override
    public void create(Connection connection) throws SQLException {
        var ids = ids();
        var references = Arrays.stream(ids).map(id -> "set-" + id).toArray(String[]::new);
        var keyHashes = Arrays.stream(references).map(SqlRows::keyHash).toArray(UUID[]::new);
        var wallet = rows.lock(connection, GROUP);
        SqlRows.absent(connection, """
                SELECT 1 FROM unnest(?) k JOIN idempotency ON key_hash = k""", (Object) keyHashes);
        SqlRows.absent(connection, """
                SELECT 1 FROM unnest(?) r JOIN payout ON organization_id = ? AND livemode = false AND merchant_ref = r""", references, rows.organizationId());
        var transferIds = ids();
        var legIds = ids();
        var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        var payoutRows = rows.rowMac().of("payout");
        var legRows = rows.rowMac().of("payout_step");
        var transferRows = rows.rowMac().of("transfer");
        var payoutMacs = new byte[GROUP][];
        var legMacs = new byte[GROUP][];
        var macs = new byte[GROUP][];
        var recordRows = rows.rowMac().brieflyOf("idempotency");
        var recordMacs = Arrays.stream(keyHashes)
                .map(hash -> rows.recordMac(recordRows, hash, now))
                .toArray(byte[][]::new);
        for (int payout = 0; payout < GROUP; payout++) {
            payoutMacs[payout] = rows.payoutMac(payoutRows, ids[payout], references[payout], now);
            legMacs[payout] = rows.legMac(legRows, ids[payout], legIds[payout]);
        }
        var changes = RowChange.encode(IntStream.range(0, GROUP)
                .boxed()
                .flatMap(payout -> rows.changes(ids[payout], payoutMacs[payout], legMacs[payout]))
                .toList());
        for (int payout = 0; payout < GROUP; payout++) {
            macs[payout] = rows.transferMac(
                    transferRows,
                    wallet.after(payout + 1),
                    transferIds[payout],
                    ids[payout],
                    now,
                    payout == GROUP - 1 ? changes : null);
        }
        SqlRows.update(
                connection,
                """
                INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee, account_id,
                    customer_id, customer_name, bank_code, account_no, holder_name, request_id, daily_date, due_at, updated_at, mac)
                SELECT ?, false, id, 'processing', 'v1', ref, 'THB', 100, 0, ?, ?, 'Bench', 'KBANK', '1234567890', 'Bench', ref, ?,
                    clock_timestamp() + interval '1 day', ?, mac
                FROM unnest(?, ?, ?) AS t (id, ref, mac)""",
                rows.organizationId(),
                rows.accountId(),
                rows.accountId(),
                LocalDate.EPOCH,
                SqlRows.stored(now),
                ids,
                references,
                payoutMacs);
        SqlRows.update(connection, """
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status, mac)
                SELECT ?, false, id, 1, step_id, 100, 'pending', mac FROM unnest(?, ?, ?) AS t (id, step_id, mac)""", rows.organizationId(), ids, legIds, legMacs);
        var numbers = LongStream.rangeClosed(1, GROUP).boxed().toArray(Long[]::new);
        SqlRows.update(
                connection,
                """
                INSERT INTO transfer (organization_id, livemode, currency, seq, transfer_id, debit, credit, amount, operation, reference,
                    available_after, held_after, in_transit_after, created_at, mac, changes)
                SELECT ?, false, 'THB', ? + n, transfer_id, 'available', 'in_transit', 100, 'payout_capture', id, ? - 100 * n, 0,
                    ? + 100 * n, ?, mac, CASE WHEN n = ? THEN cast(? AS bytea) END
                FROM unnest(?, ?, ?, ?) AS t (n, transfer_id, id, mac)""",
                rows.organizationId(),
                wallet.seq(),
                wallet.available(),
                wallet.inTransit(),
                SqlRows.stored(now),
                GROUP,
                changes,
                numbers,
                transferIds,
                ids,
                macs);
        SqlRows.update(connection, """
                INSERT INTO idempotency (key_hash, fingerprint, status, answer, created_at, mac)
                SELECT key_hash, 0, 201, ?, ?, mac FROM unnest(?, ?) AS t (key_hash, mac)""", rows.answer(), SqlRows.stored(now), keyHashes, recordMacs);
        rows.save(connection, wallet.after(GROUP), now);
    }

    private static UUID[] ids() {
        return Stream.generate(Ids::next).limit(GROUP).toArray(UUID[]::new);
    }
}

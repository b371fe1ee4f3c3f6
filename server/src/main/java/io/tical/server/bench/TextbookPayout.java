package io.tical.server.bench;

import io.tical.common.Ids;
import io.tical.db.RowChange;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** The textbook implementation of a payout: each in a separate transaction, on a separate connection. */
record TextbookPayout(SqlRows rows) implements SqlPayouts.Creation {
    @Override
    public void create(Connection connection) throws SQLException {
        var id = Ids.next();
        var transferId = Ids.next();
        var legId = Ids.next();
        var reference = "textbook-" + id;
        var keyHash = SqlRows.keyHash(reference);
        var wallet = rows.lock(connection, 1).after(1);
        // Read after the lock, so that the times of a wallet increase with its numbers.
        var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        SqlRows.absent(connection, "SELECT 1 FROM idempotency WHERE key_hash = ?", keyHash);
        SqlRows.absent(
                connection,
                "SELECT 1 FROM payout WHERE organization_id = ? AND livemode = false AND merchant_ref = ?",
                rows.organizationId(),
                reference);
        var payoutMac = rows.payoutMac(rows.rowMac().of("payout"), id, reference, now);
        var legMac = rows.legMac(rows.rowMac().of("payout_step"), id, legId);
        var changes = RowChange.encode(rows.changes(id, payoutMac, legMac).toList());
        SqlRows.update(
                connection,
                """
                INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee, account_id,
                    customer_id, customer_name, bank_code, account_no, holder_name, request_id, daily_date, due_at, updated_at, mac)
                VALUES (?, false, ?, 'processing', 'v1', ?, 'THB', 100, 0, ?, ?, 'Bench', 'KBANK', '1234567890', 'Bench', ?, ?,
                    clock_timestamp() + interval '1 day', ?, ?)""",
                rows.organizationId(),
                id,
                reference,
                rows.accountId(),
                rows.accountId(),
                reference,
                LocalDate.EPOCH,
                SqlRows.stored(now),
                payoutMac);
        SqlRows.update(connection, """
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status, mac)
                VALUES (?, false, ?, 1, ?, 100, 'pending', ?)""", rows.organizationId(), id, legId, legMac);
        SqlRows.update(
                connection,
                """
                INSERT INTO transfer (organization_id, livemode, currency, seq, transfer_id, debit, credit, amount, operation, reference,
                    available_after, held_after, in_transit_after, created_at, mac, changes)
                VALUES (?, false, 'THB', ?, ?, 'available', 'in_transit', 100, 'payout_capture', ?, ?, 0, ?, ?, ?, ?)""",
                rows.organizationId(),
                wallet.seq(),
                transferId,
                id,
                wallet.available(),
                wallet.inTransit(),
                SqlRows.stored(now),
                rows.transferMac(rows.rowMac().of("transfer"), wallet, transferId, id, now, changes),
                changes);
        SqlRows.update(
                connection,
                """
                INSERT INTO idempotency (key_hash, fingerprint, status, answer, created_at, mac)
                VALUES (?, 0, 201, ?, ?, ?)""",
                keyHash,
                rows.answer(),
                SqlRows.stored(now),
                rows.recordMac(rows.rowMac().brieflyOf("idempotency"), keyHash, now));
        rows.save(connection, wallet, now);
    }
}

package io.tical.server.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** Inserts payouts with SQL, faster than the service can create them, and measures table sizes. */
final class BulkPayouts {
    private static final int CHUNK = 100_000;

    private BulkPayouts() {}

    /** Inserts succeeded payouts with their legs. */
    static void load(Connection connection, UUID organizationId, UUID accountId, int count) throws SQLException {
        try (var settings = connection.createStatement()) {
            settings.execute("SET synchronous_commit = off");
        }
        connection.setNetworkTimeout(Runnable::run, 120_000);
        try (var payouts = connection.prepareStatement("""
                WITH loaded AS (
                    INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee,
                        delivered, account_id, customer_id, customer_name, bank_code, account_no, holder_name, request_id,
                        daily_date, updated_at, finalized_at)
                    SELECT ?, false, uuidv7(), 'success', 'v1', 'loaded-' || i, 'THB', 100, 0, 100, ?, gen_random_uuid(), 'Bench',
                           'KBANK', '1234567890', 'Bench', 'loaded', now(), now(), now()
                    FROM generate_series(?, ?) i
                    RETURNING organization_id, payout_id)
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, transfer_amount, status)
                SELECT organization_id, false, payout_id, 1, uuidv7(), 100, 100, 'success' FROM loaded
                """)) {
            for (int from = 1; from <= count; from += CHUNK) {
                payouts.setObject(1, organizationId);
                payouts.setObject(2, accountId);
                payouts.setInt(3, from);
                payouts.setInt(4, Math.min(count, from + CHUNK - 1));
                payouts.executeUpdate();
            }
        }
    }

    /** The size of an idempotency record: heap, indexes and TOAST, divided by the number of records. */
    static double bytesOfIdempotencyRecord(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(
                        "SELECT pg_total_relation_size('idempotency')::float8 / count(*) FROM idempotency")) {
            row.next();
            return row.getDouble(1);
        }
    }
}

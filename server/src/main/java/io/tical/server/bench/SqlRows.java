package io.tical.server.bench;

import io.tical.db.RowChange;
import io.tical.db.RowMac;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a payout of a merchant in THB, with their MACs, for the comparisons in plain SQL.
 *
 * @param answer the bytes of each idempotency record, as long as the service's
 */
record SqlRows(RowMac rowMac, UUID organizationId, UUID accountId, byte[] answer) {
    /** A locked wallet. */
    record Wallet(long available, long inTransit, LocalDate dailyDate, long dailyUsed, long seq) {
        Wallet after(int payouts) {
            return new Wallet(
                    available - 100L * payouts, inTransit + 100L * payouts, dailyDate, dailyUsed, seq + payouts);
        }
    }

    /** The journal entries of a new payout. */
    Stream<RowChange> changes(UUID id, byte[] payoutMac, byte[] legMac) {
        return Stream.of(
                RowChange.inserted("payout", List.of(organizationId, false, id), payoutMac),
                RowChange.inserted("payout_step", List.of(organizationId, false, id, 1L), legMac));
    }

    byte[] transferMac(
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
    byte[] payoutMac(RowMac.OfTable macs, UUID id, String reference, Instant now) {
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

    byte[] legMac(RowMac.OfTable macs, UUID payoutId, UUID legId) {
        return macs.of(Arrays.asList(organizationId, false, payoutId, 1L, legId, 100L, 0L, "pending", null));
    }

    byte[] recordMac(RowMac.OfTable macs, UUID keyHash, Instant now) {
        return macs.of(List.of(keyHash, now, 0L, 201L, answer));
    }

    static UUID keyHash(String reference) {
        return UUID.nameUUIDFromBytes(reference.getBytes(StandardCharsets.UTF_8));
    }

    static OffsetDateTime stored(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }

    Wallet lock(Connection connection, int payouts) throws SQLException {
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

    void save(Connection connection, Wallet wallet, Instant now) throws SQLException {
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

    static void absent(Connection connection, String sql, Object... values) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            try (var row = statement.executeQuery()) {
                if (row.next()) {
                    throw new SQLException("a reference is taken");
                }
            }
        }
    }

    static void update(Connection connection, String sql, Object... values) throws SQLException {
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

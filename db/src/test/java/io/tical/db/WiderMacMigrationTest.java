package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WiderMacMigrationTest {
    private static final BulkWrite<UUID> RECORDS = BulkWrite.<UUID>of("idempotency")
            .key("key_hash", "uuid", id -> id)
            .column("created_at", "timestamptz", id -> Instant.EPOCH)
            .column("fingerprint", "bigint", id -> 1L)
            .column("status", "smallint", id -> 201L)
            .column("answer", "bytea", id -> new byte[] {7})
            .authenticatedBriefly();

    /** A row that was altered before its MAC covered one more column is still altered. */
    @Test
    void onlyRowsWithValidMacsGetWiderOnes() throws SQLException {
        var settings = TestDatabase.settings();
        try (var database = Databases.open(settings);
                var owner = TestDatabase.owner(settings)) {
            var rowMac = database.run(Session::rowMac);
            var earlier = UUID.randomUUID();
            var altered = UUID.randomUUID();
            insert(database, earlier, rowMac.brieflyOf("idempotency").of(List.of(earlier, 1L, 201L, new byte[] {7})));
            insert(database, altered, rowMac.brieflyOf("idempotency").of(List.of(earlier, 1L, 201L, new byte[] {8})));
            WiderMacMigration.all(rowMac).forEach(migration -> {
                try {
                    ((EarlierRows) migration).migrate(owner, List.of("idempotency"));
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            var unaltered = database.run(session -> {
                var proof = RECORDS.readingProof(session);
                return session.sql("SELECT * FROM idempotency")
                        .list(row -> proof.altered(row).isEmpty() ? row.uuid("key_hash") : new UUID(0, 0));
            });
            assertThat(unaltered).containsExactlyInAnyOrder(earlier, new UUID(0, 0));
        }
    }

    private static void insert(Database database, UUID key, byte[] mac) {
        database.transaction(
                session -> session.sql("INSERT INTO idempotency (key_hash, created_at, fingerprint, status,"
                                + " answer, mac) VALUES (cast(:key AS uuid), :at, 1, 201, :answer, :mac)")
                        .bind("key", key)
                        .bind("at", Instant.EPOCH)
                        .bind("answer", new byte[] {7})
                        .bind("mac", mac)
                        .run());
    }
}

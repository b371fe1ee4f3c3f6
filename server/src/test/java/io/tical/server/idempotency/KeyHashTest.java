package io.tical.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.TestDatabase;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KeyHashTest {
    private static final UUID ORGANIZATION = UUID.fromString("0190a1b2-c3d4-7e5f-8a6b-9c0d1e2f3a4b");

    /** The migrations to packed records, and to hashes with the principal, computed the hash in SQL. */
    @Test
    void aKeyHasTheHashThatTheMigrationGaveIt() {
        try (var database = TestDatabase.open()) {
            for (var key : new String[] {"a", "bench-1234567", "~".repeat(255)}) {
                var migrated = database.run(session -> session.sql("""
                                SELECT cast(encode(substring(sha256(uuid_send(cast(:organization AS uuid)) ||
                                    substring(sha256(convert_to(CASE WHEN :livemode THEN 'live' ELSE 'test' END || E'\\n' || :key, 'UTF8')) FROM 1 FOR 16)
                                ) FROM 1 FOR 16), 'hex') AS uuid) AS hash
                                """)
                        .bind("organization", ORGANIZATION)
                        .bind("key", key)
                        .bind("livemode", key.length() > 1)
                        .one(row -> row.uuid("hash")));
                assertThat(RequestHash.key(new IdempotencyKey(new Principal(ORGANIZATION, key.length() > 1), key)))
                        .isEqualTo(migrated);
            }
        }
    }
}

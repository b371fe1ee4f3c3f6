package io.tical.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.TestDatabase;
import org.junit.jupiter.api.Test;

class KeyHashTest {
    /** The migration to packed records computed the hash in SQL. */
    @Test
    void aKeyHasTheHashThatTheMigrationGaveIt() {
        try (var database = TestDatabase.open()) {
            for (var key : new String[] {"a", "bench-1234567", "~".repeat(255)}) {
                var migrated = database.run(session -> session.sql("""
                                SELECT cast(encode(substring(sha256(convert_to(CASE WHEN :livemode THEN 'live' ELSE 'test' END || E'\\n' || :key, 'UTF8')) FROM 1 FOR 16), 'hex') AS uuid) AS hash
                                """)
                        .bind("key", key)
                        .bind("livemode", key.length() > 1)
                        .one(row -> row.uuid("hash")));
                assertThat(RequestHash.key(key.length() > 1, key)).isEqualTo(migrated);
            }
        }
    }
}

package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The fixture itself: what tests of failovers rely on. */
class ReplicatedDatabaseTest {
    private static final String TIMELINE = "SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)";

    @Test
    void aStandbyIsPromotedAndTheOldPrimaryReturnsAsOne() {
        try (var servers = TestDatabase.replicated()) {
            var primary = servers.primary();
            primary.execute("CREATE TABLE kept (n int)");
            var standby = servers.standby(ReplicatedDatabase.Mode.SYNCHRONOUS);
            primary.execute("INSERT INTO kept VALUES (1)");
            assertThat(standby.value("SELECT pg_is_in_recovery()")).isEqualTo("t");
            primary.kill();
            standby.promote();
            assertThat(standby.value("SELECT n FROM kept")).isEqualTo("1");
            assertThat(standby.value(TIMELINE)).isEqualTo("00000002");
            primary.restart();
            assertThat(primary.value(TIMELINE)).isEqualTo("00000001");
            assertThat(primary.value("SELECT pg_is_in_recovery()")).isEqualTo("f");
        }
    }
}

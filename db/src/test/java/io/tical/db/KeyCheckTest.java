package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node is started with another master key than the database was used with. */
class KeyCheckTest {
    private static final BulkWrite<String> CODES = BulkWrite.<String>of("organization_code")
            .key("code", "text", code -> code)
            .column("organization_id", "uuid", code -> new UUID(1, 1))
            .authenticated()
            .journaled();

    private DatabaseSettings settings;

    @BeforeEach
    void rows() {
        settings = TestDatabase.settings();
        try (var database = Databases.open(settings)) {
            database.transaction(session -> CODES.insertIfAbsent(session, Arrays.asList("one", "two", "three")));
        }
    }

    private static DatabaseSettings withAnotherKey(DatabaseSettings settings) {
        var other = settings.serviceSecret().clone();
        other[0]++;
        return new DatabaseSettings(
                settings.home(), settings.url(), settings.user(), settings.password(), other, settings.poolSize());
    }

    @Test
    void anotherKeyIsRefusedWithoutAffectingOtherNodes() {
        try (var running = Databases.open(settings.withPoolSize(1))) {
            assertThatThrownBy(() -> Databases.open(withAnotherKey(settings)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("TICAL_MASTER_KEY");
            running.requireSameKey();
        }
        // The password of the service's role is the one that it was.
        Databases.open(settings).close();
        try (var service = Databases.open(settings)) {
            assertThat(service.<Long>run(session -> session.sql("SELECT count(*) AS n FROM organization_code")
                            .one(row -> row.number("n"))))
                    .isEqualTo(3);
        }
    }

    @Test
    void anotherKeyIsRefusedBeforeEarlierRowsGetMacs() throws SQLException {
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("UPDATE organization_code SET mac = NULL WHERE code = 'one';"
                    + " DELETE FROM flyway_schema_history WHERE version IN ('48', '49')");
        }
        assertThatThrownBy(() -> Databases.open(withAnotherKey(settings))).hasMessageContaining("TICAL_MASTER_KEY");
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement();
                var rows = statement.executeQuery("SELECT mac FROM organization_code WHERE code = 'one'")) {
            rows.next();
            assertThat(rows.getBytes(1)).isNull();
        }
    }

    @Test
    void alteredRowsDoNotStopTheStart() throws SQLException {
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("UPDATE organization_code SET organization_id = gen_random_uuid() WHERE code <> 'three'");
        }
        Databases.open(settings).close();
    }

    @Test
    void aNodeThatBeganWithAnEmptyDatabaseIsRefusedLater() {
        var empty = TestDatabase.settings();
        try (var first = Databases.open(empty)) {
            first.requireSameKey();
            first.transaction(session -> CODES.insertIfAbsent(session, "code"));
            var mac = new RowMac(withAnotherKey(empty).serviceSecret());
            assertThatThrownBy(() -> {
                        try (var owner = TestDatabase.owner(empty)) {
                            new KeyCheck(owner, mac).run();
                        }
                    })
                    .hasMessageContaining("TICAL_MASTER_KEY");
        }
    }
}

package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.input.Query;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.ReadRows;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What merchants' filters of deliveries find and read, in a table with many deliveries that they do not match. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilteredDeliveriesTest {
    private static final int DELIVERIES = 50_000;

    /** Its payouts were accepted with 200, but the oldest ten with 204; five were refused with 410, and five had no answer. */
    private final UUID shop = UUID.fromString("00000000-0000-7000-8000-000000000001");

    private Database database;

    @BeforeAll
    void open() throws SQLException {
        var settings = TestDatabase.settings();
        database = Databases.open(settings);
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("SET session_replication_role = replica");
            for (var livemode : List.of(true, false)) {
                statement.execute("""
                    INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type, transaction_id,
                        endpoint, url, status, attempts, last_code, delivered_at, created_at)
                    SELECT '%s', %s, cast(lpad(to_hex(1793491200000 + i * 1000::bigint), 12, '0') || '70008'
                               || lpad(to_hex(i), 15, '0') AS uuid), gen_random_uuid(),
                           CASE WHEN i BETWEEN 101 AND 105 THEN 'payout.refunded' ELSE 'payout.succeeded' END, 'payout',
                           cast(lpad(to_hex(i), 32, '0') AS uuid), 'payout', 'https://shop.example/',
                           CASE WHEN i BETWEEN 11 AND 20 THEN 'failed' ELSE 'delivered' END, 1,
                           CASE WHEN i <= 10 THEN 204 WHEN i <= 15 THEN 410 WHEN i <= 20 THEN 0 ELSE 200 END,
                           CASE WHEN i BETWEEN 11 AND 20 THEN NULL ELSE now() END, now()
                    FROM generate_series(1, %d) i
                    """.formatted(shop, livemode, DELIVERIES));
            }
            statement.execute("VACUUM ANALYZE delivery");
        }
    }

    @AfterAll
    void close() {
        database.close();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 21",
        "event=payout.succeeded, 21",
        "event=payout.refunded, 5",
        "event=payin.failed, 0",
        "code=200, 21",
        "code=204, 10",
        "code=410, 5",
        "code=none, 5",
        "code=503, 0",
        "endpoint=payout, 21",
        "endpoint=payin, 0",
        "endpoint=payin&code=200, 0",
        "endpoint=payout&code=410, 5",
        "endpoint=payout&status=failed, 10",
        "status=failed&code=none, 5",
        "status=delivered&event=payout.refunded, 5",
        "event=payout.refunded&code=200, 5",
        "event=payout.refunded&code=204, 0",
        "event=payout.succeeded&code=204, 10",
        "transaction_id=00000000-0000-0000-0000-00000000000c, 1",
    })
    void aPageReadsOnlyTheRowsThatItNeeds(String query, int found) {
        for (var environment : List.of("environment=live", "environment=test", "")) {
            var filter = DeliveryFilter.ofMerchant(Query.parse(query + "&" + environment), Optional.empty());
            var both = environment.isEmpty() ? Math.min(21, 2 * found) : found;
            var rows = new ReadRows(database, "delivery")
                    .atMost(500, filter, session -> DeliveryStore.list(session, shop, filter, new Page(20, 0, null)));
            assertThat(rows).hasSize(both).isSortedAccordingTo((a, b) -> b.id().compareTo(a.id()));
        }
    }
}

package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.input.Query;
import io.tical.server.transaction.FilledTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Merchants' filters of deliveries, in a table of many deliveries that they do not match. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilteredDeliveriesTest {
    private static final int DELIVERIES = 50_000;

    /** Its payouts were accepted with 200, but the oldest ten with 204; five were refused with 410, and five had no answer. */
    private final UUID shop = UUID.fromString("00000000-0000-7000-8000-000000000001");

    private FilledTable table;

    @BeforeAll
    void open() throws SQLException {
        table = FilledTable.of("delivery", insert(true), insert(false));
    }

    private String insert(boolean livemode) {
        return String.format(Locale.ROOT, """
            INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type, transaction_id,
            endpoint, url, status, attempts, last_code, delivered_at, created_at)
            SELECT '%s', %s, %s, gen_random_uuid(),
            CASE WHEN i BETWEEN 101 AND 105 THEN 'payout.refunded' ELSE 'payout.succeeded' END, 'payout',
            cast(lpad(to_hex(i), 32, '0') AS uuid), 'payout', 'https://shop.example/',
            CASE WHEN i BETWEEN 11 AND 20 THEN 'failed' ELSE 'delivered' END, 1,
            CASE WHEN i <= 10 THEN 204 WHEN i <= 15 THEN 410 WHEN i <= 20 THEN 0 ELSE 200 END,
            CASE WHEN i BETWEEN 11 AND 20 THEN NULL ELSE now() END, now()
            FROM generate_series(1, %d) i
            """, shop, livemode, FilledTable.ID_OF_SECOND, DELIVERIES);
    }

    @AfterAll
    void close() {
        table.close();
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
            var filter = DeliveryFilter.ofMerchant(Query.parse(query + "&" + environment), null);
            var both = environment.isEmpty() ? Math.min(21, 2 * found) : found;
            var rows = table.readingAtMost(
                    500, filter, session -> DeliveryStore.list(session, shop, filter, FilledTable.FIRST_PAGE));
            assertThat(rows).hasSize(both).isSortedAccordingTo((a, b) -> b.id().compareTo(a.id()));
        }
    }
}

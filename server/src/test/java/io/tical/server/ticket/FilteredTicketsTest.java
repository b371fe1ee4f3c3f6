package io.tical.server.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.input.Query;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.FilledTable;
import java.sql.SQLException;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters of tickets, in a table of many tickets that they do not match. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilteredTicketsTest {
    private static final int TICKETS = 30_000;

    /** Cancelled tickets about payins; every thousandth is open, and ten old ones are about settlements. */
    private final UUID shop = UUID.fromString("00000000-0000-7000-8000-000000000001");

    /** Resolved tickets about callbacks and no transaction, in the live environment. */
    private final UUID exchange = UUID.fromString("00000000-0000-7000-8000-000000000002");

    private FilledTable table;

    @BeforeAll
    void open() throws SQLException {
        table = FilledTable.of(
                "issue",
                """
                INSERT INTO organization (organization_id, code, name, default_currency, timezone, created_at)
                VALUES ('%s', 'SHOP000001', 'Shop', 'THB', 'UTC', now()), ('%s', 'EXCH000001', 'Exchange', 'THB', 'UTC', now())
                """.formatted(shop, exchange),
                "ANALYZE organization",
                insert(shop, """
                false, 'shop-' || i, 'payin', cast(lpad(to_hex(i / 3), 32, '0') AS uuid),
                CASE WHEN i BETWEEN 11 AND 20 THEN 'settlement' ELSE 'payin' END,
                CASE WHEN i % 1000 = 0 THEN 'open' ELSE 'cancelled' END, NULL, NULL
                """),
                insert(exchange, """
                true, 'exchange-' || i, NULL, NULL, 'callback', 'resolved', 'Done', now()
                """));
    }

    private static String insert(UUID organization, String values) {
        return String.format(Locale.ROOT, """
            INSERT INTO issue (organization_id, issue_id, issue_sub_type, updated_at,
                livemode, request_id, transaction_type, transaction_id, issue_type, status, resolution, resolved_at)
            SELECT '%s', %s, 'other', now(), %s
            FROM generate_series(1, %d) i
            """, organization, FilledTable.ID, values, TICKETS);
    }

    @AfterAll
    void close() {
        table.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                          | 21 | 21",
                "status=open                                                 | 21 | 0",
                "status=resolved                                             | 0  | 21",
                "status=rejected                                             | 0  | 0",
                "issue_type=payin                                            | 21 | 0",
                "issue_type=settlement                                       | 10 | 0",
                "issue_type=callback                                         | 0  | 21",
                "issue_type=payout                                           | 0  | 0",
                "status=cancelled&issue_type=settlement                      | 10 | 0",
                "status=open&issue_type=settlement                           | 0  | 0",
                "status=resolved&issue_type=payin                            | 0  | 0",
                "transaction_id=00000000-0000-0000-0000-000000000100         | 3  | 0",
                "transaction_id=00000000-0000-0000-0000-000000000100&status=open | 0 | 0",
                "transaction_id=ffffffff-0000-0000-0000-000000000100         | 0  | 0",
                "q=shop-1234                                                 | 11 | 0",
                "q=shop-1234&status=open                                     | 0  | 0",
                "q=never                                                     | 0  | 0",
                "q=00000000-0000-0000-0000-000000000100                      | 3  | 0",
                "q=01a1                                                      | 21 | 21",
                "q=ffffffff                                                  | 0  | 0",
            })
    void aFilterReadsFewMoreRowsThanItFinds(String query, int ofShop, int ofExchange) {
        var both = Math.min(21, ofShop + ofExchange);
        requireFew(new Environments(shop, false), query, ofShop);
        requireFew(new Environments(exchange, true), query, ofExchange);
        requireFew(new Environments(shop, null), query, ofShop);
        requireFew(new Environments(null, false), query, ofShop);
        requireFew(new Environments(null, true), query, ofExchange);
        requireFew(new Environments(null, null), query, both);
        requireFew(new Environments(shop, true), query, 0);
    }

    @Test
    void aPrefixThatAllTicketsOfAMerchantHaveReadsNoMoreThanAPage() {
        requireFew(new Environments(shop, false), "q=shop-", 21);
    }

    private void requireFew(Environments environments, String query, int rows) {
        var filter = TicketFilter.of(Query.parse(query));
        var what = query + " of " + environments;
        var found = table.readingAtMost(
                500, what, session -> TicketStore.list(session, environments, filter, FilledTable.FIRST_PAGE));
        assertThat(found).as(what).hasSize(rows);
    }
}

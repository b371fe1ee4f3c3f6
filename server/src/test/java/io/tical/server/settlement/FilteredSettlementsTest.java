package io.tical.server.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.transaction.FilledTable;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Narrowing;
import io.tical.server.transaction.Narrowing.Amounts;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Filters of settlements, in a table of many settlements that they do not match. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilteredSettlementsTest {
    private static final int SETTLEMENTS = 30_000;

    /** Its settlements are completed, in baht; the first one is of 77.00. */
    private final UUID shop = UUID.fromString("00000000-0000-7000-8000-000000000001");

    /** Its settlements failed, in dollars, all of the same amount. */
    private final UUID exchange = UUID.fromString("00000000-0000-7000-8000-000000000002");

    private FilledTable table;

    @BeforeAll
    void open() throws SQLException {
        table = FilledTable.of(
                "settlement",
                insert(shop, "'completed', 'THB', CASE WHEN i = 1 THEN 7700 ELSE 10000 + i % 50 * 100 END, NULL, NULL"),
                insert(exchange, "'failed', 'USD', 10000, 'no_account', 'There is no such account'"));
    }

    private static String insert(UUID organization, String values) {
        return String.format(Locale.ROOT, """
            INSERT INTO settlement (organization_id, livemode, settlement_id, dialect, client_operation_id, fee, account_id, bank_code,
                account_no, holder_name, request_id, updated_at, finalized_at, status, currency, amount, failure_code, failure_message)
            SELECT '%1$s', true, %4$s, 'v1',
                   'o-' || i, 0, '%1$s', 'KBANK', '1', 'H', 'r', now(), now(), %2$s
            FROM generate_series(1, %3$d) i
            """, organization, values, SETTLEMENTS, FilledTable.ID);
    }

    @AfterAll
    void close() {
        table.close();
    }

    private static ListFilter filter(@Nullable String status, @Nullable String currency, Amounts amounts) {
        return new ListFilter(status, currency, null, "", new Narrowing(null, List.of(), null, null, amounts, ""));
    }

    @Test
    void anAmountThatWasNeverSettledAndOneOfLongAgoReadNoMoreThanAPage() {
        assertThat(read(shop, filter(null, "THB", new Amounts(1, 7_699)))).isZero();
        assertThat(read(shop, filter(null, "THB", new Amounts(7_700, 7_700)))).isOne();
        assertThat(read(shop, filter("completed", "THB", new Amounts(0, 9_999))))
                .isOne();
        assertThat(read(shop, filter("failed", "THB", new Amounts(0, 20_000)))).isZero();
        assertThat(read(shop, filter(null, "USD", new Amounts(0, Long.MAX_VALUE))))
                .isZero();
    }

    @Test
    void theSettlementsOfARangeOfAmountsAreCountedAndSortedIfTheyAreFew() {
        assertThat(read(shop, filter(null, "THB", new Amounts(10_000, 10_100)), 2 * 1_200 + 50))
                .isEqualTo(20);
        assertThat(read(shop, filter(null, "THB", new Amounts(10_000, 20_000)), 20_100))
                .isEqualTo(20);
        assertThat(read(exchange, filter("failed", "USD", new Amounts(10_000, 10_000)), 20_100))
                .isEqualTo(20);
        assertThat(read(exchange, filter(null, "USD", new Amounts(10_001, 20_000))))
                .isZero();
    }

    @Test
    void aStatusACurrencyAndAnOperationReadNoMoreThanAPage() {
        assertThat(read(shop, new ListFilter(null, null, null, ""))).isEqualTo(20);
        assertThat(read(shop, new ListFilter("failed", null, null, ""))).isZero();
        assertThat(read(shop, new ListFilter(null, "USD", null, ""))).isZero();
        assertThat(read(exchange, new ListFilter("failed", "USD", null, ""))).isEqualTo(20);
        assertThat(read(exchange, new ListFilter("completed", "USD", null, ""))).isZero();
        assertThat(read(shop, new ListFilter(null, null, "o-7", ""))).isOne();
        assertThat(read(shop, new ListFilter("failed", "THB", "o-7", ""))).isZero();
    }

    /** The rows found; only a few more may be read. */
    private int read(UUID organization, ListFilter filter) {
        return read(organization, filter, 50);
    }

    /** The rows found, reading no more than a maximum, on whichever run and with whichever kind of plan. */
    private int read(UUID organization, ListFilter filter, long max) {
        return table.firstPage(
                max,
                filter,
                session -> SettlementStore.list(session, organization, true, filter, FilledTable.FIRST_PAGE));
    }
}

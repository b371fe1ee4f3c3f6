package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.transaction.FilledTable;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Narrowing;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Filters of payouts, where the planner expects many rows and the merchant has none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilteredPayoutsTest {
    private static final int PAYOUTS = 20_000;
    private static final UUID FIRST_ID = new UUID(0, 0);
    private static final UUID LAST = UUID.fromString("ffffffff-ffff-ffff-ffff-ffffffffffff");

    private final UUID baht = UUID.fromString("00000000-0000-7000-8000-000000000001");
    private final UUID dollars = UUID.fromString("00000000-0000-7000-8000-000000000002");
    private FilledTable table;

    @BeforeAll
    void open() throws SQLException {
        table = FilledTable.of(
                "payout", insert(baht, "THB", "success"), insert(dollars, "USD", "failed"), """
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status)
                SELECT organization_id, livemode, payout_id, 1, payout_id, amount, 'pending' FROM payout
                """, "ANALYZE payout_step");
    }

    @AfterAll
    void close() {
        table.close();
    }

    @Test
    void aFilterThatMatchesNothingReadsNoMoreThanAPage() {
        assertThat(read(baht, new ListFilter(null, null, null, ""))).isEqualTo(20);
        assertThat(read(baht, new ListFilter(null, "USD", null, ""))).isZero();
        assertThat(read(baht, new ListFilter("failed", null, null, ""))).isZero();
        assertThat(read(baht, new ListFilter("failed", "THB", null, ""))).isZero();
        assertThat(read(baht, new ListFilter("success", "USD", null, ""))).isZero();
        assertThat(read(baht, new ListFilter(null, null, "unknown", ""))).isZero();
        assertThat(read(dollars, new ListFilter("failed", "USD", null, ""))).isEqualTo(20);
        assertThat(read(dollars, new ListFilter(null, "USD", null, ""))).isEqualTo(20);
        assertThat(read(dollars, new ListFilter(null, null, "r-7", ""))).isOne();
    }

    @Test
    void aRangeOfAmountsOrDaysReadsNoMoreThanAPage() {
        assertThat(read(baht, amounts("THB", 101, Long.MAX_VALUE))).isZero();
        assertThat(read(baht, amounts("THB", 0, 99))).isZero();
        // The rows of a range are counted, up to 20,000, and those of a small one sorted.
        assertThat(read(baht, amounts("THB", 100, 100), 2 * PAYOUTS + 50)).isEqualTo(20);
        assertThat(read(dollars, amounts("THB", 100, 100))).isZero();
        assertThat(read(baht, narrowed("THB", new Narrowing(null, List.of(), LAST, null, null, ""))))
                .isZero();
        assertThat(read(baht, narrowed(null, new Narrowing(null, List.of(), null, FIRST_ID, null, ""))))
                .isZero();
        assertThat(read(baht, narrowed(null, new Narrowing(null, List.of(), FIRST_ID, LAST, null, ""))))
                .isEqualTo(20);
        assertThat(read(baht, narrowed(null, new Narrowing(null, List.of(), null, null, null, "1234"))))
                .isZero();
    }

    private static ListFilter amounts(String currency, long min, long max) {
        return narrowed(currency, new Narrowing(null, List.of(), null, null, new Narrowing.Amounts(min, max), ""));
    }

    private static ListFilter narrowed(@Nullable String currency, Narrowing narrowing) {
        return new ListFilter(null, currency, null, "", narrowing);
    }

    /** The rows found; only a few more may be read. */
    private int read(UUID organization, ListFilter filter) {
        return read(organization, filter, 50);
    }

    /** The rows found, reading no more than a maximum, on whichever run and with whichever kind of plan. */
    private int read(UUID organization, ListFilter filter, long max) {
        return table.firstPage(
                max, filter, session -> PayoutStore.list(session, organization, false, filter, FilledTable.FIRST_PAGE));
    }

    private static String insert(UUID organization, String currency, String status) {
        return String.format(Locale.ROOT, """
            INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount,
                fee, account_id, customer_id, customer_name, bank_code, account_no, holder_name, request_id,
                daily_date, updated_at)
            SELECT '%1$s', false, gen_random_uuid(), '%2$s', 'v1', 'r-' || i, '%3$s', 100, 0, '%1$s', '%1$s', 'C', 'KBANK', '1', 'C',
                   'r', now(), now()
            FROM generate_series(1, %4$d) i
            """, organization, status, currency, PAYOUTS);
    }
}

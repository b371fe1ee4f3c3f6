package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Narrowing;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.ReadRows;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a filtered list reads, where the planner expects many rows of the filter and this merchant has none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilteredListTest {
    private static final int PAYOUTS = 20_000;
    private static final UUID FIRST_ID = new UUID(0, 0);
    private static final UUID LAST = UUID.fromString("ffffffff-ffff-ffff-ffff-ffffffffffff");
    private static final Page FIRST = new Page(20, 0, null);

    private final UUID baht = UUID.fromString("00000000-0000-7000-8000-000000000001");
    private final UUID dollars = UUID.fromString("00000000-0000-7000-8000-000000000002");
    private Database database;

    @BeforeAll
    void open() throws SQLException {
        var settings = TestDatabase.settings();
        database = Databases.open(settings);
        insert(baht, "THB", "success");
        insert(dollars, "USD", "failed");
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("VACUUM ANALYZE");
        }
    }

    @AfterAll
    void close() {
        database.close();
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
        var found = 0;
        for (int run = 0; run < 8; run++) {
            found = new ReadRows(database, "payout")
                    .atMost(max, filter, session -> PayoutStore.list(session, organization, false, filter, FIRST))
                    .size();
        }
        return Math.min(found, 20);
    }

    private void insert(UUID organization, String currency, String status) {
        database.transaction(session -> {
            session.sql("""
                INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount,
                    fee, account_id, customer_id, customer_name, bank_code, account_no, holder_name, request_id,
                    daily_date, updated_at)
                SELECT cast(:organization AS uuid), false, gen_random_uuid(), :status, 'v1', 'r-' || i, :currency, 100, 0,
                       cast(:organization AS uuid), cast(:organization AS uuid), 'C', 'KBANK', '1', 'C', 'r', now(), now()
                FROM generate_series(1, :count) i
                """)
                    .bind("organization", organization)
                    .bind("status", status)
                    .bind("currency", currency)
                    .bind("count", PAYOUTS)
                    .run();
            return session.sql("""
                INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status)
                SELECT organization_id, livemode, payout_id, 1, payout_id, amount, 'pending' FROM payout
                WHERE organization_id = cast(:organization AS uuid)
                """).bind("organization", organization).run();
        });
    }
}

package io.tical.server.interorg;

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

/** Filters of transfers, in a table of many transfers that they do not match. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilteredTransfersTest {
    private static final int TRANSFERS = 30_000;

    /** It sent all transfers in baht; the first one is of 77.00. */
    private final UUID sender = UUID.fromString("00000000-0000-7000-8000-000000000001");

    /** It received them. */
    private final UUID receiver = UUID.fromString("00000000-0000-7000-8000-000000000002");

    private FilledTable table;

    @BeforeAll
    void open() throws SQLException {
        table = FilledTable.of(
                "organization_transfer",
                insert(sender, "'outgoing', '%s', 'r-' || i, 'request'".formatted(receiver)),
                insert(receiver, "'incoming', '%s', NULL, NULL".formatted(sender)));
    }

    private static String insert(UUID organization, String values) {
        return String.format(Locale.ROOT, """
            INSERT INTO organization_transfer (organization_id, livemode, organization_transfer_id, currency, amount,
                counterparty_code, counterparty_name, direction, counterparty_id, merchant_ref, request_id)
            SELECT '%s', true, %s, 'THB',
                   CASE WHEN i = 1 THEN 7700 ELSE 10000 + i %% 50 * 100 END, 'C', 'N', %s
            FROM generate_series(1, %d) i
            """, organization, FilledTable.ID, values, TRANSFERS);
    }

    @AfterAll
    void close() {
        table.close();
    }

    private static ListFilter filter(@Nullable String direction, @Nullable Amounts amounts) {
        var currencies = List.of("THB", "USD");
        return new ListFilter(direction, null, null, "", new Narrowing(null, currencies, null, null, amounts, ""));
    }

    @Test
    void anAmountThatWasNeverSentAndOneOfLongAgoReadNoMoreThanAPage() {
        assertThat(read(sender, filter(null, new Amounts(1, 7_699)))).isZero();
        assertThat(read(sender, filter(null, new Amounts(7_700, 7_700)))).isOne();
        assertThat(read(sender, filter("outgoing", new Amounts(0, 9_999)))).isOne();
        assertThat(read(sender, filter("incoming", new Amounts(0, 20_000)))).isZero();
        assertThat(read(receiver, filter("incoming", new Amounts(7_700, 7_700))))
                .isOne();
        // The rows of a range are counted, up to 20,000, and those of a small one sorted.
        assertThat(read(receiver, filter(null, new Amounts(10_000, 10_100)), 2 * 1_200 + 50))
                .isEqualTo(20);
        assertThat(read(receiver, filter(null, new Amounts(10_000, 20_000)), 20_100))
                .isEqualTo(20);
    }

    @Test
    void aDirectionACurrencyAndAReferenceReadNoMoreThanAPage() {
        assertThat(read(sender, new ListFilter(null, null, null, ""))).isEqualTo(20);
        assertThat(read(sender, filter("outgoing", null))).isEqualTo(20);
        assertThat(read(sender, filter("incoming", null))).isZero();
        assertThat(read(receiver, filter("incoming", null))).isEqualTo(20);
        assertThat(read(sender, new ListFilter(null, "USD", null, ""))).isZero();
        assertThat(read(sender, new ListFilter(null, null, "r-7", ""))).isOne();
        assertThat(read(receiver, new ListFilter(null, null, "r-7", ""))).isZero();
        assertThat(read(sender, new ListFilter("incoming", "THB", "r-7", ""))).isZero();
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
                session -> OrganizationTransferStore.list(session, organization, true, filter, FilledTable.FIRST_PAGE));
    }
}

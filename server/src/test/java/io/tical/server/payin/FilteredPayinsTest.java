package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.currency.Currencies;
import io.tical.server.transaction.FilledTable;
import io.tical.server.transaction.Found;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Narrowing;
import io.tical.server.transaction.Narrowing.Amounts;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.PartSearch;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Filters of payins, in a table of many payins that they do not match. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilteredPayinsTest {
    private static final int PAYINS = 30_000;
    private static final Currencies CURRENCIES = Currencies.shipped();
    private static final List<String> FIAT = List.of("THB", "USD");
    private static final Instant BEGAN = Instant.parse("2026-11-01T00:00:00Z");

    /** Payins by bank transfer and QR code, one each second; the first one is of 77.00, and every thousandth failed. */
    private final UUID shop = UUID.fromString("00000000-0000-7000-8000-000000000001");

    /** Deposits, all of which failed. */
    private final UUID exchange = UUID.fromString("00000000-0000-7000-8000-000000000002");

    private FilledTable table;

    @BeforeAll
    void open() throws SQLException {
        table = FilledTable.of(
                "payin",
                insert(shop, """
                CASE WHEN i % 1000 = 0 THEN 'failed' ELSE 'success' END, 'THB',
                CASE WHEN i = 1 THEN 7700 ELSE 10000 + i % 50 * 100 END,
                CASE WHEN i % 3 = 0 THEN 'qrcode' ELSE 'bank' END,
                cast(lpad(to_hex(i % 300), 32, '0') AS uuid), lpad(cast(i % 300 AS text), 10, '0')
                """),
                insert(exchange, "'failed', 'USDT', 5000000, 'crypto', NULL, NULL"),
                """
                INSERT INTO customer_account (organization_id, livemode, account_id, customer_id, bank_code, account_no,
                    holder_name, currency, created_at, updated_at)
                SELECT '%s', true, cast(lpad(to_hex(i), 32, '0') AS uuid), gen_random_uuid(), 'KBANK',
                       lpad(cast(i AS text), 10, '0'), 'H', 'THB', now(), now()
                FROM generate_series(0, 400) i
                """.formatted(shop),
                "ANALYZE customer_account");
    }

    private static String insert(UUID organization, String values) {
        return String.format(Locale.ROOT, """
            INSERT INTO payin (organization_id, livemode, payin_id, dialect, merchant_ref, transfer_amount, fee, pay_token, theme,
                customer_name, bank_code, holder_name, request_id, receiving_type, expires_at, updated_at, customer_id,
                status, currency, amount, channel, account_id, account_no)
            SELECT '%1$s', true, %4$s, 'v1', 'r-' || i, 10000000, 0, 't', 'classic', 'C', 'KBANK', 'H', 'r', 'BANK_TRANSFER',
                   now(), now(), gen_random_uuid(), %2$s
            FROM generate_series(1, %3$d) i
            """, organization, values, PAYINS, FilledTable.ID_OF_SECOND);
    }

    @AfterAll
    void close() {
        table.close();
    }

    private static Narrowing of(@Nullable String channel, @Nullable Amounts amounts, String account) {
        var currencies = channel == null ? List.<String>of() : channel.equals("crypto") ? List.of("USDT") : FIAT;
        return new Narrowing(channel, currencies, null, null, amounts, account);
    }

    private static ListFilter filter(@Nullable String status, @Nullable String currency, Narrowing narrowing) {
        return new ListFilter(status, currency, null, "", narrowing);
    }

    @Test
    void aChannelIsFoundInAllOfItsCurrencies() {
        assertThat(read(exchange, filter(null, null, of("crypto", null, "")))).hasSize(20);
        assertThat(read(exchange, filter(null, null, of("bank", null, "")))).isEmpty();
        assertThat(read(shop, filter(null, null, of("crypto", null, "")))).isEmpty();
        assertThat(read(shop, filter(null, null, of("qrcode", null, ""))))
                .hasSize(20)
                .allMatch(Channel.QRCODE::equals);
        assertThat(read(shop, filter("failed", null, of("qrcode", null, "")))).hasSize(10);
        assertThat(read(shop, filter("expired", "THB", of("bank", null, "")))).isEmpty();
        assertThat(read(shop, filter("success", "USD", of("bank", null, "")))).isEmpty();
        assertThat(read(shop, filter(null, "THB", of("crypto", null, "")))).isEmpty();
    }

    @Test
    void anUnpaidAmountAndOneOfLongAgoReadNoMoreThanAPage() {
        assertThat(read(shop, filter(null, "THB", of(null, new Amounts(1, 7_699), ""))))
                .isEmpty();
        assertThat(read(shop, filter(null, "THB", of(null, new Amounts(7_700, 7_700), ""))))
                .hasSize(1);
        assertThat(read(shop, filter("success", "THB", of("bank", new Amounts(0, 9_999), ""))))
                .hasSize(1);
        assertThat(read(shop, filter("failed", "THB", of(null, new Amounts(0, 9_999), ""))))
                .isEmpty();
        // The rows of a range are counted, up to 20,000, and those of a small one sorted.
        assertThat(read(shop, filter(null, "THB", of(null, new Amounts(10_000, 20_000), "")), 20_500))
                .hasSize(20);
        assertThat(read(shop, filter(null, "THB", of(null, new Amounts(10_000, 10_100), "")), 2 * 1_200 + 500))
                .hasSize(20);
        assertThat(read(shop, filter(null, "USD", of(null, new Amounts(0, Long.MAX_VALUE), ""))))
                .isEmpty();
    }

    @Test
    void anAccountIsFoundByItsNumberOrTheBeginningOfIt() {
        assertThat(read(shop, filter(null, null, of(null, null, "0000000123")))).hasSize(20);
        // A page of each of the hundred accounts.
        assertThat(read(shop, filter(null, null, of(null, null, "00000001")), 2_500))
                .hasSize(20);
        assertThat(read(shop, filter(null, null, of(null, null, "0000000399")))).isEmpty();
        assertThat(read(shop, filter(null, null, of(null, null, "999")))).isEmpty();
        assertThat(read(shop, filter("failed", "THB", of(null, new Amounts(1, 9_000), "0000000123"))))
                .isEmpty();
        assertThat(read(exchange, filter(null, null, of(null, null, "0000000123"))))
                .isEmpty();
    }

    @Test
    void daysNarrowEveryFilterAndPagesContinueInThem() {
        var from = Ids.boundary(BEGAN.plusSeconds(1_000));
        var until = Ids.boundary(BEGAN.plusSeconds(1_050));
        var days = new Narrowing(null, List.of(), from, until, null, "");
        assertThat(all(filter(null, null, days))).isEqualTo(50);
        assertThat(all(filter("failed", null, days))).isEqualTo(1);
        assertThat(all(filter("success", "THB", days))).isEqualTo(49);
        assertThat(all(filter(null, "THB", new Narrowing("qrcode", FIAT, from, until, null, ""))))
                .isEqualTo(16);
        assertThat(all(filter(null, "THB", new Narrowing(null, List.of(), from, until, new Amounts(0, 12_400), ""))))
                .isEqualTo(25);
        assertThat(all(filter(null, null, new Narrowing(null, List.of(), from, until, null, "0000000100"))))
                .isEqualTo(1);
        assertThat(all(new ListFilter(null, null, null, "r-10", days))).isEqualTo(50);
    }

    @Test
    void aSearchReadsOneStepAndGoesOnWhereItEnded() {
        var step = 1_000;
        var search = PayinStore.SEARCH.inStepsOf(step);
        // The newest are found in the first step, which reads no more than it needs.
        assertThat(find(search, "R-299", FilledTable.FIRST_PAGE, 3_000).rows())
                .hasSize(21)
                .allMatch(payin -> payin.terms().merchantRef().startsWith("r-299"));
        // An amount of long ago is found in the last of thirty steps.
        var found = new ArrayList<Payin>();
        var steps = 0;
        for (var next = FilledTable.FIRST_PAGE; ; ) {
            var one = find(search, "77.00", next, 3 * step);
            steps++;
            assertThat(one.whole()).isEmpty();
            found.addAll(one.rows());
            if (one.next(20) == null) {
                break;
            }
            assertThat(one.searchedTo()).isNotNull();
            next = new Page(20, 0, one.next(20));
        }
        assertThat(found)
                .singleElement()
                .satisfies(payin -> assertThat(payin.terms().merchantRef()).isEqualTo("r-1"));
        assertThat(steps).isBetween(30, 31);
    }

    @Test
    void aWholeReferenceOrIdComesFirstWhateverItsAge() {
        var search = PayinStore.SEARCH.inStepsOf(1_000);
        var old = find(search, "r-12", FilledTable.FIRST_PAGE, 3_000);
        assertThat(old.whole()).extracting(payin -> payin.terms().merchantRef()).containsExactly("r-12");
        var ofId = find(search, old.whole().getFirst().id().toString(), FilledTable.FIRST_PAGE, 3_000);
        assertThat(ofId.whole())
                .extracting(payin -> payin.terms().merchantRef())
                .containsExactly("r-12");
        // It is not found again, and only the first step looks for it.
        var again = find(search.inStepsOf(PAYINS), "r-12", new Page(200, 0, old.searchedTo()), PAYINS + 1_000);
        assertThat(again.whole()).isEmpty();
        assertThat(again.rows())
                .extracting(payin -> payin.terms().merchantRef())
                .hasSize(201)
                .doesNotContain("r-12");
    }

    @Test
    void whatAnotherTableKnowsComesFirstOnceAndReadsNoMore() {
        var first = PayinStore.SEARCH.inStepsOf(1_000);
        var other = find(first, "r-7", FilledTable.FIRST_PAGE, 3_000).whole().getFirst();
        var partly = find(first, "r-129", FilledTable.FIRST_PAGE, 3_000).whole().getFirst();
        var search = first.and(
                (_, organizationId, livemode, text) -> organizationId.equals(shop) && livemode && text.equals("r-12")
                        ? List.of(other.id(), partly.id())
                        : List.of());
        var found = find(search, "r-12", FilledTable.FIRST_PAGE, 3_000);
        assertThat(found.whole())
                .extracting(payin -> payin.terms().merchantRef())
                .containsExactly("r-129", "r-12", "r-7");
        var again = find(search.inStepsOf(PAYINS), "r-12", new Page(200, 0, found.next(20)), PAYINS + 1_000);
        assertThat(again.whole()).isEmpty();
        assertThat(again.rows())
                .hasSize(201)
                .extracting(payin -> payin.terms().merchantRef())
                .doesNotContain("r-129", "r-12", "r-7");
        // A narrower filter holds for it too.
        var usd = new ListFilter(null, "USD", null, "r-12", of(null, null, ""));
        assertThat(find(search, usd, FilledTable.FIRST_PAGE, 3_000).whole()).isEmpty();
    }

    @Test
    void otherFiltersHoldForASearchAndItsStepsStayAsShort() {
        var search = PayinStore.SEARCH.inStepsOf(1_000);
        for (var filter : List.of(
                new ListFilter(null, "USD", null, "r-", of(null, null, "")),
                new ListFilter("failed", "THB", null, "r-1", of("qrcode", new Amounts(1, 2), "00")),
                new ListFilter(null, null, null, "%", of(null, null, "")),
                new ListFilter(null, null, null, "_", of(null, null, "")))) {
            assertThat(find(search, filter, FilledTable.FIRST_PAGE, 3_000).rows())
                    .isEmpty();
        }
        var failed = find(
                search,
                new ListFilter("failed", null, null, "000", of("qrcode", null, "")),
                FilledTable.FIRST_PAGE,
                500);
        assertThat(failed.rows()).hasSize(10);
        assertThat(failed.next(20)).isNull();
    }

    private Found<Payin> find(PartSearch<Payin> search, String text, Page page, long max) {
        return find(search, new ListFilter(null, null, null, text, of(null, null, "")), page, max);
    }

    private Found<Payin> find(PartSearch<Payin> search, ListFilter filter, Page page, long max) {
        return table.readingAtMost(max, filter, session -> search.find(session, CURRENCIES, shop, true, filter, page));
    }

    /** The number of rows of all pages. */
    private int all(ListFilter filter) {
        var count = 0;
        UUID last = null;
        do {
            var before = last;
            var rows = table.database()
                    .run(session -> PayinStore.list(session, shop, true, filter, new Page(20, 0, before)));
            count += Math.min(rows.size(), 20);
            last = rows.size() > 20 ? rows.get(19).id() : null;
            assertThat(rows).isSortedAccordingTo((a, b) -> b.id().compareTo(a.id()));
        } while (last != null);
        return count;
    }

    /** The channels of the first page's rows; only a few more may be read. */
    private List<Channel> read(UUID organization, ListFilter filter) {
        return read(organization, filter, 500);
    }

    private List<Channel> read(UUID organization, ListFilter filter, long max) {
        return table
                .readingAtMost(
                        max,
                        filter,
                        session -> PayinStore.list(session, organization, true, filter, FilledTable.FIRST_PAGE))
                .stream()
                .limit(20)
                .map(payin -> payin.terms().channel())
                .toList();
    }
}

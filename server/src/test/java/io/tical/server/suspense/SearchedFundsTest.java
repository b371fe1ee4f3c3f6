package io.tical.server.suspense;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.overview.Search;
import io.tical.server.suspense.Unmatched.Source;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.FilledTable;
import io.tical.server.transaction.SearchedTable;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the search of unallocated funds finds, and that it reads little more. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchedFundsTest {
    /** The first rows have one source each. */
    private static final String SOURCE = "coalesce((ARRAY[%s])[i], CASE WHEN i %% 2 = 0 THEN 'slip' ELSE 'staff' END)"
            .formatted(Stream.of(Source.values())
                    .map(source -> "'" + source.word() + "'")
                    .collect(Collectors.joining(", ")));

    private SearchedTable table;

    @BeforeAll
    void open() throws SQLException {
        table = SearchedTable.of("suspense", """
                INSERT INTO suspense (organization_id, livemode, suspense_id, source, reference, payin_id, payout_id, settlement_id, attempt_id,
                    reason, currency, amount, status, decided_by, decided_request, updated_at)
                SELECT '00000000-0000-7000-8000-000000000001', true, :id, :source, CASE WHEN i <= :sources THEN 'OF-' || :source ELSE 'REF-' || i END,
                    CASE WHEN :claim THEN NULL ELSE :id END, CASE WHEN :source = 'payout' THEN :id END,
                    CASE WHEN :source = 'settlement' THEN :id END, CASE WHEN :claim THEN :id END,
                    CASE WHEN :claim THEN 'delivered_late' ELSE 'late' END, 'THB', 100,
                    CASE WHEN i % 1000 = 0 THEN 'open' ELSE 'kept' END, CASE WHEN i % 1000 = 0 THEN NULL ELSE 'somebody' END,
                    CASE WHEN i % 1000 = 0 THEN NULL ELSE 'request' END, now()
                """.replace(":claim", "(:source IN ('payout', 'settlement'))")
                .replace(":sources", "" + Source.values().length)
                .replace(":source", SOURCE));
    }

    @AfterAll
    void close() {
        table.close();
    }

    @ParameterizedTest
    @CsvSource({
        "REF-1234, , 1",
        "REF-123, , 11",
        "REF-1234, OPEN, 0",
        "REF-2000, OPEN, 1",
        "REF-, , 21",
        "REF-, OPEN, 10",
        "never, , 0",
        "01a19467-ecd1, KEPT, 1",
        "01, OPEN, 10",
        "ffffffff, , 0"
    })
    void aTextIsFoundAtTheBeginningOfAReferenceOrAnId(String text, @Nullable SuspenseStatus status, int rows) {
        assertThat(table.find(session -> SuspenseStore.list(
                        session, Optional.ofNullable(status), Environments.ALL, text, FilledTable.FIRST_PAGE)))
                .hasSize(rows);
    }

    @ParameterizedTest
    @EnumSource
    void theSearchOfOperatorsFindsAReferenceOfEverySource(Source source) {
        var text = Search.Text.of("OF-" + source.word(), null);
        assertThat(table.find(session -> SuspenseOverview.SEARCH.find(session, text)))
                .extracting(Search.Hit::matched)
                .containsExactly("reference");
    }
}

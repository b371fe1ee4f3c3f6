package io.tical.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.transaction.Environments;
import io.tical.server.transaction.FilledTable;
import io.tical.server.transaction.SearchedTable;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the search of approvals finds, and that it reads little more. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchedApprovalsTest {
    private SearchedTable table;

    @BeforeAll
    void open() throws SQLException {
        table = SearchedTable.of("approval", """
                INSERT INTO approval (organization_id, livemode, approval_id, object_type, object_id, action, path, body, amount, currency,
                    status, maker, checker, request_id, grounds, created_at, updated_at)
                SELECT '00000000-0000-7000-8000-000000000001', true, :id, 'payout', :id, 'decide', '{}', '{}', 100, 'THB',
                    CASE WHEN i % 1000 = 0 THEN 'pending' ELSE 'refused' END, 'finance' || i % 500,
                    CASE WHEN i % 1000 = 0 THEN NULL ELSE 'another' END, 'request' || i, '{}', now(), now()
                """);
    }

    @AfterAll
    void close() {
        table.close();
    }

    @ParameterizedTest
    @CsvSource({
        "finance77, , 20",
        "finance77, PENDING, 0",
        "finance0, PENDING, 10",
        "finance, PENDING, 10",
        "finance, , 21",
        "nobody, , 0",
        "01a19467-ecd1, REFUSED, 1",
        "ffffffff, , 0"
    })
    void aTextIsFoundAtTheBeginningOfAMakerOrAnId(String text, @Nullable ApprovalStatus status, int rows) {
        assertThat(table.find(session -> ApprovalStore.list(
                        session, Environments.ALL, Optional.ofNullable(status), text, FilledTable.FIRST_PAGE)))
                .hasSize(rows);
    }
}

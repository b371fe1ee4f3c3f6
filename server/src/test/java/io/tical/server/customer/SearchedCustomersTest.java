package io.tical.server.customer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.transaction.Environments;
import io.tical.server.transaction.FilledTable;
import io.tical.server.transaction.SearchedTable;
import io.tical.server.verification.VerificationFilter;
import io.tical.server.verification.VerificationStatus;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the search of customers' accounts finds, and that it reads little more. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchedCustomersTest {
    private SearchedTable table;

    @BeforeAll
    void open() throws SQLException {
        table = SearchedTable.of("customer_account", """
                INSERT INTO customer (organization_id, livemode, customer_id, name, metadata, created_at, updated_at)
                SELECT '00000000-0000-7000-8000-000000000001', true, :id, 'Customer ' || i, '{}', now(), now()
                """, """
                INSERT INTO customer_account (organization_id, livemode, account_id, customer_id, bank_code, account_no, holder_name, currency,
                    verification_requested_at, created_at, updated_at)
                SELECT '00000000-0000-7000-8000-000000000001', true, :id, :id, 'KBANK', 100000000 + i, 'Holder ' || i, 'THB', CASE WHEN i % 1000 = 0 THEN now() END, now(), now()
                """);
    }

    @AfterAll
    void close() {
        table.close();
    }

    @ParameterizedTest
    @CsvSource({
        "100001234, , 1",
        "10000-1234, , 1",
        "1000, , 21",
        "'', , 21",
        "'', PENDING, 10",
        "1000, PENDING, 10",
        "holder 1234, , 1",
        "HOLDER 123, , 11",
        "Holder 2000, PENDING, 1",
        "Holder 2001, PENDING, 0",
        "never, , 0",
        "01a19467-ecd1, UNVERIFIED, 1",
        "ffffffff, , 0"
    })
    void aTextIsFoundAtTheBeginningOfANumberAHolderOrAnId(
            String text, @Nullable VerificationStatus verification, int rows) {
        var filter = new VerificationFilter(verification, Environments.ALL, text);
        assertThat(table.find(session -> new ReviewedCustomers().list(session, filter, FilledTable.FIRST_PAGE)))
                .hasSize(rows);
    }
}

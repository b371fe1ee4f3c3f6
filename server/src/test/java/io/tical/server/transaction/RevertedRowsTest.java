package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.ledger.AuditReport;
import io.tical.server.ledger.Head;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that somebody reverted or deleted, and that the service then changed or wrote again. */
class RevertedRowsTest {
    private TestService service;
    private Merchant merchant;
    private String payin;
    private List<Head> noted;

    @BeforeEach
    void open() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        merchant = service.merchant();
        payin = merchant.payin("order", 10_000).expect(201).word("id");
        service.sql("CREATE TABLE kept AS TABLE payin");
        noted = service.audit().run().heads();
    }

    @AfterEach
    void close() {
        service.close();
    }

    /** The service changes the payin as it did before, or in another way. */
    private void change(String notes) {
        service.asService("payin", "UPDATE payin SET notes = '" + notes + "'");
    }

    private void revert() {
        service.sql("TRUNCATE payin; INSERT INTO payin TABLE kept");
    }

    private void requireNamed() {
        for (var report : List.of(service.audit().run(), service.audit().since(noted, List.of()))) {
            requireNamed(report, "payin");
        }
    }

    private void requireNamed(AuditReport report, String table) {
        assertThat(report.wrongRows()).singleElement().satisfies(finding -> {
            assertThat(finding.table()).isEqualTo(table);
            assertThat(finding.key())
                    .startsWith("organization_id " + merchant.organizationId() + ", livemode false, payin_id " + payin);
        });
    }

    @Test
    void changesThatFollowEachOtherAreInOrder() {
        change("one");
        change("two");
        change("one");
        change("two");
        service.requireCleanAudit();
        assertThat(service.audit().since(noted, List.of()).findings()).isEmpty();
    }

    @Test
    void aRowThatWasRevertedAndChangedInAnotherWayIsNamed() {
        change("one");
        revert();
        change("two");
        requireNamed();
    }

    @Test
    void aRowThatWasRevertedAndChangedInTheSameWayIsNamed() {
        change("one");
        revert();
        change("one");
        requireNamed();
    }

    /** Two of the same would cancel each other if they were only compared. */
    @Test
    void aRowThatWasRevertedTwiceIsNamed() {
        change("one");
        revert();
        change("one");
        revert();
        change("one");
        requireNamed();
    }

    @Test
    void aRowThatWasDeletedAndWrittenAgainIsNamed() {
        for (int time = 0; time < 2; time++) {
            service.sql("TRUNCATE disclosure");
            service.asService("disclosure", """
                    INSERT INTO disclosure SELECT organization_id, livemode, payin_id, '1', '127.0.0.1', 'request', date_trunc('second', now())
                    FROM payin""");
        }
        requireNamed(service.audit().run(), "disclosure");
    }
}

package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.TestService;
import io.tical.server.ledger.AlteredColumn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that the service never writes, which the owner's rules allowed until he dropped them, do not keep the audit from its report. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForeignValuesTest {
    private static final List<String> TABLES =
            List.of("wallet", "transfer", "seal", "journal", "payout", "payout_step", "payin", "state_change");

    private TestService service;

    @BeforeAll
    void open() {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0"));
        var merchant = service.merchant().funded("THB", 100_000);
        merchant.payin("open", 10_000).expect(201);
        var payout = merchant.payout("delivered", 1_000).expect(201).word("id");
        await().atMost(Duration.ofSeconds(90))
                .until(() -> merchant.payout(payout).word("status").equals("success")
                        && service.count("SELECT count(*) FROM seal") > 0);
        service.sql(AlteredColumn.withoutChecks(TABLES));
        service.sql(AlteredColumn.nullable(TABLES));
    }

    @AfterAll
    void close() {
        service.close();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "wallet, held, NULL",
                "wallet, last_seq, NULL",
                "wallet, updated_at, 'infinity'",
                "wallet, daily_date, '-infinity'",
                "transfer, transfer_id, NULL",
                "transfer, amount, NULL",
                "transfer, amount, 9223372036854775807",
                "transfer, operation, NULL",
                "transfer, available_after, NULL",
                "transfer, created_at, NULL",
                "transfer, created_at, '-infinity'",
                "transfer, created_at, '0044-03-15 BC'",
                "seal, to_seq, NULL",
                "seal, hash, NULL",
                "seal, sealed_at, NULL",
                "journal, previous, NULL",
                "journal, changes, NULL",
                "payout, status, NULL",
                "payout, amount, 9223372036854775807",
                "payout, delivered, NULL",
                "payout, daily_date, 'infinity'",
                "payout, updated_at, 'infinity'",
                "payout_step, amount, 9223372036854775807",
                "payout_step, amount, NULL",
                "payin, currency, NULL",
                "payin, paid, NULL",
                "payin, expires_at, 'infinity'",
                "state_change, trigger, NULL"
            })
    void theColumnIsNamed(String table, String column, String value) {
        service.sql("CREATE TABLE kept AS TABLE " + table);
        service.sql("UPDATE " + table + " SET " + column + " = " + value);
        try {
            assertThat(service.audit().run().wrongRows())
                    // What altered rows of the journal had of others is not known.
                    .filteredOn(finding -> !finding.key().startsWith("rows of "))
                    .isNotEmpty()
                    .allSatisfy(finding -> assertThat(finding.sentence())
                            .startsWith("In " + table + ", ")
                            .contains(" " + column + ": expected what the service wrote"));
        } finally {
            service.sql("TRUNCATE " + table + "; INSERT INTO " + table + " TABLE kept; DROP TABLE kept");
        }
    }
}

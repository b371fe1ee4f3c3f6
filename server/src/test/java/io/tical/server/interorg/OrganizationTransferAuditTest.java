package io.tical.server.interorg;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.TestService;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.Head;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The audit proves that both sides of a transfer exist and agree, with each other and with the ledger. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrganizationTransferAuditTest {
    /**
     * @param sql what is done to the rows, with their MACs, as if the service had a bug
     * @param table where a finding must be
     * @param says what its sentence must say
     */
    private record Tampering(String sql, String table, String says) {
        @Override
        public String toString() {
            return sql;
        }
    }

    private static final String SIDES = "organization_transfer";

    static final List<Tampering> TAMPERINGS = List.of(
            new Tampering("DELETE FROM organization_transfer WHERE direction = 'incoming'", SIDES, "found none"),
            new Tampering(
                    "DELETE FROM organization_transfer WHERE direction = 'outgoing'", SIDES, "the outgoing side in"),
            new Tampering(
                    "UPDATE organization_transfer SET amount = amount + 1 WHERE direction = 'incoming'",
                    SIDES,
                    "found one of 101 THB"),
            new Tampering("UPDATE organization_transfer SET amount = amount + 1", SIDES, "found 100"),
            new Tampering("UPDATE organization_transfer SET currency = 'USD'", "transfer", "postings in USD"),
            new Tampering(
                    "UPDATE organization_transfer SET counterparty_id = gen_random_uuid() WHERE direction = 'outgoing'",
                    SIDES,
                    "found none"),
            new Tampering(
                    "UPDATE organization_transfer SET counterparty_id = gen_random_uuid() WHERE direction = 'incoming'",
                    SIDES,
                    "found one of 100 THB from organization"),
            new Tampering(
                    "UPDATE organization_transfer SET notes = 'b' WHERE direction = 'incoming'", SIDES, "found one of"),
            new Tampering(
                    "UPDATE organization_transfer SET livemode = true WHERE direction = 'incoming'",
                    SIDES,
                    "found none"));

    private TestService service;
    private List<Head> heads;

    @BeforeAll
    void transfers() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        var from = service.merchant().funded("THB", 10_000);
        heads = service.audit().run().heads();
        TransferPair.send(service, from, service.merchant(), 100, "sent").expect(201);
        service.sql("CREATE TABLE sides_before AS SELECT * FROM organization_transfer");
    }

    @AfterEach
    void mend() {
        service.asService(
                SIDES,
                "DELETE FROM organization_transfer; INSERT INTO organization_transfer SELECT * FROM sides_before");
        service.requireCleanAudit();
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @Test
    void bothSidesAreCounted() {
        assertThat(service.audit().run().counts()).containsEntry(SIDES, 2L);
        assertThat(service.audit().since(heads, heads).finding()).isNull();
    }

    @ParameterizedTest
    @FieldSource("TAMPERINGS")
    void aRowThatContradictsTheOtherSideOrTheLedgerIsNamed(Tampering tampering) {
        service.asService(SIDES, tampering.sql());
        assertNamed(service.audit().run().findings(), tampering);
        assertNamed(service.audit().since(heads, heads).findings(), tampering);
    }

    private static void assertNamed(List<Finding> findings, Tampering tampering) {
        assertThat(findings)
                .anyMatch(finding -> finding.table().equals(tampering.table())
                        && finding.sentence().contains(tampering.says()));
    }

    @Test
    void transfersOfOneSideAloneAreFoundInTheSumOverAllOrganizations() {
        // As if the service had posted one side only, with all rows of the wallet as they must be.
        var lost = service.merchant();
        service.fundedLive(lost, 500);
        service.asService("transfer", """
                UPDATE transfer SET debit = 'interorg', operation = 'organization_transfer_in' WHERE livemode AND organization_id = '%s'""".formatted(lost.organizationId()));
        try {
            assertThat(service.audit().run().findings())
                    .extracting(Finding::sentence)
                    .anyMatch(sentence -> sentence.contains("live THB interorg"))
                    .anyMatch(sentence -> sentence.contains("a organization_transfer of this"));
        } finally {
            service.asService("transfer", """
                    UPDATE transfer SET debit = 'sandbox', operation = 'sandbox_top_up' WHERE livemode AND organization_id = '%s'""".formatted(lost.organizationId()));
        }
    }
}

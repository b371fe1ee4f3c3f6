package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody with the database in hand could change of payins is changed, and the audit names that row. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayinAuditTest {
    private static final StaffDecision STAFF = new StaffDecision("finance", null, null, "refund");

    /**
     * @param sql what is done to the database
     * @param table where the finding must be
     * @param says what its sentence must say
     */
    private record Tampering(String sql, String table, String says) {
        @Override
        public String toString() {
            return sql;
        }
    }

    static final List<Tampering> TAMPERINGS = List.of(
            new Tampering(
                    "UPDATE payin SET paid = paid + 1 WHERE livemode AND status = 'success'", "payin", "available"),
            new Tampering("UPDATE payin SET paid = 0, fee_charged = 0 WHERE status = 'success'", "payin", " paid:"),
            new Tampering("UPDATE payin SET fee_charged = 0 WHERE status = 'success'", "payin", "fee_charged"),
            new Tampering("UPDATE payin SET fee_returned = 1 WHERE status = 'success'", "payin", "fee_returned"),
            new Tampering(
                    "UPDATE payin SET fee_returned = 0 WHERE livemode AND status = 'refunded'",
                    "settlement_transfer",
                    "of 39600"),
            new Tampering(
                    "UPDATE payin SET refund_reference = 'other' WHERE livemode AND status = 'refunded'",
                    "settlement_transfer",
                    "the transfer OTHER"),
            new Tampering(
                    "UPDATE payin SET status = 'rejected' WHERE livemode AND status = 'success'", "payin", "rejected"),
            new Tampering(
                    "UPDATE payin SET status = 'success' WHERE livemode AND status = 'refunded'",
                    "settlement_transfer",
                    "no transfer, because nothing was paid back"),
            new Tampering(
                    "UPDATE payin SET status = 'success', paid = amount WHERE livemode AND status = 'pending'",
                    "payin",
                    "found 0"),
            new Tampering("UPDATE payin SET status = 'paid' WHERE status = 'pending'", "payin", "a status"),
            new Tampering(
                    "UPDATE payin SET currency = 'USD' WHERE livemode AND status = 'success'",
                    "transfer",
                    "postings in USD"),
            new Tampering(
                    "UPDATE payin SET organization_id = gen_random_uuid() WHERE livemode AND status = 'success'",
                    "payin",
                    "found 0"),
            new Tampering("DELETE FROM payin WHERE livemode AND status = 'success'", "transfer", "a payin of this"));

    private TestService service;

    @BeforeAll
    void payinsOfEveryKind() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        var merchant = service.merchant();
        service.payinFee(merchant, "THB", 10, 0);
        for (var each : List.of(merchant, service.live(merchant))) {
            var livemode = each != merchant;
            each.payin("pending", 10_000).expect(201);
            confirmed(each, livemode, "success", 20_000);
            service.tical()
                    .payins()
                    .commands()
                    .decide(
                            confirmed(each, livemode, "rejected", 30_000),
                            new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND),
                            STAFF);
            var refunded = confirmed(each, livemode, "refunded", 40_000);
            service.tical()
                    .payins()
                    .commands()
                    .decide(refunded, new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND), STAFF);
            service.tical()
                    .payins()
                    .commands()
                    .decide(refunded, new PayinAction.CompleteRefund("refund " + refunded.id()), STAFF);
        }
        service.sql("CREATE TABLE payin_before AS SELECT * FROM payin");
    }

    private TransactionKey confirmed(Merchant merchant, boolean livemode, String reference, long amount) {
        var id = merchant.payin(reference, amount).expect(201).word("id");
        var target = new TransactionKey(merchant.organizationId(), livemode, UUID.fromString(id));
        service.tical().payins().confirm(target, new Receipt(amount, "R"), Actor.SYSTEM, null);
        return target;
    }

    @AfterEach
    void mend() {
        service.asService("payin", "DELETE FROM payin; INSERT INTO payin SELECT * FROM payin_before");
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @Test
    void payinsOfEveryKindAddUp() {
        var report = service.audit().run();
        assertThat(report.finding()).isNull();
        assertThat(report.counts()).containsEntry("payin", 8L);
    }

    @Test
    void theCommandAuditsTheRowsOfAllModulesBesideARunningService() {
        var report = service.auditByCommand();
        assertThat(report.finding()).isNull();
        assertThat(report.counts()).containsKeys("payin", "payout", "p2p_match", "suspense");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "payin_id = gen_random_uuid()",
                "organization_id = gen_random_uuid()",
                "transfer_amount = transfer_amount + 7",
                "livemode = NOT livemode"
            })
    void aReservationOfAnotherPayinIsNamed(String change) {
        service.sql("CREATE TABLE reservations AS TABLE amount_reservation");
        try {
            service.sql("DELETE FROM amount_reservation WHERE livemode; UPDATE amount_reservation SET " + change);
            var finding = service.audit().run().finding();
            assertThat(finding).isNotNull();
            assertThat(finding.sentence()).startsWith("In amount_reservation, ");
        } finally {
            service.sql("DELETE FROM amount_reservation; INSERT INTO amount_reservation TABLE reservations;"
                    + " DROP TABLE reservations");
        }
    }

    @ParameterizedTest
    @FieldSource("TAMPERINGS")
    void anAlteredRowIsNamed(Tampering tampering) {
        // As if the service had a bug: the MACs are valid, and the rules remain.
        service.asService("payin", tampering.sql());
        var finding = service.audit().run().finding();
        assertThat(finding).isNotNull();
        assertThat(finding.table()).as(finding.sentence()).isEqualTo(tampering.table());
        assertThat(finding.sentence()).contains(tampering.says());
    }
}

package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A transfer that staff name pays one leg of a payout or one settlement, of all merchants of an environment. */
class PaidTransferTest extends TransfersByHand {
    private static final String USED = "TRANSFER_ALREADY_USED";
    private static final long SMALL = 1_000_000;
    /** Two legs on the manual rail. */
    private static final long TWO_LEGS = 100_000_000;
    /** The simulator's answer is unknown. */
    private static final long UNKNOWN = 40_003;

    private String body(Sent paid, String reference) {
        return String.format(Locale.ROOT, """
                {"version":%d,"outcome":"success","reference":"%s"}""", read(paid).data().get("version").asLong(), reference);
    }

    private Reply report(OperatorClient operator, Sent paid, String reference) {
        return operator.post(paid.outcome(), body(paid, reference));
    }

    @ParameterizedTest
    @CsvSource({"PAYOUT, PAYOUT", "PAYOUT, SETTLEMENT", "SETTLEMENT, PAYOUT", "SETTLEMENT, SETTLEMENT"})
    void aTransferPaysOnceHoweverItsReferenceIsTyped(Kind first, Kind second) {
        var reference = "once " + numbers.incrementAndGet();
        var paid = byHand(first, SMALL);
        report(finance, paid, reference).expect(200);
        var other = byHand(second, SMALL + 1);
        for (var typed : new String[] {
            reference,
            reference.toUpperCase(Locale.ROOT),
            reference.replace(" ", ""),
            reference.replace(" ", "\\u00a0\\u200b")
        }) {
            var refused = report(finance, other, typed).expect(409, USED);
            assertThat(refused.json().get("error").asText())
                    .startsWith(
                            "The transfer " + reference.toUpperCase(Locale.ROOT).replace(" ", "") + " paid the "
                                    + first.name().toLowerCase(Locale.ROOT) + " " + paid.id())
                    .contains("write the bank in front of the reference");
        }
        report(finance, other, "KBANK " + reference).expect(200);
    }

    @Test
    void aTransferPaysOneLegOfAPayout() {
        var payout = approved(TWO_LEGS);
        assertThat(decided(payout, """
                        {"version":%d,"decision":"success","note":"seen","reference":"LEGS-1"}""")).isEqualTo("409 PAYOUT_STATUS_TRANSITION_INVALID");
        var second = payout.path() + "/steps/2/outcome";
        assertThat(approve(finance.post(payout.outcome(), body(payout, "LEGS-1"))))
                .isEqualTo("200 ");
        finance.post(second, body(payout, "legs-1")).expect(409, USED);
        assertThat(approve(finance.post(second, body(payout, "LEGS-2")))).isEqualTo("200 ");
        assertThat(read(payout).word("status")).isEqualTo("success");
    }

    /** A live payout that a review held back. */
    private Sent approved(long amount) {
        var id = merchant.payout("payout-" + numbers.incrementAndGet(), amount)
                .expect(201)
                .word("id");
        var payout = new Sent(Kind.PAYOUT, id);
        assertThat(decided(payout, "{\"version\":%d,\"decision\":\"approve\"}")).isEqualTo("200 ");
        awaitDecision(payout, "failed");
        return payout;
    }

    /** What the decision of two persons is answered. */
    private String decided(Sent payout, String body) {
        return approve(finance.post(
                payout.path() + "/decision",
                String.format(
                        Locale.ROOT, body, read(payout).data().get("version").asLong())));
    }

    private String approve(Reply asked) {
        return asked.status() == 202 ? answer(approved(asked)) : answer(asked);
    }

    private Reply approved(Reply asked) {
        return colleague.post("/admin/v1/approvals/" + asked.word("approval_id") + "/approve");
    }

    private static String answer(Reply reply) {
        return reply.status() + " " + reply.code();
    }

    @ParameterizedTest
    @EnumSource
    void aTransferIsComparedWhenADecisionIsAskedForAndWhenItIsApproved(Kind kind) {
        var reference = "EYES-" + numbers.incrementAndGet();
        var large = byHand(kind, LARGE);
        var asked = report(finance, large, reference).expect(202);
        report(finance, byHand(Kind.PAYOUT, SMALL), reference).expect(200);
        approved(asked).expect(409, USED);
        assertThat(read(large).word("status")).isEqualTo("processing");
        report(finance, large, reference).expect(409, USED);
        approved(report(finance, large, reference + " SCB").expect(202)).expect(200);
    }

    @Test
    void onlyOneOfManyReportsOfATransferAtTheSameTimeIsAccepted() throws Exception {
        var reports = new ArrayList<Callable<Reply>>();
        for (int i = 0; i < 6; i++) {
            var paid = byHand(Kind.values()[i % 2], SMALL + i);
            var body = body(paid, "RACE-1");
            reports.add(() -> finance.post(paid.outcome(), body));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<String>();
            for (var answer : threads.invokeAll(reports)) {
                answers.add(answer(answer.get()));
            }
            assertThat(answers).containsOnlyOnce("200 ").containsOnly("200 ", "409 " + USED);
        }
    }

    @Test
    void aTransferThatPaidALegIsNoLateDeliveryOfAnotherAttempt() {
        var payout = byHand(Kind.PAYOUT, SMALL);
        var failed = failAndRetry(payout);
        report(finance, payout, "LATE-1").expect(200);
        reportLate(payout, failed, "LATE-1").expect(409, USED);
    }

    @Test
    void aTransferThatIsClaimedBackPaysNothing() {
        var payout = byHand(Kind.PAYOUT, SMALL);
        var failed = failAndRetry(payout);
        var failedNext = failAndRetry(payout);
        reportLate(payout, failed, "TWICE-1").expect(200);
        report(finance, payout, "twice-1").expect(409, USED);
        reportLate(payout, failedNext, "TWICE-1").expect(409, USED);
        report(finance, byHand(Kind.PAYOUT, SMALL), "TWICE-1").expect(409, USED);
        report(finance, byHand(Kind.SETTLEMENT, SMALL), "TWICE-1").expect(409, USED);
        report(finance, payout, "TWICE-2").expect(200);
        service.requireCleanAudit();
    }

    /** The id of the attempt that failed; the leg has a new one. */
    private String failAndRetry(Sent payout) {
        var attempts = read(payout).data().at("/execution_steps/0/attempts");
        finance.post(
                        payout.outcome(),
                        String.format(
                                Locale.ROOT,
                                """
                        {"version":%d,"outcome":"failed"}""",
                                read(payout).data().get("version").asLong()))
                .expect(200);
        finance.post(
                        payout.path() + "/decision",
                        String.format(
                                Locale.ROOT,
                                """
                        {"version":%d,"decision":"retry"}""",
                                read(payout).data().get("version").asLong()))
                .expect(200);
        await().atMost(SOON)
                .until(() ->
                        read(payout).data().at("/execution_steps/0/attempts").size() == attempts.size() + 1);
        return attempts.get(attempts.size() - 1).get("id").asText();
    }

    private Reply reportLate(Sent payout, String attemptId, String reference) {
        return finance.post(
                payout.outcome(),
                String.format(
                        Locale.ROOT, """
                {"version":%d,"outcome":"success","reference":"%s","attempt_id":"%s"}""", read(payout).data().get("version").asLong(), reference, attemptId));
    }

    @Test
    void theTransfersOfTestAndLiveDoNotMeet() {
        var test = service.merchant().funded("THB", 100_000);
        var tried = created(Kind.PAYOUT, test, UNKNOWN, "success");
        report(finance, tried, "BOTH-1").expect(200);
        report(finance, byHand(Kind.PAYOUT, SMALL), "BOTH-1").expect(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            settlement_transfer | SET attempt_id = gen_random_uuid() | expected no transfer, because no attempt was delivered by it
            payout_attempt      | SET rail_reference = 'OTHER'       | expected the transfer OTHER
            payout_attempt      | SET rail_reference = NULL          | expected no transfer
            """)
    void theAuditNamesATransferThatPaidNoLeg(String table, String change, String says) {
        var payout = byHand(Kind.PAYOUT, SMALL);
        report(finance, payout, "AUDITED-" + numbers.incrementAndGet()).expect(200);
        var own = " WHERE payout_id = '" + payout.id() + "'";
        service.sql("CREATE TABLE before_change AS SELECT * FROM " + table + own);
        service.asService(table, "UPDATE " + table + " " + change + own);
        try {
            assertThat(service.audit().run().findings())
                    .anyMatch(finding -> finding.table().equals("settlement_transfer")
                            && finding.sentence().contains("payout " + payout.id())
                            && finding.sentence().contains(says));
        } finally {
            service.asService(
                    table, "DELETE FROM " + table + own + "; INSERT INTO " + table + " SELECT * FROM before_change");
            service.sql("DROP TABLE before_change");
        }
    }
}

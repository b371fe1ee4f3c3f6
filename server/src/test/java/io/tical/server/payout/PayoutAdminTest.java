package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.merchant.OneChange;
import io.tical.server.merchant.Thresholds;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators decide on payouts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayoutAdminTest {
    private static final long FUNDS = 200_000_000;
    /** Two legs on the manual rail. */
    private static final long TWO_LEGS = 100_000_000;

    private static final String QR = "004100060000010103014022000111222233344ABCD125102TH910417DF";
    private static final String QR_REFERENCE = "00111222233344ABCD12";

    private TestService service;
    private CallbackSink sink;
    private OperatorClient finance;
    private AdminPayouts payouts;
    /** A payout in review that no test decides. */
    private String undecided;

    @BeforeAll
    void start() {
        sink = new CallbackSink();
        service = TestService.start(Map.of(
                "TICAL_WEBHOOK_ALLOW", "127.0.0.1",
                "TICAL_SANDBOX_DISPATCH_SECONDS", "0",
                "TICAL_RAIL_POLL_SECONDS", "1,2"));
        finance = service.operator(Operator.Role.FINANCE);
        payouts = new AdminPayouts(finance);
        undecided = unknown(test());
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        service.close();
        sink.close();
    }

    private Merchant live() {
        var merchant = service.fundedLive(service.merchant(), FUNDS);
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYOUT, sink.url(), Form.AUTO);
        return merchant;
    }

    /** A live merchant whose payouts need neither a review nor a second person. */
    private Merchant trusted() {
        var merchant = live();
        service.tical().organizations().change(merchant.organizationId(), OneChange.thresholds(Thresholds.NONE));
        return merchant;
    }

    /** A live payout with all legs in the hands of staff. */
    private String byHand(Merchant merchant, long amount) {
        var id = payout(merchant, amount);
        payouts.awaitPossible(id, "failed");
        return id;
    }

    private String unknown(Merchant merchant) {
        var id = payout(merchant, 40_003);
        payouts.await(id, "in_review");
        return id;
    }

    private Merchant test() {
        return service.merchant().funded("THB", 100_000);
    }

    private static String payout(Merchant merchant, long amount) {
        return merchant.payout("payout", amount).expect(201).word("id");
    }

    private void awaitCallback(String id, String event) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(sink.about(id))
                        .extracting(one -> one.json().get("event").asText())
                        .containsExactly(event));
    }

    @Test
    void aLivePayoutIsTransferredByHandLegByLeg() {
        var merchant = trusted();
        var id = byHand(merchant, TWO_LEGS);
        var before = payouts.read(id);
        assertThat(before.word("rail")).isEqualTo("manual");
        assertThat(AdminPayouts.decisions(before)).containsExactly("failed", "outcome");
        assertThat(before.data().at("/execution_steps/1/attempts/0/state").asText())
                .isEqualTo("open");

        var first = payouts.report(id, 1, "\"success\",\"reference\":\"B1\",\"note\":\"sent\"")
                .expect(200);
        assertThat(first.word("status")).isEqualTo("processing");
        assertThat(first.data().at("/execution_steps/0/status").asText()).isEqualTo("success");
        assertThat(first.data().at("/execution_steps/0/attempts/0/reference").asText())
                .isEqualTo("B1");
        payouts.report(id, 1, "\"success\"").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");

        var second = before.data().at("/execution_steps/1/id").asText();
        var done = payouts.report(id, second, "\"success\",\"slip_qr_string\":\"" + QR + "\"")
                .expect(200);
        assertThat(done.word("status")).isEqualTo("success");
        assertThat(done.word("slip_qr_ref")).isEqualTo(QR_REFERENCE);
        assertThat(done.word("slip_qr_string")).isEqualTo(QR);
        assertThat(AdminPayouts.decisions(done)).containsExactly("further_transfer", "refund");
        awaitCallback(id, "payout.succeeded");
        assertThat(merchant.balance("THB").get("total").asLong()).isEqualTo(FUNDS - TWO_LEGS);
        assertThat(merchant.payout(id).data().at("/execution_steps/0").has("attempts"))
                .isFalse();
        var log = finance.get("/admin/v1/audit?object=" + id).expect(200);
        assertThat(log.data()).hasSize(2);
        assertThat(log.data().findValuesAsText("action")).containsExactly("delivered", "report_leg");
        assertThat(log.data().get(1).get("note").asText()).isEqualTo("sent");
        assertThat(merchant.get("/v1/payouts/" + id + "/timeline").expect(200).text())
                .doesNotContain("processing → processing");
    }

    @Test
    void theVersionStaysWhileAPayoutIsHandedToStaff() {
        var id = payout(trusted(), TWO_LEGS);
        var seen = payouts.read(id).number("version");
        payouts.awaitPossible(id, "failed");
        await().atMost(Duration.ofSeconds(60)).until(() -> !due(id));
        assertThat(payouts.read(id).number("version")).isEqualTo(seen);
    }

    private boolean due(String id) {
        return service.count("SELECT count(*) FROM payout WHERE payout_id = '" + id + "' AND due_at IS NOT NULL") > 0;
    }

    @Test
    void aLegThatArrivesInPartAndOneThatFailsLeaveTheRest() {
        var merchant = trusted();
        var id = byHand(merchant, TWO_LEGS);
        payouts.report(id, 2, "\"failed\"").expect(200);
        var done = payouts.report(
                        id,
                        1,
                        "\"success\",\"transfer_amount\":10000000,\"override_reason\":\"bank_limit\",\"note\":\"a part\"")
                .expect(200);
        assertThat(done.word("status")).isEqualTo("partial_success");
        assertThat(done.data().get("execution_steps").findValuesAsText("status"))
                .containsExactly("partial_success", "failed");
        assertThat(done.word("slip_qr_ref")).startsWith("REPORTED");
        awaitCallback(id, "payout.partially_succeeded");
        assertThat(merchant.available()).isEqualTo(FUNDS - 10_000_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTransferThatFailedReturnsTheMoney(boolean byLeg) {
        var merchant = trusted();
        var id = byHand(merchant, 1_000_000);
        var done = byLeg ? payouts.report(id, 1, "\"failed\"") : payouts.decide(id, "failed");
        assertThat(done.expect(200).word("status")).isEqualTo("failed");
        assertThat(AdminPayouts.decisions(done)).containsExactly("retry", "late_outcome");
        awaitCallback(id, "payout.failed");
        assertThat(merchant.available()).isEqualTo(FUNDS);
        payouts.decide(id, "retry").expect(200);
        payouts.awaitPossible(id, "failed");
        var reference = "B-" + byLeg;
        var sent = finance.post(
                AdminPayouts.path(id) + "/decision",
                payouts.versioned(
                        id, ",\"decision\":\"success\",\"reference\":\"" + reference + "\",\"note\":\"seen\""));
        assertThat(sent.expect(200).word("slip_qr_ref")).isEqualTo(reference);
        assertThat(sent.data().at("/execution_steps/0/attempts")).hasSize(2);
        assertThat(merchant.available()).isEqualTo(FUNDS - 1_000_000);

        // Staff see who decided, and the notes; the merchant sees neither.
        var acted = payouts.read(id)
                .data()
                .get("timeline")
                .valueStream()
                .filter(item -> item.get("kind").asText().equals("staff"))
                .toList();
        assertThat(acted)
                .extracting(item -> item.at("/detail/actor").asText() + " "
                        + item.at("/detail/note").asText(""))
                .hasSize(3)
                .endsWith(finance.username() + " seen");
        assertThat(merchant.get("/v1/payouts/" + id + "/timeline").expect(200).text())
                .doesNotContain(finance.username(), "\"seen\"");
    }

    @Test
    void aReviewIsApprovedOrRejected() {
        var merchant = live();
        var approved = payout(merchant, 6_000_000);
        var held = payouts.read(approved);
        assertThat(held.word("review_reason")).isEqualTo("destination_unverified");
        assertThat(AdminPayouts.decisions(held)).containsExactly("approve", "reject");
        assertThat(payouts.decide(approved, "approve").expect(200).word("status"))
                .isEqualTo("processing");
        payouts.awaitPossible(approved, "outcome");

        // Its amount would need a second person if it moved.
        var rejected = merchant.payout("rejected", 60_000_000).expect(201).word("id");
        var body = payouts.decision(rejected, "reject");
        finance.repeatable("reject-it", AdminPayouts.path(rejected) + "/decision", body)
                .expect(200);
        payouts.await(rejected, "refunded");
        assertThat(merchant.get("/v1/payouts/" + rejected + "/timeline")
                        .expect(200)
                        .data())
                .filteredOn(item -> item.at("/detail/type").asText().equals("change"))
                .extracting(item -> item.get("title").asText() + " by "
                        + item.at("/detail/actor").asText())
                .containsExactly("pending_review → rejected by staff", "rejected → refunded by system");
        finance.repeatable("reject-it", AdminPayouts.path(rejected) + "/decision", body)
                .expect(200);
        assertThat(merchant.available()).isEqualTo(FUNDS - 6_000_000);
        payouts.decide(approved, "approve").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
    }

    @Test
    void anUnknownOutcomeIsRetriedAndThenDecided() {
        var merchant = test();
        var id = unknown(merchant);
        assertThat(AdminPayouts.decisions(payouts.read(id)))
                .containsExactly("reject", "retry", "success", "failed", "outcome");
        payouts.retry(id);
        assertThat(payouts.read(id).data().findValuesAsText("state")).containsExactly("dead", "open");
        assertThat(payouts.decide(id, "success").expect(200).word("status")).isEqualTo("success");
        assertThat(merchant.available()).isEqualTo(100_000 - 40_003);
    }

    @Test
    void whileAnAutomaticRailWorksStaffWait() {
        try (var slow = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0"))) {
            var operator = slow.operator(Operator.Role.FINANCE);
            var merchant = slow.merchant().funded("THB", 100_000);
            var id = payout(merchant, 40_003);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !operator.get(AdminPayouts.path(id))
                            .expect(200)
                            .data()
                            .at("/execution_steps/0/attempts")
                            .isEmpty());
            assertThat(AdminPayouts.decisions(operator.get(AdminPayouts.path(id))))
                    .isEmpty();
            operator.post(AdminPayouts.path(id) + "/claim").expect(409, "NOTHING_TO_DECIDE");
            operator.post(AdminPayouts.path(id) + "/steps/1/outcome", "{\"version\":1,\"outcome\":\"failed\"}")
                    .expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
            operator.post(
                            AdminPayouts.path(id) + "/decision",
                            "{\"version\":1,\"decision\":\"failed\",\"note\":\"no\"}")
                    .expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
            slow.requireCleanAudit();
        }
    }

    @Test
    void aDeliveredPayoutIsRevertedAndItsRefundCompleted() {
        var merchant = test();
        var id = payout(merchant, 40_000);
        payouts.await(id, "success");
        finance.post(AdminPayouts.path(id) + "/refund", payouts.versioned(id, ""))
                .expect(400, "VALIDATION_FAILED");
        var complete = AdminPayouts.path(id) + "/refund/complete";
        finance.post(complete, payouts.versioned(id, ",\"reference\":\"B8\""))
                .expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        var reverted = finance.post(
                        AdminPayouts.path(id) + "/refund",
                        payouts.versioned(id, ",\"reason\":\"sent back\",\"note\":\"call\""))
                .expect(200);
        assertThat(reverted.word("status")).isEqualTo("rejected");
        assertThat(AdminPayouts.decisions(reverted)).containsExactly("further_transfer", "complete_refund");
        assertThat(merchant.available()).isEqualTo(60_000);
        var body = payouts.versioned(id, ",\"reference\":\"B9\"");
        assertThat(finance.repeatable("complete-it", complete, body).expect(200).word("status"))
                .isEqualTo("refunded");
        finance.repeatable("complete-it", complete, body).expect(200);
        finance.post(complete, payouts.versioned(id, ",\"reference\":\"B8\""))
                .expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        assertThat(merchant.available()).isEqualTo(100_000);
        var log = finance.get("/admin/v1/audit?object=" + id).expect(200).data();
        assertThat(log.findValuesAsText("note")).containsExactly("reference B9", "sent back; call");
    }

    @Test
    void anEarlierDeliveryToTheAccountIsShown() {
        var merchant = test();
        var first = payout(merchant, 10_000);
        payouts.await(first, "success");
        var second = merchant.payout("second", 20_000).expect(201).word("id");
        assertThat(payouts.read(first).data().get("earlier_deliveries")).isEmpty();
        var earlier = payouts.read(second).data().get("earlier_deliveries");
        assertThat(earlier).hasSize(1);
        assertThat(earlier.get(0).get("id").asText()).isEqualTo(first);
        assertThat(earlier.get(0).get("delivered").asLong()).isEqualTo(10_000);
    }

    @Test
    void anOlderVersionIsAConflictAndADecisionAgainChangesNothing() {
        var merchant = test();
        var id = unknown(merchant);
        var old = payouts.read(id).number("version") - 1;
        finance.post(
                        AdminPayouts.path(id) + "/decision",
                        String.format(Locale.ROOT, "{\"version\":%d,\"decision\":\"retry\"}", old))
                .expect(409, "VERSION_CONFLICT");
        var body = payouts.decision(id, "success");
        finance.repeatable("decide-once", AdminPayouts.path(id) + "/decision", body)
                .expect(200);
        var again = finance.repeatable("decide-once", AdminPayouts.path(id) + "/decision", body)
                .expect(200);
        assertThat(again.word("status")).isEqualTo("success");
        assertThat(finance.get("/admin/v1/audit?object=" + id).expect(200).data())
                .hasSize(1);
        finance.post(AdminPayouts.path(id) + "/decision", body).expect(409, "VERSION_CONFLICT");
        assertThat(merchant.available()).isEqualTo(100_000 - 40_003);
    }

    @Test
    void aReportAgainAfterALostAnswerChangesNothing() {
        var merchant = trusted();
        var id = byHand(merchant, TWO_LEGS);
        var outcome = AdminPayouts.path(id) + "/steps/2/outcome";
        var body = payouts.versioned(id, ",\"outcome\":\"success\",\"reference\":\"B3\"");
        finance.repeatable("report-once", outcome, body).expect(200);
        payouts.report(id, 1, "\"failed\"").expect(200);
        assertThat(finance.repeatable("report-once", outcome, body).expect(200).word("status"))
                .isEqualTo("partial_success");
        assertThat(merchant.available()).isEqualTo(FUNDS - TWO_LEGS / 2);
    }

    @Test
    void aFurtherTransferOfAPaidLegLeavesTheOtherLegOpen() {
        var merchant = trusted();
        var id = byHand(merchant, TWO_LEGS);
        payouts.report(id, 1, "\"success\",\"reference\":\"FIRST\"").expect(200);
        var paid =
                payouts.read(id).data().at("/execution_steps/0/attempts/0/id").asText();
        payouts.report(
                        id,
                        1,
                        "\"further\",\"attempt_id\":\"%s\",\"reference\":\"AGAIN\",\"transfer_amount\":1000,\"override_reason\":\"other\",\"note\":\"a small one\""
                                .formatted(paid))
                .expect(200);
        assertThat(payouts.read(id).word("status")).isEqualTo("processing");
        payouts.report(id, 2, "\"success\",\"reference\":\"SECOND\"").expect(200);
        assertThat(payouts.read(id).word("status")).isEqualTo("success");
        service.requireCleanAudit();
    }

    @Test
    void onlyTheHolderOfTheLeaseDecides() {
        var id = unknown(test());
        var other = service.operator(Operator.Role.FINANCE);
        assertThat(other.post(AdminPayouts.path(id) + "/claim").expect(200).word("claimed_by"))
                .isEqualTo(other.username());
        assertThat(payouts.read(id).word("claimed_by")).isEqualTo(other.username());
        finance.post(AdminPayouts.path(id) + "/claim").expect(409, "ALREADY_CLAIMED");
        payouts.decide(id, "success").expect(409, "ALREADY_CLAIMED");
        payouts.report(id, 1, "\"success\"").expect(409, "ALREADY_CLAIMED");
        var decided = other.post(AdminPayouts.path(id) + "/decision", payouts.decision(id, "failed"))
                .expect(200);
        assertThat(decided.data().get("claimed_by").isNull()).isTrue();
        assertThat(payouts.read(id).data().get("claimed_by").isNull()).isTrue();
        finance.post(AdminPayouts.path(id) + "/claim").expect(200);
        finance.post(AdminPayouts.path(id) + "/release").expect(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            decision              | "decision":"success","reference":"B1"                              | note
            decision              | "decision":"success","note":"seen"                                 | reference
            decision              | "decision":"success","note":"seen","reference":"\u200b"           | reference
            steps/1/outcome       | "outcome":"success"                                                | reference
            steps/1/outcome       | "outcome":"success","reference":"\u00a0 "                         | reference
            confirm-late          | "note":"it arrived"                                                | reference
            confirm-late          | "reference":" "                                                    | reference
            decision              | "decision":"failed"                                                | note
            decision              | "decision":"perhaps"                                               | decision
            decision              | "note":"no decision"                                               | decision
            decision              | "decision":"retry","reference":"B1"                                | reference
            decision              | "decision":"failed","note":"no","slip_qr_string":"x"               | slip_qr_string
            steps/1/outcome       | "outcome":"unknown"                                                | outcome
            steps/1/outcome       | "outcome":"success","transfer_amount":40004                        | transfer_amount
            steps/1/outcome       | "outcome":"success","transfer_amount":0                            | transfer_amount
            steps/1/outcome       | "outcome":"failed","transfer_amount":10                            | transfer_amount
            steps/1/outcome       | "outcome":"failed","reference":"B1"                                | reference
            steps/1/outcome       | "outcome":"success","reference":5                                  | reference
            steps/1/outcome       | "outcome":"success","reference":"other","slip_qr_string":"QR"      | reference
            confirm-late          | "reference":5                                                      | reference
            refund                | "reason":" "                                                       | reason
            refund/complete       | "reference":1                                                      | reference""")
    void invalidFieldsAreNamed(String operation, String fields, String field) {
        var refused = finance.post(
                        AdminPayouts.path(undecided) + "/" + operation,
                        payouts.versioned(undecided, "," + fields.replace("\"QR\"", "\"" + QR + "\"")))
                .expect(400, "VALIDATION_FAILED");
        assertThat(refused.json().get("errors").findValuesAsText("field")).contains(field);
        assertThat(payouts.read(undecided).word("status")).isEqualTo("in_review");
    }

    @Test
    void anUnknownPayoutIsNotFound() {
        for (var nobody : List.of(Ids.next().toString(), "not-an-id")) {
            finance.get(AdminPayouts.path(nobody)).expect(404, "PAYOUT_NOT_FOUND");
            finance.post(AdminPayouts.path(nobody) + "/claim").expect(404, "PAYOUT_NOT_FOUND");
            finance.post(AdminPayouts.path(nobody) + "/decision", "{\"version\":1}")
                    .expect(404, "PAYOUT_NOT_FOUND");
        }
        payouts.report(undecided, 2, "\"success\"").expect(404, "PAYOUT_STEP_NOT_FOUND");
        payouts.report(undecided, Ids.next(), "\"success\"").expect(404, "PAYOUT_STEP_NOT_FOUND");
        finance.post(AdminPayouts.path(undecided) + "/decision", "{\"decision\":\"retry\"}")
                .expect(400, "VALIDATION_FAILED");
    }
}

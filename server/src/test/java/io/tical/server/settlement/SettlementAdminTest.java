package io.tical.server.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.merchant.OneChange;
import io.tical.server.merchant.Thresholds;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators decide on settlements. */
class SettlementAdminTest extends AuditedService {
    private static final String TREE = "/admin/v1/settlements";
    private static final long FUNDS = 200_000_000;
    private static final String QR = "004100060000010103014022000111222233344ABCD125102TH910417DF";
    private static final String QR_REFERENCE = "00111222233344ABCD12";

    private OperatorClient finance;
    private OperatorClient other;
    private OperatorClient support;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_RAIL_POLL_SECONDS", "1,2");
    }

    @BeforeAll
    void hire() {
        finance = service.operator(Operator.Role.FINANCE);
        other = service.operator(Operator.Role.FINANCE);
        support = service.operator(Operator.Role.SUPPORT);
    }

    /** A live merchant with a verified account, whose decisions need no second person. */
    private Merchant live() {
        var merchant = service.fundedLive(service.merchant(), FUNDS);
        verify(merchant);
        service.tical().organizations().change(merchant.organizationId(), OneChange.thresholds(Thresholds.NONE));
        return merchant;
    }

    private void verify(Merchant merchant) {
        finance.verifyAccount(merchant);
    }

    private static String settle(Merchant merchant, long amount) {
        return merchant.post(
                        "/v1/settlements",
                        String.format(
                                Locale.ROOT, "{\"dest_account_id\":\"%s\",\"amount\":%d}", merchant.account(), amount))
                .expect(201)
                .word("id");
    }

    /** A live settlement in the hands of staff. */
    private String byHand(Merchant merchant, long amount) {
        var id = settle(merchant, amount);
        awaitPossible(id, "outcome");
        // It is listed once it is written down that it was handed over.
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> support.get(TREE + "?rail=manual&limit=100&organization_id=" + merchant.organizationId())
                        .expect(200)
                        .data()
                        .valueStream()
                        .anyMatch(one -> one.get("id").asText().equals(id)));
        return id;
    }

    /** A test settlement that its rail lost track of. */
    private String lost(Merchant merchant) {
        var id = settle(merchant, 40_003);
        awaitPossible(id, "retry");
        return id;
    }

    private Merchant test() {
        return service.merchant().funded("THB", 100_000);
    }

    private Reply read(String id) {
        return finance.get(TREE + "/" + id).expect(200);
    }

    private void awaitPossible(String id, String decision) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(decisions(read(id))).contains(decision));
    }

    private static List<String> decisions(Reply settlement) {
        return settlement
                .data()
                .get("decisions")
                .valueStream()
                .map(one -> one.asText())
                .toList();
    }

    private String versioned(String id, String more) {
        return "{\"version\":" + read(id).number("version") + more + "}";
    }

    private Reply report(OperatorClient operator, String id, String outcome) {
        return operator.post(TREE + "/" + id + "/outcome", versioned(id, ",\"outcome\":" + named(outcome)));
    }

    private Reply decide(String id, String decision) {
        return finance.post(
                TREE + "/" + id + "/decision",
                versioned(id, ",\"note\":\"seen at the bank\",\"decision\":" + named("\"" + decision + "\"")));
    }

    /** A success without a reference names a transfer of its own. */
    private static String named(String outcome) {
        return outcome.startsWith("\"success\"")
                        && !outcome.contains("\"reference\"")
                        && !outcome.contains("slip_qr_string")
                ? outcome + ",\"reference\":\"ARRIVED-" + Ids.next() + "\""
                : outcome;
    }

    @Test
    void aLiveSettlementIsTransferredByHand() {
        var merchant = live();
        var id = byHand(merchant, 1_000_000);
        var before = read(id);
        assertThat(before.word("rail")).isEqualTo("manual");
        assertThat(before.word("status")).isEqualTo("processing");
        assertThat(decisions(before)).containsExactly("success", "failed", "outcome");
        assertThat(before.data().at("/attempts/0/state").asText()).isEqualTo("open");
        assertThat(merchant.balance("THB").get("in_transit").asLong()).isEqualTo(1_000_000);

        var done = report(finance, id, "\"success\",\"slip_qr_string\":\"" + QR + "\"")
                .expect(200);
        assertThat(done.word("status")).isEqualTo("completed");
        assertThat(done.word("slip_qr_string")).isEqualTo(QR);
        assertThat(done.data().at("/attempts/0/reference").asText()).isEqualTo(QR_REFERENCE);
        assertThat(decisions(done)).containsExactly("further_transfer");
        assertThat(merchant.balance("THB").get("total").asLong()).isEqualTo(FUNDS - 1_000_000);
        report(finance, id, "\"failed\"").expect(409, "SETTLEMENT_STATUS_TRANSITION_INVALID");
        var log = finance.get("/admin/v1/audit?object=" + id).expect(200);
        assertThat(log.data().findValuesAsText("action")).containsExactly("delivered");
        assertThat(finance.get("/admin/v1/search?q=" + QR_REFERENCE).expect(200).text())
                .contains(id);
    }

    @Test
    void aFailureReturnsTheAmountOnce() {
        var merchant = live();
        var id = byHand(merchant, 1_000_000);
        var request = Ids.next().toString();
        var body = versioned(id, ",\"outcome\":\"failed\",\"failure_code\":\"account_closed\"");
        var failed =
                finance.repeatable(request, TREE + "/" + id + "/outcome", body).expect(200);
        assertThat(failed.word("failure_code")).isEqualTo("account_closed");
        finance.repeatable(request, TREE + "/" + id + "/outcome", body).expect(200);
        assertThat(merchant.available()).isEqualTo(FUNDS);
        assertThat(merchant.get("/v1/settlements/" + id).word("status")).isEqualTo("failed");
        assertThat(decisions(read(id))).containsExactly("late_outcome");
    }

    @Test
    void aFailedTransferThatArrivedAfterAllIsClaimedBack() {
        var merchant = live();
        var id = byHand(merchant, 1_000_000);
        report(finance, id, "\"failed\"").expect(200);
        var attempt = read(id).data().at("/attempts/0/id").asText();
        report(finance, id, "\"failed\",\"attempt_id\":\"" + attempt + "\"")
                .expect(409, "SETTLEMENT_STATUS_TRANSITION_INVALID");
        var told = report(finance, id, "\"success\",\"attempt_id\":\"" + attempt + "\",\"reference\":\"LATE-1\"")
                .expect(200);
        assertThat(told.word("status")).isEqualTo("failed");
        assertThat(told.data().at("/attempts/0/late_amount").asLong()).isEqualTo(1_000_000);
        assertThat(decisions(told)).containsExactly("further_transfer");
        report(finance, id, "\"success\",\"attempt_id\":\"" + attempt + "\"")
                .expect(409, "SETTLEMENT_STATUS_TRANSITION_INVALID");
        assertThat(merchant.available()).isEqualTo(FUNDS);
        var claim = SettlementClaim.of(finance, id);
        assertThat(claim.json().get("source").asText()).isEqualTo("settlement");
        assertThat(claim.json().get("amount").asLong()).isEqualTo(1_000_000);
        claim.settle(finance);
    }

    @Test
    void aTransferPaysOneSettlement() {
        var merchant = live();
        var first = byHand(merchant, 1_000_000);
        var second = byHand(merchant, 1_000_000);
        report(finance, first, "\"success\",\"reference\":\"once 77\"").expect(200);
        report(finance, second, "\"success\",\"reference\":\"ONCE77\"").expect(409, "TRANSFER_ALREADY_USED");
        report(finance, second, "\"success\",\"reference\":\"KBANK ONCE77\"").expect(200);
    }

    @Test
    void twoOperatorsWhoNameOneTransferPayOneSettlement() throws Exception {
        var merchant = live();
        var bodies = new ArrayList<Callable<Reply>>();
        for (int i = 0; i < 4; i++) {
            var id = byHand(merchant, 1_000_000 + i);
            var body = versioned(id, ",\"outcome\":\"success\",\"reference\":\"RACE-1\"");
            bodies.add(() -> finance.post(TREE + "/" + id + "/outcome", body));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var codes = new ArrayList<String>();
            for (var answer : threads.invokeAll(bodies)) {
                codes.add(answer.get().status() + answer.get().code());
            }
            assertThat(codes).containsOnlyOnce("200").containsOnly("200", "409TRANSFER_ALREADY_USED");
        }
    }

    @ParameterizedTest
    @CsvSource({"success, completed, 59997", "failed, failed, 100000"})
    void staffDecideAnUnknownOutcome(String decision, String status, long available) {
        var merchant = test();
        var id = lost(merchant);
        assertThat(read(id).word("status")).isEqualTo("processing");
        assertThat(read(id).word("review_reason")).contains("unknown outcome");
        assertThat(decide(id, decision).expect(200).word("status")).isEqualTo(status);
        assertThat(merchant.available()).isEqualTo(available);
    }

    @Test
    void aRetrySendsItAgainWithANewAttempt() {
        var merchant = test();
        var id = lost(merchant);
        decide(id, "retry").expect(200);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(read(id).data().get("attempts")).hasSize(2));
        awaitPossible(id, "retry");
        var first = read(id).data().at("/attempts/0/id").asText();
        // The abandoned attempt arrived: another one may still do so, and staff must not send it again.
        report(finance, id, "\"success\",\"attempt_id\":\"" + first + "\"").expect(200);
        assertThat(decisions(read(id))).doesNotContain("retry");
        decide(id, "retry").expect(409, "SETTLEMENT_STATUS_TRANSITION_INVALID");
        decide(id, "failed").expect(200);
        assertThat(merchant.available()).isEqualTo(100_000);
    }

    /** Its amount went to the account, so the operator has a claim for what another attempt pays or the merchant got back. */
    @ParameterizedTest
    @CsvSource({"success, completed, 59997", "failed, failed, 100000"})
    void anAbandonedTransferThatArrivedLateIsClaimedWhateverBecomesOfTheNextOne(
            String decision, String status, long available) {
        var merchant = test();
        var id = lost(merchant);
        decide(id, "retry").expect(200);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(read(id).data().get("attempts")).hasSize(2));
        awaitPossible(id, "retry");
        var first = read(id).data().at("/attempts/0/id").asText();
        var late = report(
                        finance,
                        id,
                        "\"success\",\"attempt_id\":\"" + first + "\",\"reference\":\"GONE-" + decision + "\"")
                .expect(200);
        assertThat(late.word("status")).isEqualTo("processing");
        assertThat(late.data().at("/attempts/0/late_amount").asLong()).isEqualTo(40_003);
        assertThat(late.data().at("/attempts/1/late_amount").isNull()).isTrue();
        assertThat(merchant.balance("THB").get("in_transit").asLong()).isEqualTo(40_003);
        assertThat(merchant.available()).isEqualTo(59_997);

        assertThat(decide(id, decision).expect(200).word("status")).isEqualTo(status);
        assertThat(merchant.get("/v1/settlements/" + id).word("status")).isEqualTo(status);
        assertThat(merchant.available()).isEqualTo(available);
        assertThat(merchant.balance("THB").get("in_transit").asLong()).isZero();
        assertThat(merchant.get("/v1/settlements/" + id + "/timeline")
                        .expect(200)
                        .data()
                        .valueStream()
                        .map(item -> item.at("/detail/type").asText()))
                .containsOnlyOnce("late_delivery");
        var claim = SettlementClaim.of(finance, id);
        assertThat(claim.json().get("amount").asLong()).isEqualTo(40_003);
        assertThat(claim.json().get("livemode").asBoolean()).isFalse();
        service.requireCleanAudit();
        claim.settle(finance);
    }

    @Test
    void whatStaffGaveUpAndThenArrivedChangesNeitherStateNorBalance() {
        var merchant = test();
        var id = lost(merchant);
        decide(id, "failed").expect(200);
        assertThat(decisions(read(id))).containsExactly("late_outcome");
        var attempt = read(id).data().at("/attempts/0/id").asText();
        var told = report(finance, id, "\"success\",\"attempt_id\":\"" + attempt + "\",\"reference\":\"GIVEN-UP\"")
                .expect(200);
        assertThat(told.word("status")).isEqualTo("failed");
        assertThat(told.data().at("/attempts/0/late_amount").asLong()).isEqualTo(40_003);
        assertThat(merchant.available()).isEqualTo(100_000);
        assertThat(SettlementClaim.of(finance, id).json().get("amount").asLong())
                .isEqualTo(40_003);
        var line =
                finance.get("/admin/v1/audit?object=" + id).expect(200).data().get(0);
        assertThat(line.get("action").asText()).isEqualTo("late_delivery");
        assertThat(line.get("actor").asText()).isEqualTo(finance.username());
    }

    @Test
    void whileARailSendsItOnlyTheRailKnowsTheOutcome() {
        var merchant = service.merchant().funded("THB", 100_000);
        var id = settle(merchant, 40_000);
        for (var verdict : List.of("retry", "success", "failed")) {
            // The simulator may complete it meanwhile, so the version may differ.
            decide(id, verdict).expect(409);
        }
    }

    @Test
    void aLargeDecisionNeedsASecondPerson() {
        var merchant = service.fundedLive(service.merchant(), FUNDS);
        verify(merchant);
        var id = byHand(merchant, 20_000_000);
        var asked = report(finance, id, "\"success\",\"reference\":\"BIG-1\"").expect(202);
        assertThat(merchant.get("/v1/settlements/" + id).word("status")).isEqualTo("processing");
        var approval = "/admin/v1/approvals/" + asked.word("approval_id") + "/approve";
        finance.post(approval, "{}").expect(403, "FOUR_EYES_REQUIRED");
        other.post(approval, "{}").expect(200);
        assertThat(merchant.get("/v1/settlements/" + id).word("status")).isEqualTo("completed");
    }

    @Test
    void theQueueShowsWhoWorksOnWhat() {
        var merchant = live();
        var id = byHand(merchant, 1_000_000);
        finance.post(TREE + "/" + id + "/claim").expect(200);
        other.post(TREE + "/" + id + "/claim").expect(409, "ALREADY_CLAIMED");
        report(other, id, "\"success\"").expect(409, "ALREADY_CLAIMED");
        var listed = support.get(TREE + "?status=processing&rail=manual&organization_id=" + merchant.organizationId())
                .expect(200);
        assertThat(listed.data()).hasSize(1);
        assertThat(listed.data().get(0).get("claimed_by").asText()).isEqualTo(finance.username());
        assertThat(listed.data().get(0).get("version").asLong()).isEqualTo(read(id).number("version"));
        assertThat(support.get(TREE + "?rail=simulator&organization_id=" + merchant.organizationId())
                        .expect(200)
                        .data())
                .isEmpty();
        assertThat(support.get("/admin/v1/overview").expect(200).text()).contains("settlements_manual");
        finance.post(TREE + "/" + id + "/release").expect(200);
        report(finance, id, "\"success\"").expect(200);
    }

    @Test
    void aDecisionIsRefused() {
        var merchant = live();
        var id = byHand(merchant, 1_000_000);
        var path = TREE + "/" + id + "/outcome";
        support.post(path, versioned(id, ",\"outcome\":\"success\"")).expect(403, "PERMISSION_DENIED");
        finance.post(path, "{\"version\":99,\"outcome\":\"success\",\"reference\":\"B1\"}")
                .expect(409, "VERSION_CONFLICT");
        finance.post(path, versioned(id, "")).expect(400, "VALIDATION_FAILED");
        finance.post(path, versioned(id, ",\"outcome\":\"perhaps\"")).expect(400, "VALIDATION_FAILED");
        finance.post(path, versioned(id, ",\"outcome\":\"failed\",\"reference\":\"B1\""))
                .expect(400, "VALIDATION_FAILED");
        finance.post(path, versioned(id, ",\"outcome\":\"success\",\"failure_code\":\"no_account\""))
                .expect(400, "VALIDATION_FAILED");
        finance.post(
                        path,
                        versioned(
                                id,
                                ",\"outcome\":\"success\",\"reference\":\"B1\",\"attempt_id\":\"" + Ids.next() + "\""))
                .expect(404, "SETTLEMENT_ATTEMPT_NOT_FOUND");
        finance.post(TREE + "/" + id + "/decision", versioned(id, ",\"decision\":\"success\""))
                .expect(400, "VALIDATION_FAILED");
        decide(id, "retry").expect(409, "SETTLEMENT_STATUS_TRANSITION_INVALID");
        finance.get(TREE + "/" + Ids.next()).expect(404, "SETTLEMENT_NOT_FOUND");
        report(finance, id, "\"success\"").expect(200);
    }
}

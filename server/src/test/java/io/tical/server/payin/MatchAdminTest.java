package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.merchant.OneChange;
import io.tical.server.merchant.Thresholds;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operators decide on payins whose payers pay the payee of a payout. */
class MatchAdminTest extends AuditedService {
    private static final Duration SOON = Duration.ofSeconds(90);
    /** An amount that needs a second person. */
    private static final long LARGE = 20_000_000;

    private static final long FUNDS = 5_000_000;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private long amount;
    private OperatorClient finance;
    private Merchant paying;
    private Merchant shop;
    private String payout;
    private String payin;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_P2P_GRACE_SECONDS", "3600");
    }

    @BeforeAll
    void prepare() {
        finance = service.operator(Operator.Role.FINANCE);
    }

    @BeforeEach
    void match() {
        // A payin of another amount is not matched with the payout of another test.
        amount = 300_000 + 1_000L * NUMBERS.incrementAndGet();
        paying = service.fundedLive(service.matching(service.merchant(), MatchFallback.OFF), FUNDS);
        shop = service.live(service.matching(service.merchant(), MatchFallback.OFF));
        payout = paying.payout("payout-" + NUMBERS.incrementAndGet(), amount)
                .expect(201)
                .word("id");
        payin = shop.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"order-%d","amount":%d,"currency":"THB","receiving_type":"p2p"}""", NUMBERS.incrementAndGet(), amount))
                .expect(201)
                .word("id");
    }

    private String path() {
        return "/admin/v1/payins/" + payin;
    }

    private Reply read() {
        return finance.get(path()).expect(200);
    }

    private Reply confirm(long paid, String reference) {
        return finance.post(
                path() + "/confirm", String.format(Locale.ROOT, """
                {"version":%d,"paid_amount":%d,"reference":"%s","override_reason":"other","note":"the payee has it"}""", read().number("version"), paid, reference));
    }

    @Test
    void aPaymentForACancelledPayinCompletesThePayoutAndIsUnallocated() {
        assertThat(read().data().get("match").get("payout_id").asText()).isEqualTo(payout);
        shop.post("/v1/payins/" + payin + "/cancel").expect(200);
        assertThat(read().data().get("match").get("status").asText()).isEqualTo("open");
        confirm(amount - 1, "short").expect(409, "MATCHED_AMOUNT_DIFFERS");
        service.requireCleanAudit();

        assertThat(confirm(amount, "late").expect(200).word("status")).isEqualTo("cancelled");

        assertThat(read().data().get("match").get("status").asText()).isEqualTo("completed");
        assertThat(paying.payout(payout).word("status")).isEqualTo("success");
        assertThat(paying.payout(payout).word("slip_qr_ref")).isEqualTo("late");
        assertThat(paying.available()).isEqualTo(FUNDS - amount);
        assertThat(paying.balance("THB").get("in_transit").asLong()).isZero();
        assertThat(shop.available()).isZero();
        await().atMost(SOON)
                .until(() -> read().data()
                        .get("unallocated_funds")
                        .get(0)
                        .get("status")
                        .asText()
                        .equals("open"));
        service.requireCleanAudit();
        confirm(amount, "again").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(read().data().get("decisions")).isEmpty();
        finance.post(path() + "/claim").expect(409, "NOTHING_TO_DECIDE");

        // The operator has the money of the payout, and pays the payer back.
        var funds = read().data().get("unallocated_funds").get(0).get("id").asText();
        finance.post(
                        "/admin/v1/suspense/" + funds + "/dispose",
                        "{\"disposition\":\"return\",\"reference\":\"" + SlipDrawing.reference()
                                + "\",\"note\":\"sent back\"}")
                .expect(200);
        service.requireCleanAudit();
    }

    @Test
    void theAuditFindsACompletedMatchWhosePaymentIsNowhere() {
        shop.post("/v1/payins/" + payin + "/cancel").expect(200);
        confirm(amount, "nowhere").expect(200);
        var source = "UPDATE suspense SET source = '%s' WHERE payin_id = '" + payin + "'";
        service.asService("suspense", source.formatted("slip"));
        var finding = service.audit().run().finding();
        service.asService("suspense", source.formatted("staff"));
        assertThat(finding).isNotNull();
        assertThat(finding.sentence()).contains("p2p_match", payin, "payin cancelled, match completed");
    }

    @Test
    void aPaymentForAFailedPayinMayPayAnother() {
        finance.post(
                        path() + "/fail",
                        String.format(
                                Locale.ROOT, "{\"version\":%d,\"note\":\"by mistake\"}", read().number("version")))
                .expect(200);
        var requestId = Ids.next().toString();
        var body = String.format(Locale.ROOT, """
                {"version":%d,"paid_amount":%d,"reference":"they paid %s","note":"they paid"}""", read().number("version"), amount, payin);
        finance.repeatable(requestId, path() + "/confirm", body).expect(200);
        finance.repeatable(requestId, path() + "/confirm", body).expect(200);
        assertThat(read().data().get("unallocated_funds")).hasSize(1);
        var funds = read().data().get("unallocated_funds").get(0).get("id").asText();
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/suspense/" + funds)
                        .word("status")
                        .equals("open"));
        service.matching(shop, MatchFallback.BANK_THEN_QR);
        var other = shop.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"again-%d","amount":%d,"currency":"THB","receiving_type":"bank_transfer"}""", NUMBERS.incrementAndGet(), amount))
                .expect(201)
                .word("id");
        var candidates = finance.get("/admin/v1/suspense/" + funds + "/candidates")
                .expect(200)
                .data();
        assertThat(candidates).hasSize(1);
        assertThat(candidates.get(0).get("id").asText()).isEqualTo(other);
        finance.post("/admin/v1/suspense/" + funds + "/dispose", """
                {"disposition":"match","payin_id":"%s"}""".formatted(other))
                .expect(200);
        assertThat(shop.available()).isEqualTo(amount);
        assertThat(paying.payout(payout).word("status")).isEqualTo("success");
        service.requireCleanAudit();
    }

    @Test
    void anotherDecisionWithAUsedRequestIdIsCheckedLikeAnyOther() {
        var colleague = service.operator(Operator.Role.FINANCE);
        var requestId = Ids.next().toString();
        var release = "{\"note\":\"the payer has vanished\"}";
        colleague.repeatable(requestId, path() + "/release-match", release).expect(200);
        finance.post(path() + "/claim").expect(200);
        var seen = read().number("version");
        var fail = "{\"version\":%s,\"note\":\"closed\"}";
        colleague.repeatable(requestId, path() + "/fail", fail.formatted(seen)).expect(409, "ALREADY_CLAIMED");
        colleague
                .repeatable(requestId, path() + "/fail", fail.formatted(seen + 1))
                .expect(409, "ALREADY_CLAIMED");
        colleague
                .repeatable(requestId, path() + "/fail", fail.formatted(seen - 1))
                .expect(409, "VERSION_CONFLICT");
        // The decision that took effect is still answered when it is repeated.
        colleague.repeatable(requestId, path() + "/release-match", release).expect(200);

        confirm(LARGE, "large").expect(202);
        finance.post(path() + "/release").expect(200);
        colleague.repeatable(requestId, path() + "/fail", fail.formatted(seen)).expect(409, "APPROVAL_PENDING");
        colleague
                .repeatable(requestId, path() + "/release-match", "{\"note\":\"once more\"}")
                .expect(409, "APPROVAL_PENDING");
        colleague.repeatable(requestId, path() + "/release-match", release).expect(200);
        assertThat(read().word("status")).isEqualTo("pending");
    }

    @Test
    void aMatchIsReleasedAndThePayeeOwesALaterPayment() {
        var support = service.operator(Operator.Role.SUPPORT);
        var body = "{\"note\":\"the payer has vanished\"}";
        support.post(path() + "/release-match", body).expect(403, "PERMISSION_DENIED");
        finance.post(path() + "/release-match", "{}").expect(400, "VALIDATION_FAILED");
        finance.post(path() + "/release-match", "{\"version\":99,\"note\":\"old\"}")
                .expect(409, "VERSION_CONFLICT");
        var requestId = Ids.next().toString();
        finance.repeatable(requestId, path() + "/release-match", body).expect(200);
        finance.repeatable(requestId, path() + "/release-match", body).expect(200);
        finance.post(path() + "/release-match", body).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(read().data().get("match").get("status").asText()).isEqualTo("released");
        assertThat(finance.get("/admin/v1/audit?object=" + payin)
                        .expect(200)
                        .data()
                        .findValuesAsText("action"))
                .containsExactly("release_match");

        shop.post("/v1/payins/" + payin + "/cancel").expect(200);
        confirm(amount, "with the payee").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(shop.available()).isZero();
        assertThat(paying.payout(payout).word("status")).isEqualTo("processing");
        service.requireCleanAudit();
    }

    @Test
    void aPaymentThatWaitsForASecondPersonIsRefusedOnceItsMatchIsReleased() {
        service.tical()
                .organizations()
                .change(shop.organizationId(), OneChange.thresholds(new Thresholds(null, null, amount)));
        service.expire(payin);
        await().atMost(SOON).until(() -> read().word("status").equals("expired"));
        var approval = "/admin/v1/approvals/"
                + confirm(amount, "late-" + payin).expect(202).word("approval_id");
        service.sql("UPDATE p2p_match SET release_at = now() WHERE payin_id = '" + payin + "'");
        await().atMost(SOON)
                .until(() -> read().data().get("match").get("status").asText().equals("released"));

        service.operator(Operator.Role.FINANCE).post(approval + "/approve").expect(409, "VERSION_CONFLICT");

        assertThat(finance.get(approval).expect(200).word("status")).isEqualTo("failed");
        assertThat(read().word("status")).isEqualTo("expired");
        assertThat(shop.available()).isZero();
        assertThat(service.count("SELECT count(*) FROM transfer WHERE operation LIKE 'payin_owed%' AND reference = '"
                        + payin + "'"))
                .isZero();
    }
}

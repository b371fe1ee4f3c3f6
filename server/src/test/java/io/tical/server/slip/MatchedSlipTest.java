package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.awaitStatus;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.result;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.merchant.OneChange;
import io.tical.server.merchant.Thresholds;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Operator;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The slip of a payer who pays the payee of a payout. Finance decides where nobody verifies. */
class MatchedSlipTest extends AuditedService {
    private static final AtomicLong AMOUNTS = new AtomicLong(500_000);

    private Merchant paying;
    private Merchant shop;
    private long amount;
    private String payout;
    private String payin;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_P2P_GRACE_SECONDS", "0");
    }

    @BeforeEach
    void match() {
        amount = AMOUNTS.addAndGet(1_000);
        paying = service.fundedLive(service.matching(service.merchant(), MatchFallback.OFF), 5_000_000);
        shop = service.live(service.matching(service.merchant(), MatchFallback.OFF));
        payout = paying.payout("payout", amount).expect(201).word("id");
        payin = shop.post("/v1/payins", String.format(Locale.ROOT, """
                        {"order_ref":"order","amount":%d,"currency":"THB","receiving_type":"p2p"}""", amount))
                .expect(201)
                .word("id");
    }

    private UUID sent(String reference) {
        shop.slip(payin, slip(reference)).expect(200);
        var count = (int) service.count("SELECT count(*) FROM slip WHERE payin_id = '" + payin + "'");
        return id(service, shop, true, payin, count);
    }

    private StaffDecision finance(UUID slip) {
        var version = service.tical().slipReview().get(slip).slip().progress().version();
        return StaffDecision.of("finance", version, "request-1");
    }

    private long open() {
        return service.count("SELECT count(*) FROM p2p_match WHERE status = 'open' AND payin_id = '" + payin + "'");
    }

    /** The number of credits from suspense. */
    private long owed() {
        return service.count("SELECT count(*) FROM transfer WHERE debit = 'suspense' AND reference = '" + payin + "'");
    }

    private SlipPayment paid(UUID slip, long paid) {
        return ReadSlips.payment(service.tical().slipReview().get(slip).slip(), paid);
    }

    private void awaitReleased() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> open() == 0);
    }

    @Test
    void theSlipThatFinanceAcceptsCompletesBothAndItsReferenceIsThePayouts() {
        var reference = reference();
        var slip = sent(reference);
        var dossier = awaitReview(service, slip);
        assertThat(result(dossier, "payout")).isEqualTo("match");

        assertThatThrownBy(() -> service.tical()
                        .slipReview()
                        .decide(slip, new SlipAction.Accept(paid(slip, amount - 1)), finance(slip)))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        refused -> assertThat(refused.code()).isEqualTo("MATCHED_AMOUNT_DIFFERS"));
        assertThat(paying.payout(payout).word("status")).isEqualTo("processing");

        var other = sent(reference());
        awaitReview(service, other);
        service.tical().slipReview().decide(slip, new SlipAction.Accept(paid(slip, amount)), finance(slip));
        awaitStatus(shop, payin, "success");
        assertThatThrownBy(() -> service.tical()
                        .slipReview()
                        .decide(other, new SlipAction.Suspend(paid(other, amount)), finance(other)))
                .as("what the payee has is not in the operator's hands")
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        refused -> assertThat(refused.code()).isEqualTo("PAYIN_STATUS_TRANSITION_INVALID"));
        assertThat(paying.payout(payout).word("status")).isEqualTo("success");
        assertThat(paying.payout(payout).word("slip_qr_ref")).isEqualTo(reference);
        assertThat(shop.available()).isEqualTo(amount);
    }

    @Test
    void aSlipThatWaitsKeepsThePayoutBackUntilItIsDecided() {
        var slip = sent(reference());
        awaitReview(service, slip);
        service.expire(payin);
        awaitStatus(shop, payin, "expired");
        Awaitility.await("the slip waits, so the payout does")
                .during(Duration.ofMillis(1_500))
                .until(() -> open() == 1);

        service.tical().slipReview().decide(slip, new SlipAction.Reject(Slip.Reason.NOT_RECEIVED), finance(slip));
        awaitReleased();
        assertThat(paying.payout(payout).word("status")).isEqualTo("processing");
    }

    @Test
    void aMatchThatIsReleasedAfterTheDecisionOnTheSlipSendsItBackToFinance() {
        var slip = sent(reference());
        var reviewed = awaitReview(service, slip).slip();
        var decision = new Slip.Decision(amount, null, null, null, null, Instant.now());
        var confirming =
                reviewed.with(reviewed.progress().in(SlipStage.CONFIRMING, null, decision, reviewed.uploadedAt()));
        var payins = service.tical().payins();
        payins.matches().release(confirming.payin(), new StaffDecision("finance", null, "vanished", "release"));

        var settlement = new SlipSettlement(service.tical().database(), payins, Clock.systemUTC());
        var refused = Objects.requireNonNull(settlement.confirm(confirming).refused());
        assertThat(refused.code()).isEqualTo("PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(shop.payin(payin).word("status")).isEqualTo("processing");
        assertThat(shop.available()).isZero();
        assertThat(result(service.tical().slipReview().get(slip), "payout")).isEqualTo("mismatch");
    }

    @Test
    void aMatchIsNotReleasedWhileItsSlipIsBeingAccepted() {
        var slip = sent(reference());
        awaitReview(service, slip);
        var payins = service.tical().payins();
        var key = service.tical().slipReview().find(slip).payin();
        var release = new StaffDecision("finance", null, "vanished", "release");
        var stage = "UPDATE slip SET stage = '%s' WHERE slip_id = '" + slip + "'";
        service.asService("slip", stage.formatted("confirming"));
        assertThatThrownBy(() -> payins.matches().release(key, release))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        refused -> assertThat(refused.code()).isEqualTo("OPERATION_IN_PROGRESS"));
        service.asService("slip", stage.formatted("review"));
        payins.matches().release(key, release);
        assertThat(open()).isZero();
    }

    /** The operator saw a payment of the payout. Approved later, it would have been credited from suspense. */
    @Test
    void anAcceptanceThatWaitsForASecondPersonFailsOnceTheMatchIsReleased() {
        service.tical()
                .organizations()
                .change(shop.organizationId(), OneChange.thresholds(new Thresholds(null, null, amount)));
        var maker = service.operator(Operator.Role.FINANCE);
        var colleague = service.operator(Operator.Role.FINANCE);
        var slip = sent(reference());
        awaitReview(service, slip);
        var path = "/admin/v1/slips/" + slip;
        var acceptance = ReadSlips.body(maker, path);
        var approval = "/admin/v1/approvals/"
                + maker.post(path + "/accept", acceptance).expect(202).word("approval_id");
        colleague
                .post("/admin/v1/payins/" + payin + "/release-match", "{\"note\":\"the payer has vanished\"}")
                .expect(200);

        service.operator(Operator.Role.FINANCE).post(approval + "/approve").expect(409, "VERSION_CONFLICT");

        var failed = maker.get(approval).expect(200);
        assertThat(failed.word("status")).isEqualTo("failed");
        assertThat(failed.word("failure_code")).isEqualTo("VERSION_CONFLICT");
        assertThat(shop.payin(payin).word("status")).isEqualTo("processing");
        assertThat(shop.available()).isZero();
        assertThat(owed()).isZero();
        maker.post(path + "/accept", acceptance).expect(409, "VERSION_CONFLICT");
        // Whoever sees the released match may decide that the payee owes the payment.
        var dossier = service.tical().slipReview().get(slip);
        assertThat(result(dossier, "payout")).isEqualTo("mismatch");
        service.tical().slipReview().decide(slip, new SlipAction.Accept(paid(slip, amount)), finance(slip));
        assertThat(owed()).isEqualTo(1);
    }

    @Test
    void ofAnAcceptanceAndAReleaseThatRaceOneTakesEffect() throws Exception {
        var finance = service.operator(Operator.Role.FINANCE);
        for (int round = 0; round < 4; round++) {
            match();
            var slip = sent(reference());
            awaitReview(service, slip);
            var path = "/admin/v1/slips/" + slip;
            var acceptance = ReadSlips.body(finance, path);
            try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
                var accepted = people.submit(
                        () -> finance.post(path + "/accept", acceptance).status());
                var released = people.submit(
                        () -> finance.post("/admin/v1/payins/" + payin + "/release-match", "{\"note\":\"vanished\"}")
                                .status());
                assertThat(List.of(accepted.get(), released.get())).containsExactlyInAnyOrder(200, 409);
                assertThat(shop.available()).isEqualTo(accepted.get() == 200 ? amount : 0);
            }
            assertThat(owed()).isZero();
        }
    }

    @Test
    void aSlipThatComesAfterThePayoutWentOnTellsFinanceSoAndWhatIsAcceptedIsOwed() {
        service.expire(payin);
        awaitReleased();
        var slip = sent(reference());
        var dossier = awaitReview(service, slip);
        assertThat(result(dossier, "payout")).isEqualTo("mismatch");

        service.tical().slipReview().decide(slip, new SlipAction.Accept(paid(slip, amount - 5)), finance(slip));
        awaitStatus(shop, payin, "success");
        assertThat(shop.available()).isEqualTo(amount - 5);
        assertThat(paying.payout(payout).word("status")).isEqualTo("processing");
        assertThat(owed()).isEqualTo(1);
    }
}

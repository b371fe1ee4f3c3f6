package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.staff.Operator;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Decisions on large live payouts need a second person, and take effect once. */
class PayoutFourEyesTest extends OperatedService {
    private static final long FUNDS = 200_000_000;
    private OperatorClient other;
    private AdminPayouts payouts;

    @Override
    protected Map<String, String> settings() {
        return AdminPayouts.QUICK;
    }

    @BeforeAll
    void sit() {
        other = service.operator(Operator.Role.ADMIN);
        payouts = new AdminPayouts(finance);
    }

    private Merchant live() {
        return service.fundedLive(service.merchant(), FUNDS);
    }

    private static String approval(Reply asked) {
        return "/admin/v1/approvals/" + asked.expect(202).word("approval_id");
    }

    private static List<Reply> race(List<Callable<Reply>> all) {
        var start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var racing = all.stream()
                    .map(one -> threads.submit(() -> {
                        start.await();
                        return one.call();
                    }))
                    .toList();
            start.countDown();
            return racing.stream().map(PayoutFourEyesTest::result).toList();
        }
    }

    private static Reply result(Future<Reply> future) {
        try {
            return future.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private long postings(String id, String operation) {
        return service.count(
                "SELECT count(*) FROM transfer WHERE reference = '" + id + "' AND operation = '" + operation + "'");
    }

    @Test
    void anApprovalAndAnOutcomeNeedAColleague() {
        var merchant = live();
        var id = merchant.payout("large", LARGE).expect(201).word("id");
        var body = payouts.decision(id, "approve");
        var decision = AdminPayouts.path(id) + "/decision";
        var asked = finance.repeatable("approve-large", decision, body);
        var approval = approval(asked);
        assertThat(approval(finance.repeatable("approve-large", decision, body)))
                .isEqualTo(approval);
        assertThat(payouts.read(id).word("status")).isEqualTo("pending_review");
        assertThat(postings(id, "payout_activate")).isZero();

        finance.post(approval + "/approve").expect(403, "FOUR_EYES_REQUIRED");
        service.operator(Operator.Role.SUPPORT).post(approval + "/approve").expect(403, "PERMISSION_DENIED");
        payouts.decide(id, "reject").expect(409, "APPROVAL_PENDING");
        var waiting = payouts.read(id);
        assertThat(waiting.word("status")).isEqualTo("pending_review");
        assertThat(waiting.data().get("decisions")).isEmpty();
        assertThat(waiting.data().at("/approval/maker").asText()).isEqualTo(finance.username());
        assertThat(waiting.data().at("/approval/request/decision").asText()).isEqualTo("approve");
        var listed = finance.get("/admin/v1/payouts?q=" + id).expect(200).data().get(0);
        assertThat(approval).endsWith(listed.at("/approval/id").asText());

        var done = colleague.post(approval + "/approve").expect(200);
        assertThat(done.word("status")).isEqualTo("done");
        colleague.post(approval + "/approve").expect(200);
        payouts.awaitPossible(id, "outcome");
        assertThat(payouts.read(id).data().get("approval").isNull()).isTrue();
        assertThat(postings(id, "payout_activate")).isOne();

        var outcome = approval(payouts.report(id, 1, "\"success\",\"reference\":\"B1\""));
        assertThat(payouts.read(id).word("status")).isEqualTo("processing");
        other.post(outcome + "/approve").expect(200);
        assertThat(payouts.read(id).word("status")).isEqualTo("success");
        // Nobody is asked to approve what cannot be done.
        payouts.report(id, 1, "\"success\"").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        payouts.decide(id, "approve").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        finance.post(AdminPayouts.path(id) + "/confirm-late", payouts.versioned(id, ",\"reference\":\"LATE-1\""))
                .expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        assertThat(merchant.available()).isEqualTo(FUNDS - LARGE);
        var log = finance.get("/admin/v1/audit?object=" + id).expect(200).data();
        assertThat(log.findValuesAsText("actor")).containsExactly(other.username(), colleague.username());
        assertThat(log.findValuesAsText("note"))
                .allMatch(note -> note.startsWith("requested by " + finance.username()));
    }

    @Test
    void anApprovalThatIsRacedTakesEffectOnce() {
        var merchant = live();
        var id = merchant.payout("raced", LARGE).expect(201).word("id");
        var approval = approval(payouts.decide(id, "approve"));
        var answers = race(List.of(
                () -> colleague.post(approval + "/approve"),
                () -> colleague.post(approval + "/approve"),
                () -> other.post(approval + "/approve"),
                () -> other.post(approval + "/refuse")));
        assertThat(answers).extracting(Reply::status).allMatch(status -> status == 200 || status == 409);
        var ended = finance.get(approval).expect(200).word("status");
        assertThat(ended).isIn("done", "refused");
        assertThat(postings(id, "payout_activate")).isEqualTo(ended.equals("done") ? 1 : 0);
    }

    @Test
    void ofTwoConcurrentDecisionsOneIsAccepted() {
        var merchant = live();
        var id = merchant.payout("contested", 6_000_000).expect(201).word("id");
        var approve = payouts.decision(id, "approve");
        var reject = payouts.decision(id, "reject");
        var answers = race(List.of(
                () -> finance.post(AdminPayouts.path(id) + "/decision", approve),
                () -> colleague.post(AdminPayouts.path(id) + "/decision", reject)));
        assertThat(answers).extracting(Reply::status).containsExactlyInAnyOrder(200, 409);
        assertThat(answers).extracting(Reply::code).contains("VERSION_CONFLICT");
    }

    @Test
    void ofTwoConcurrentRequestsForAnApprovalTheSecondIsRefused() {
        var merchant = live();
        for (int round = 0; round < 5; round++) {
            var id = merchant.payout("asked-" + round, LARGE).expect(201).word("id");
            var approve = payouts.decision(id, "approve");
            var path = AdminPayouts.path(id) + "/decision";
            var answers = race(List.of(() -> finance.post(path, approve), () -> colleague.post(path, approve)));
            assertThat(answers).extracting(Reply::status).containsExactlyInAnyOrder(202, 409);
            assertThat(answers).extracting(Reply::code).contains("APPROVAL_PENDING");
        }
    }

    @Test
    void theSameDecisionSentManyTimesAsksForOneApproval() {
        var merchant = live();
        for (int round = 0; round < 5; round++) {
            var id = merchant.payout("asked-again-" + round, LARGE).expect(201).word("id");
            var body = payouts.decision(id, "approve");
            var path = AdminPayouts.path(id) + "/decision";
            var answers = race(Collections.nCopies(4, () -> finance.repeatable("ask-" + id, path, body)));
            assertThat(answers.stream().map(PayoutFourEyesTest::approval).distinct())
                    .hasSize(1);
        }
    }

    @Test
    void ofTwoConcurrentClaimsOneIsAccepted() {
        var merchant = live();
        var id = merchant.payout("claimed", 6_000_000).expect(201).word("id");
        var answers = race(List.of(
                () -> finance.post(AdminPayouts.path(id) + "/claim"),
                () -> colleague.post(AdminPayouts.path(id) + "/claim")));
        assertThat(answers).extracting(Reply::status).containsExactlyInAnyOrder(200, 409);
    }

    @Test
    void theSameDecisionSentManyTimesTakesEffectOnce() {
        var merchant = live();
        var id = merchant.payout("repeated", 6_000_000).expect(201).word("id");
        var body = payouts.decision(id, "approve");
        var answers = race(Collections.nCopies(
                4, () -> finance.repeatable("approve-once", AdminPayouts.path(id) + "/decision", body)));
        assertThat(answers).extracting(Reply::status).containsOnly(200);
        assertThat(postings(id, "payout_activate")).isOne();
    }

    @Test
    void aRefundNeedsAColleagueTwice() {
        var merchant = live();
        var id = merchant.payout("refunded", LARGE).expect(201).word("id");
        colleague.post(approval(payouts.decide(id, "approve")) + "/approve").expect(200);
        payouts.awaitPossible(id, "success");
        colleague.post(approval(payouts.decide(id, "success")) + "/approve").expect(200);
        var path = AdminPayouts.path(id);
        var reverted = approval(finance.post(path + "/refund", payouts.versioned(id, ",\"reason\":\"sent back\"")));
        assertThat(payouts.read(id).word("status")).isEqualTo("success");
        colleague.post(reverted + "/approve").expect(200);
        assertThat(payouts.read(id).word("status")).isEqualTo("rejected");
        var completed =
                approval(finance.post(path + "/refund/complete", payouts.versioned(id, ",\"reference\":\"BACK-1\"")));
        assertThat(merchant.available()).isEqualTo(FUNDS - LARGE);
        colleague.post(completed + "/approve").expect(200);
        assertThat(payouts.read(id).word("status")).isEqualTo("refunded");
        assertThat(merchant.available()).isEqualTo(FUNDS);
    }

    @Test
    void aDecisionThatIsOutdatedWhenApprovedFails() {
        var merchant = live();
        var id = merchant.payout("outdated", LARGE).expect(201).word("id");
        var approval = approval(payouts.decide(id, "approve"));
        service.makeDue(id);
        payouts.await(id, "expired");
        colleague.post(approval + "/approve").expect(409, "VERSION_CONFLICT");
        assertThat(finance.get(approval).expect(200).word("status")).isEqualTo("failed");
        assertThat(merchant.available()).isEqualTo(FUNDS);
    }
}

package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.staff.Operator;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operators report that a transfer arrived after its attempt had failed or was abandoned. */
class LateOutcomeTest extends OperatedService {
    private static final long FUNDS = 100_000;
    /** The simulated rail does not know what became of it. */
    private static final long UNKNOWN = 40_003;

    private AdminPayouts payouts;

    @Override
    protected Map<String, String> settings() {
        return AdminPayouts.QUICK;
    }

    @BeforeAll
    void sit() {
        payouts = new AdminPayouts(finance);
    }

    private Merchant merchant() {
        return service.merchant().funded("THB", FUNDS);
    }

    private String unknown(Merchant merchant) {
        var id = merchant.payout("payout", UNKNOWN).expect(201).word("id");
        payouts.await(id, "in_review");
        return id;
    }

    /** Sends the payout again; nobody knows what became of either attempt. */
    private void sendAgain(String id) {
        payouts.retry(id);
    }

    private JsonNode attempt(String id, int number) {
        return payouts.read(id).data().at("/execution_steps/0/attempts/" + (number - 1));
    }

    private String arrived(String id, int number) {
        return "\"success\",\"attempt_id\":\"%s\",\"reference\":\"%s\",\"note\":\"on the statement\""
                .formatted(attempt(id, number).get("id").asText(), id);
    }

    private JsonNode claims(Merchant merchant) {
        return finance.get("/admin/v1/suspense?organization_id=" + merchant.organizationId())
                .expect(200)
                .data();
    }

    @Test
    void aTransferThatArrivedBesideTheOneThatPaidIsClaimedBack() {
        var merchant = merchant();
        var id = unknown(merchant);
        sendAgain(id);
        payouts.decide(id, "success").expect(200);
        assertThat(AdminPayouts.decisions(payouts.read(id)))
                .containsExactly("late_outcome", "further_transfer", "refund");
        payouts.report(id, 1, arrived(id, 2)).expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        payouts.report(
                        id,
                        1,
                        arrived(id, 1)
                                .replace("\"success\"", "\"failed\"")
                                .replace("\"reference\":\"" + id + "\",", ""))
                .expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        payouts.report(id, 1, "\"success\",\"attempt_id\":\"" + Ids.next() + "\"")
                .expect(404, "PAYOUT_ATTEMPT_NOT_FOUND");
        payouts.report(id, 1, "\"success\",\"attempt_id\":\"1\"").expect(400, "VALIDATION_FAILED");
        service.operator(Operator.Role.SUPPORT)
                .post(
                        AdminPayouts.path(id) + "/steps/1/outcome",
                        payouts.versioned(id, ",\"outcome\":" + arrived(id, 1)))
                .expect(403, "PERMISSION_DENIED");
        assertThat(claims(merchant)).isEmpty();

        var path = AdminPayouts.path(id) + "/steps/1/outcome";
        var body = payouts.versioned(id, ",\"outcome\":" + arrived(id, 1));
        for (int time = 0; time < 2; time++) {
            assertThat(finance.repeatable("late-" + id, path, body).expect(200).word("status"))
                    .isEqualTo("success");
        }
        finance.post(path, body).expect(409, "VERSION_CONFLICT");
        payouts.report(id, 1, arrived(id, 1)).expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        assertThat(attempt(id, 1).get("late_amount").asLong()).isEqualTo(UNKNOWN);
        assertThat(AdminPayouts.decisions(payouts.read(id))).containsExactly("further_transfer", "refund");
        assertThat(claims(merchant)).hasSize(1);
        assertThat(claims(merchant).get(0).get("payout_id").asText()).isEqualTo(id);
        assertThat(claims(merchant).get(0).get("amount").asLong()).isEqualTo(UNKNOWN);
        assertThat(merchant.available()).isEqualTo(FUNDS - UNKNOWN);
    }

    @Test
    void aTransferThatArrivedAfterItsPayoutHadFailedIsClaimedBack() {
        var merchant = merchant();
        var id = unknown(merchant);
        payouts.decide(id, "failed").expect(200);
        assertThat(merchant.available()).isEqualTo(FUNDS);
        finance.post(AdminPayouts.path(id) + "/claim").expect(200);
        payouts.report(id, 1, arrived(id, 1)).expect(200);
        assertThat(payouts.read(id).word("status")).isEqualTo("failed");
        assertThat(claims(merchant)).hasSize(1);
        // Sending it again would pay it twice.
        assertThat(AdminPayouts.decisions(payouts.read(id))).containsExactly("further_transfer");
        finance.get("/admin/v1/audit?object=" + id).expect(200);
    }
}

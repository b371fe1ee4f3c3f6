package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.Ids;
import io.tical.server.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** A payment that operators find is recorded once, whether its payin takes it or not. */
class FoundPaymentTest extends OperatedPayins {
    private List<String> decisions(String id) {
        return read(id).data()
                .get("decisions")
                .valueStream()
                .map(one -> one.asText())
                .toList();
    }

    @Test
    void aSecondPaymentOfAPaidPayinIsUnallocated() {
        var id = paid(50_000);
        finance.post(path(id) + "/confirm", versioned(id, ",\"paid_amount\":50000,\"note\":\"which one?\""))
                .expect(400, "VALIDATION_FAILED");
        var requestId = Ids.next().toString();
        var body = confirmation(id, 50_000, "twice-" + id);
        for (int time = 0; time < 2; time++) {
            assertThat(finance.repeatable(requestId, path(id) + "/confirm", body)
                            .expect(200)
                            .word("status"))
                    .isEqualTo("success");
        }
        finance.post(path(id) + "/confirm", confirmation(id, 50_000, "TWICE-" + id))
                .expect(409, "PAYMENT_ALREADY_RECORDED");
        assertThat(read(id).word("paid_reference")).isEqualTo("ref-" + id);
        assertThat(live.available()).isEqualTo(49_500);
        await().atMost(SOON)
                .until(() -> read(id).data()
                        .get("unallocated_funds")
                        .get(0)
                        .get("status")
                        .asText()
                        .equals("open"));
        var funds = read(id).data().get("unallocated_funds");
        assertThat(funds).hasSize(1);
        assertThat(funds.get(0).get("reference").asText()).isEqualTo("twice-" + id);
        assertThat(funds.get(0).get("reason").asText()).isEqualTo("extra");

        // It pays another payin; what was refunded may be paid again as well.
        var other = payin(50_000);
        finance.post(
                        "/admin/v1/suspense/" + funds.get(0).get("id").asText() + "/dispose",
                        "{\"disposition\":\"match\",\"payin_id\":\"" + other + "\"}")
                .expect(200);
        assertThat(read(other).word("status")).isEqualTo("success");
        finance.post(path(id) + "/refund", versioned(id, ",\"reason\":\"wrong goods\""))
                .expect(200);
        finance.post(path(id) + "/confirm", confirmation(id, 50_000, "thrice-" + id))
                .expect(200);
        finance.post(path(id) + "/refund/complete", refunded(id)).expect(200);
        finance.post(path(id) + "/confirm", confirmation(id, 50_000, "again-" + id))
                .expect(200);
        assertThat(read(id).data().get("unallocated_funds")).hasSize(3);
    }

    @Test
    void aTransferThatStaffFoundPaysOnlyOnePayin() throws Exception {
        for (int round = 0; round < 4; round++) {
            var reference = "statement-" + references.incrementAndGet();
            var first = payin(50_000);
            var elsewhere = service.live(service.merchant())
                    .payin("order-" + references.incrementAndGet(), 50_000)
                    .expect(201)
                    .word("id");
            var ofFirst = confirmation(first, 50_000, reference);
            var ofElsewhere = confirmation(elsewhere, 50_000, reference.toUpperCase(Locale.ROOT));
            try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
                var replies = people.invokeAll(List.<Callable<Reply>>of(
                        () -> finance.post(path(first) + "/confirm", ofFirst),
                        () -> colleague.post(path(elsewhere) + "/confirm", ofElsewhere)));
                var statuses = new ArrayList<Integer>();
                for (var reply : replies) {
                    statuses.add(reply.get().status());
                }
                assertThat(statuses).containsExactlyInAnyOrder(200, 409);
            }
            assertThat(service.count("SELECT count(*) FROM payin WHERE status = 'success' AND payin_id IN ('" + first
                            + "', '" + elsewhere + "')"))
                    .isEqualTo(1);
        }
    }

    @Test
    void aDecisionThatWouldBeRefusedNeedsNoSecondPerson() {
        var open = payin(LARGE);
        // Nothing was credited, so nobody else is needed either.
        finance.post(path(open) + "/refund", versioned(open, ",\"reason\":\"x\""))
                .expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        var id = paid(LARGE);
        finance.post(path(id) + "/refund/complete", refunded(id)).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        finance.post(path(id) + "/confirm", confirmation(id, LARGE, "ref-" + id))
                .expect(409, "PAYMENT_ALREADY_RECORDED");
        finance.post(path(open) + "/confirm", confirmation(open, LARGE, "REF-" + id))
                .expect(409, "PAYMENT_ALREADY_RECORDED");
        finance.post(path(id) + "/refund", "{\"version\":1,\"reason\":\"x\"}").expect(409, "VERSION_CONFLICT");
        var waiting =
                finance.get("/admin/v1/approvals?status=pending").expect(200).data();
        assertThat(waiting.findValuesAsText("object_id")).doesNotContain(id, open);

        // A request again finds its approval, whatever has become of the payin since.
        var body = versioned(id, ",\"reason\":\"fraud\"");
        var requestId = Ids.next().toString();
        var asked = finance.repeatable(requestId, path(id) + "/refund", body)
                .expect(202)
                .word("approval_id");
        colleague.post("/admin/v1/approvals/" + asked + "/approve").expect(200);
        assertThat(read(id).word("status")).isEqualTo("rejected");
        finance.post(path(id) + "/refund", versioned(id, ",\"reason\":\"again\""))
                .expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aPayinListsItsPossibleDecisions() {
        var id = payin(50_000);
        assertThat(decisions(id)).containsExactly("confirm", "fail");
        finance.post(path(id) + "/claim").expect(200);
        finance.post(path(id) + "/confirm", confirmation(id, 50_000, "once-" + id))
                .expect(200);
        assertThat(decisions(id)).containsExactly("confirm", "refund");
        finance.post(path(id) + "/refund", versioned(id, ",\"reason\":\"x\"")).expect(200);
        assertThat(decisions(id)).containsExactly("confirm", "complete_refund");
    }
}

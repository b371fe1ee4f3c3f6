package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operators find payins, record payments, refund them and send their callbacks again. */
class PayinAdminTest extends OperatedPayins {
    private OperatorClient support;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1");
    }

    @BeforeAll
    void hireSupport() {
        support = service.operator(Operator.Role.SUPPORT);
    }

    private static List<String> ids(JsonNode list) {
        return list.valueStream().map(one -> one.get("id").asText()).toList();
    }

    @Test
    void aTransferThatASlipProvedPaysNoOtherPayin() {
        var first = payin(50_000);
        var second = payin(60_000);
        // As if a slip of the first one had been accepted.
        service.asService(
                "slip_reference",
                "INSERT INTO slip_reference SELECT 'proved-1', '004', livemode, organization_id, payin_id, payin_id, now()"
                        + " FROM payin WHERE payin_id = '" + first + "'");
        finance.post(path(second) + "/confirm", confirmation(second, 60_000, "proved-1"))
                .expect(409, "PAYMENT_ALREADY_RECORDED");
        assertThat(read(second).word("status")).isEqualTo("pending");
        finance.post(path(first) + "/confirm", confirmation(first, 50_000, "proved-1"))
                .expect(200);
        finance.post(path(second) + "/confirm", confirmation(second, 60_000, "KBANK proved-1"))
                .expect(200);
    }

    @Test
    void aPaymentThatIsFoundIsCreditedOnce() {
        var id = payin(50_000);
        service.expire(id);
        await().atMost(SOON).until(() -> live.payin(id).word("status").equals("expired"));
        var body = confirmation(id, 50_000, "bank-1");
        support.post(path(id) + "/confirm", body).expect(403, "PERMISSION_DENIED");
        finance.post(path(id) + "/confirm", "{\"version\":1}").expect(400, "VALIDATION_FAILED");
        finance.post(path(id) + "/confirm", body.replace("50000", "0")).expect(400, "VALIDATION_FAILED");

        var requestId = Ids.next().toString();
        var confirmed =
                finance.repeatable(requestId, path(id) + "/confirm", body).expect(200);
        assertThat(confirmed.word("status")).isEqualTo("success");
        assertThat(confirmed.word("paid_reference")).isEqualTo("bank-1");
        finance.repeatable(requestId, path(id) + "/confirm", body).expect(200);
        assertThat(live.available()).isEqualTo(49_500);

        finance.post(path(id) + "/confirm", body).expect(409, "VERSION_CONFLICT");
        for (var same : List.of("bank-1", "BANK-1", "bank - 1")) {
            finance.post(path(id) + "/confirm", confirmation(id, 50_000, same)).expect(409, "PAYMENT_ALREADY_RECORDED");
        }
        assertThat(live.available()).isEqualTo(49_500);
        var log = finance.get("/admin/v1/audit?object=" + id).expect(200);
        assertThat(log.data()).hasSize(1);
        assertThat(log.data().get(0).get("actor").asText()).isEqualTo(finance.username());
        assertThat(log.data().get(0).get("note").asText()).endsWith("on the statement");
    }

    @Test
    void aRefundIsOpenedAndCompleted() {
        var id = paid(50_000);
        var refund = versioned(id, ",\"reason\":\"paid twice\"");
        support.post(path(id) + "/refund", refund).expect(403, "PERMISSION_DENIED");
        finance.post(path(id) + "/refund", versioned(id, "")).expect(400, "VALIDATION_FAILED");
        finance.post(path(id) + "/refund/complete", refunded(id)).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        finance.post(path(id) + "/claim").expect(200);
        var opened = finance.post(path(id) + "/refund", refund).expect(200);
        assertThat(opened.word("status")).isEqualTo("rejected");
        assertThat(opened.data().get("claimed_by").isNull())
                .as("the decision ended the claim")
                .isTrue();
        finance.post(path(id) + "/refund", refund).expect(409, "VERSION_CONFLICT");
        assertThat(live.balance("THB").get("available").asLong()).isZero();
        assertThat(live.balance("THB").get("held").asLong()).isEqualTo(49_500);

        var complete = versioned(id, ",\"reference\":\"back-1\"");
        assertThat(finance.post(path(id) + "/refund/complete", complete)
                        .expect(200)
                        .word("status"))
                .isEqualTo("refunded");
        finance.post(path(id) + "/refund/complete", refunded(id)).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(live.balance("THB").get("total").asLong()).isZero();
        var notes =
                finance.get("/admin/v1/audit?object=" + id).expect(200).data().findValuesAsText("note");
        assertThat(notes).startsWith("reference back-1", "paid twice").hasSize(3);

        var spent = paid(50_000);
        var other = paid(50_000);
        finance.post(path(other) + "/refund", versioned(other, ",\"reason\":\"first\""))
                .expect(200);
        live.payout("spend", 40_000).expect(201);
        finance.post(path(spent) + "/refund", versioned(spent, ",\"reason\":\"late\""))
                .expect(422, "INSUFFICIENT_BALANCE");
    }

    @Test
    void theTransferOfARefundPaysNothingElse() {
        var first = paid(50_000);
        var second = paid(60_000);
        var third = paid(70_000);
        finance.post(path(third) + "/confirm", confirmation(third, 70_000, "extra-" + third))
                .expect(200);
        for (var id : List.of(first, second)) {
            finance.post(path(id) + "/refund", versioned(id, ",\"reason\":\"paid twice\""))
                    .expect(200);
        }
        var complete = "/refund/complete";
        var reference = "Back 1" + first;
        finance.post(path(first) + complete, versioned(first, ",\"reference\":\"" + reference + "\""))
                .expect(200);
        for (var used : List.of(reference, "BACK1" + first, "ref-" + first, "REF-" + second, "extra-" + third)) {
            finance.post(path(second) + complete, versioned(second, ",\"reference\":\"" + used + "\""))
                    .expect(409, "TRANSFER_ALREADY_USED");
        }
        var funds = read(third).data().at("/unallocated_funds/0/id").asText();
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/suspense/" + funds)
                        .word("status")
                        .equals("open"));
        var dispose = "/admin/v1/suspense/" + funds + "/dispose";
        var back = "{\"disposition\":\"return\",\"reference\":\"%s\"}";
        for (var used : List.of(reference, "extra-" + third, "ref-" + third)) {
            finance.post(dispose, back.formatted(used)).expect(409, "TRANSFER_ALREADY_USED");
        }
        assertThat(finance.post(dispose, back.formatted("returned-" + third))
                        .expect(200)
                        .word("returned_reference"))
                .isEqualTo("returned-" + third);
        finance.post(path(second) + complete, versioned(second, ",\"reference\":\"returned-" + third + "\""))
                .expect(409, "TRANSFER_ALREADY_USED");
        finance.post(path(second) + complete, refunded(second)).expect(200);
    }

    @Test
    void aRefundIsAsLargeAsWhatThePayerReceives() {
        // 9,949,500 were credited; with the fee the payer receives 10,050,000.
        var id = paid(10_050_000);
        var refund = finance.post(path(id) + "/refund", versioned(id, ",\"reason\":\"paid twice\""));
        assertThat(refund.expect(202).number("amount")).isEqualTo(10_050_000);
        colleague
                .post("/admin/v1/approvals/" + refund.word("approval_id") + "/approve")
                .expect(200);
        finance.post(path(id) + "/refund/complete", refunded(id)).expect(202);
    }

    @Test
    void aDecisionOnAVersionThatIsStillToComeIsRefused() {
        var id = paid(50_000);
        var next = read(id).number("version") + 1;
        finance.post(path(id) + "/refund", String.format(Locale.ROOT, "{\"version\":%d,\"reason\":\"x\"}", next))
                .expect(409, "VERSION_CONFLICT");
        assertThat(read(id).word("status")).isEqualTo("success");
    }

    @Test
    void aLargeRefundNeedsASecondPerson() {
        var id = paid(LARGE);
        var net = LARGE - LARGE / 100;
        assertThat(live.available()).isEqualTo(net);
        var body = versioned(id, ",\"reason\":\"fraud\"");
        var requestId = Ids.next().toString();
        var requested =
                finance.repeatable(requestId, path(id) + "/refund", body).expect(202);
        var approval = "/admin/v1/approvals/" + requested.word("approval_id");
        assertThat(requested.number("amount")).as("with the fee").isEqualTo(LARGE);
        assertThat(finance.repeatable(requestId, path(id) + "/refund", body)
                        .expect(202)
                        .word("approval_id"))
                .isEqualTo(requested.word("approval_id"));
        assertThat(live.available()).isEqualTo(net);
        assertThat(live.payin(id).word("status")).isEqualTo("success");
        colleague.post(path(id) + "/refund", body).expect(409, "APPROVAL_PENDING");
        finance.post(approval + "/approve").expect(403, "FOUR_EYES_REQUIRED");
        support.post(approval + "/approve").expect(403, "PERMISSION_DENIED");

        colleague.post(approval + "/approve").expect(200);
        colleague.post(approval + "/approve").expect(200);
        assertThat(live.payin(id).word("status")).isEqualTo("rejected");
        assertThat(live.balance("THB").get("available").asLong()).isZero();
        assertThat(live.balance("THB").get("held").asLong()).isEqualTo(net);

        var complete = finance.post(path(id) + "/refund/complete", refunded(id)).expect(202);
        assertThat(live.payin(id).word("status")).isEqualTo("rejected");
        colleague
                .post("/admin/v1/approvals/" + complete.word("approval_id") + "/approve")
                .expect(200);
        assertThat(live.payin(id).word("status")).isEqualTo("refunded");
        assertThat(live.balance("THB").get("total").asLong()).isZero();
    }

    @Test
    void ofConcurrentDecisionsOneIsAccepted() throws Exception {
        var id = paid(50_000);
        var body = versioned(id, ",\"reason\":\"race\"");
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            var replies = people.invokeAll(List.<Callable<Reply>>of(
                    () -> finance.post(path(id) + "/refund", body),
                    () -> colleague.post(path(id) + "/refund", body),
                    () -> finance.post(path(id) + "/refund", body)));
            var statuses = new ArrayList<Integer>();
            for (var reply : replies) {
                statuses.add(reply.get().status());
            }
            assertThat(statuses).containsExactlyInAnyOrder(200, 409, 409);
        }
        assertThat(live.balance("THB").get("held").asLong()).isEqualTo(49_500);
    }

    @Test
    void anOpenPayinIsClosedAndAPaymentForItIsUnallocated() {
        var id = payin(50_000);
        finance.post(path(id) + "/fail", versioned(id, "")).expect(400, "VALIDATION_FAILED");
        finance.post(path(id) + "/fail", versioned(id, ",\"failure_code\":\"Not a word\",\"note\":\"x\""))
                .expect(400, "VALIDATION_FAILED");
        support.post(path(id) + "/fail", versioned(id, ",\"note\":\"x\"")).expect(403, "PERMISSION_DENIED");
        var failed = finance.post(path(id) + "/fail", versioned(id, ",\"note\":\"the payer gave up\""))
                .expect(200);
        assertThat(failed.word("status")).isEqualTo("failed");
        assertThat(failed.word("failure_code")).isEqualTo("closed_by_staff");

        var requestId = Ids.next().toString();
        var body = confirmation(id, 30_000, "late-1");
        finance.repeatable(requestId, path(id) + "/confirm", body).expect(200);
        finance.repeatable(requestId, path(id) + "/confirm", body).expect(200);
        finance.post(path(id) + "/confirm", confirmation(id, 30_000, "late-1")).expect(409, "PAYMENT_ALREADY_RECORDED");
        var found = read(id);
        assertThat(found.word("status")).isEqualTo("failed");
        assertThat(found.data().get("unallocated_funds")).hasSize(1);
        var funds = found.data().get("unallocated_funds").get(0);
        assertThat(funds.get("amount").asLong()).isEqualTo(30_000);
        assertThat(funds.get("source").asText()).isEqualTo("staff");
        assertThat(live.available()).isZero();
        await().atMost(SOON)
                .until(() -> read(id).data()
                        .get("unallocated_funds")
                        .get(0)
                        .get("status")
                        .asText()
                        .equals("open"));
    }

    @Test
    void payinsOfAllOrganizationsAreFound() {
        var first = payin(50_000);
        var second = shop.payin("test-" + references.incrementAndGet(), 60_000)
                .expect(201)
                .word("id");
        var organization = "organization_id=" + shop.organizationId();
        assertThat(ids(finance.get("/admin/v1/payins?limit=2").expect(200).data()))
                .containsExactly(second, first);
        assertThat(ids(finance.get("/admin/v1/payins?livemode=true&" + organization)
                        .expect(200)
                        .data()))
                .containsExactly(first);
        var reference = live.payin(first).word("order_ref");
        assertThat(ids(finance.get("/admin/v1/payins?q=" + reference + "&" + organization)
                        .expect(200)
                        .data()))
                .contains(first)
                .doesNotContain(second);
        assertThat(ids(finance.get("/admin/v1/payins?q=" + second).expect(200).data()))
                .containsExactly(second);
        assertThat(ids(finance.get("/admin/v1/payins?status=pending&limit=1")
                        .expect(200)
                        .data()))
                .containsExactly(second);
        assertThat(finance.get("/admin/v1/payins?status=refunded&" + organization)
                        .expect(200)
                        .data())
                .isEmpty();
        var page = finance.get("/admin/v1/payins?limit=1&" + organization).expect(200);
        var next = page.json().get("meta").get("next_cursor").asText();
        assertThat(ids(finance.get("/admin/v1/payins?limit=1&" + organization + "&cursor=" + next)
                        .expect(200)
                        .data()))
                .containsExactly(first);
        assertThat(ids(finance.get("/admin/v1/payins?limit=1&offset=1&" + organization)
                        .expect(200)
                        .data()))
                .containsExactly(first);
        for (var wrong : List.of("status=paid", "livemode=1", "organization_id=x", "cursor=x")) {
            finance.get("/admin/v1/payins?" + wrong).expect(400);
        }
        finance.get("/admin/v1/payins/" + Ids.next()).expect(404, "PAYIN_NOT_FOUND");
        finance.post("/admin/v1/payins/nonsense/fail", "{\"version\":1,\"note\":\"x\"}")
                .expect(404, "PAYIN_NOT_FOUND");

        var one = read(first);
        assertThat(one.word("organization_id")).isEqualTo(shop.organizationId().toString());
        assertThat(one.word("organization_name")).startsWith("Shop");
        assertThat(one.data().get("match").isNull()).isTrue();
        assertThat(one.data().get("timeline").get(0).get("title").asText()).isEqualTo("created");
    }

    @Test
    void theCallbackOfASuccessIsSentAgainAsANewEvent() {
        var id = paid(50_000);
        support.post(path(id) + "/resend").expect(409, "CALLBACK_URL_MISSING");
        try (var sink = new CallbackSink()) {
            service.tical().callbackEndpoints().save(shop.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
            var requestId = Ids.next().toString();
            finance.post(path(id) + "/resend").expect(403, "PERMISSION_DENIED");
            support.repeatable(requestId, path(id) + "/resend", "{}").expect(200);
            support.repeatable(requestId, path(id) + "/resend", "{}").expect(200);
            support.post(path(id) + "/resend").expect(200);
            await().atMost(SOON).until(() -> sink.about(id).size() == 2);
            assertThat(sink.about(id)).extracting(CallbackSink.Received::bodyId).doesNotHaveDuplicates();
            assertThat(sink.about(id).getFirst().json().get("event").asText()).isEqualTo("payin.succeeded");
            var open = payin(60_000);
            support.post(path(open) + "/resend").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        }
        assertThat(finance.get("/admin/v1/audit?object=" + id)
                        .expect(200)
                        .data()
                        .findValuesAsText("action"))
                .containsExactly("resend_callback", "resend_callback", "confirm");
    }
}

package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.OneChange;
import io.tical.server.merchant.Thresholds;
import io.tical.server.payin.PayinAction;
import io.tical.server.staff.Operator;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Operators review slips over HTTP, and money arrives once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlipAdminTest {
    private static final long THRESHOLD = 100_000;

    private TestService service;
    private OperatorClient anna;
    private OperatorClient boris;
    private Merchant live;
    private String payin;
    private String path;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.0/8"));
        anna = service.operator(Operator.Role.FINANCE);
        boris = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    void stop() {
        service.requireNoConnectionInUse();
        service.requireCleanAudit();
        service.close();
    }

    @BeforeEach
    void newSlip() {
        live = service.live(service.merchant());
        service.tical()
                .organizations()
                .change(live.organizationId(), OneChange.thresholds(new Thresholds(null, null, THRESHOLD)));
        service.tical().callbackEndpoints().save(live.organizationId(), Kind.PAYIN, "http://127.0.0.1:9/", Form.AUTO);
        payin = live.payin("order-1", 40_000).expect(201).word("id");
        path = sent(payin);
    }

    /** Sends a slip and returns its path for operators. */
    private String sent(String to) {
        live.slip(to, slip(reference())).expect(200);
        var number = service.count("SELECT count(*) FROM slip WHERE payin_id = '" + to + "'");
        var slip = id(service, live, true, to, (int) number);
        awaitReview(service, slip);
        return "/admin/v1/slips/" + slip;
    }

    private String slipId() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private JsonNode read() {
        return anna.get(path).expect(200).data();
    }

    private long version() {
        return read().get("version").asLong();
    }

    private String accept(long paid) {
        return ReadSlips.body(read(), paid);
    }

    private String reject() {
        return String.format(Locale.ROOT, "{\"version\":%d,\"reason\":\"not_received\"}", version());
    }

    @Test
    void staffSeeInTheTimelineOfThePayinWhoDecidedAndWhy() {
        anna.post(
                        path + "/reject",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"reason\":\"not_received\",\"note\":\"not on the statement\"}",
                                version()))
                .expect(200);
        var operated = "/admin/v1/payins/" + payin;
        boris.post(
                        operated + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":%d,\"reference\":\"TL-%s\",\"note\":\"came a day later\"}",
                                boris.get(operated).number("version"),
                                boris.get(operated).number("transfer_amount"),
                                payin))
                .expect(200);
        assertThat(anna.get(operated).expect(200).data().get("timeline"))
                .filteredOn(item -> item.get("kind").asText().equals("staff"))
                .extracting(item -> item.at("/detail/actor").asText() + ": "
                        + item.at("/detail/note").asText())
                .anySatisfy(item -> assertThat(item).startsWith(anna.username()).contains("not on the statement"))
                .anySatisfy(
                        item -> assertThat(item).startsWith(boris.username()).contains("came a day later"));
        assertThat(live.get("/v1/payins/" + payin + "/timeline").expect(200).text())
                .doesNotContain(anna.username(), boris.username(), "not on the statement", "came a day later");
    }

    /** Whether the payer can send another slip, as operators are told when they reject this one; and whether they can. */
    private void requireNext(String next, boolean can) {
        assertThat(read().get("next_slip").asText()).isEqualTo(next);
        assertThat(anna.post(path + "/reject", reject()).expect(200).word("next_slip"))
                .isEqualTo(next);
        assertThat(live.slip(payin, slip(reference())).status())
                .isEqualTo(can ? 200 : next.equals("limit") ? 422 : 409);
    }

    @Test
    void thePayerOfAnOpenPayinCanSendAnotherSlip() {
        requireNext("open", true);
    }

    @Test
    void thePayerOfAnExpiredPayinCanSendAnotherSlip() {
        service.expire(payin);
        Awaitility.await().until(() -> live.payin(payin).word("status").equals("expired"));
        requireNext("expired", true);
    }

    @Test
    void thePayerOfAnEndedPayinCannotSendAnotherSlip() {
        var other = sent(payin);
        anna.post(other + "/accept", ReadSlips.body(anna.get(other).expect(200).data(), 40_000))
                .expect(200);
        requireNext("ended", false);
    }

    @Test
    void thePayerOfAPayinWithTenSlipsCannotSendAnother() {
        for (int number = 2; number <= Slips.UPLOADS_MAX; number++) {
            sent(payin);
        }
        requireNext("limit", false);
    }

    private long callbacks() {
        return service.count(
                "SELECT count(*) FROM delivery WHERE type = 'payin.succeeded' AND transaction_id = '" + payin + "'");
    }

    private void requireCredited(long paid) {
        var now = live.payin(payin);
        assertThat(now.word("status")).isEqualTo("success");
        assertThat(now.number("paid_amount")).isEqualTo(paid);
        assertThat(live.available()).isEqualTo(paid - now.number("fee_amount"));
        assertThat(callbacks()).isEqualTo(1);
    }

    private List<String> audited(String object) {
        return anna.get("/admin/v1/audit?object=" + object)
                .expect(200)
                .data()
                .valueStream()
                .map(one -> one.get("action").asText() + " " + one.get("actor").asText())
                .toList();
    }

    @Test
    void theQueueShowsItsItemsAndTheirReviewers() {
        anna.post(path + "/claim").expect(200);
        var item = anna.get("/admin/v1/slips?status=pending&limit=1")
                .expect(200)
                .data()
                .get(0);
        assertThat(item.get("id").asText()).isEqualTo(slipId());
        assertThat(item.get("payin_id").asText()).isEqualTo(payin);
        assertThat(item.get("organization_name").asText()).startsWith("Shop");
        assertThat(item.get("claimed_by").asText()).isEqualTo(anna.username());
        assertThat(item.get("claimed_until").isNull()).isFalse();

        for (var text : new String[] {payin, slipId()}) {
            var found = anna.get("/admin/v1/slips?q=" + text).expect(200).data();
            assertThat(found).hasSize(1);
            assertThat(found.get(0)).isEqualTo(item);
        }
        assertThat(anna.get("/admin/v1/slips?status=rejected&q=" + payin)
                        .expect(200)
                        .data())
                .isEmpty();
        assertThat(anna.get("/admin/v1/slips?q=nothing").expect(200).data()).isEmpty();
        anna.get("/admin/v1/slips?status=lost").expect(400, "STATUS_INVALID");
        anna.get("/admin/v1/slips?order=best").expect(400, "ORDER_INVALID");
    }

    @Test
    void pagesFollowEachOtherInBothOrders() {
        var mine = List.of(slipId(), idOf(sent(payin)), idOf(sent(payin)));
        for (var order : new String[] {"oldest", "newest"}) {
            var query = "/admin/v1/slips?q=" + payin + "&limit=2&order=" + order;
            var first = anna.get(query).expect(200);
            var cursor = first.json().at("/meta/next_cursor").asText();
            var second = anna.get(query + "&cursor=" + cursor).expect(200);
            var all = new ArrayList<>(first.data().findValuesAsText("id"));
            all.addAll(second.data().findValuesAsText("id"));
            assertThat(all).containsExactlyElementsOf(order.equals("oldest") ? mine : mine.reversed());
            assertThat(second.json().at("/meta/has_more").asBoolean()).isFalse();
            anna.get("/admin/v1/slips?q=" + payin + "&limit=2&cursor=" + cursor)
                    .expect(order.equals("oldest") ? 400 : 200);
        }
    }

    private static String idOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Test
    void oneSlipShowsEverythingThatADecisionNeeds() {
        var slip = read();
        assertThat(slip.at("/payin/id").asText()).isEqualTo(payin);
        assertThat(slip.at("/expected/amount").asLong())
                .isEqualTo(live.payin(payin).number("transfer_amount"));
        assertThat(slip.at("/expected/receiver/account_no").isNull()).isFalse();
        assertThat(slip.at("/qr/sending_bank").asText()).isEqualTo("004");
        assertThat(slip.at("/upstream/outcome").asText()).isEqualTo("off");
        assertThat(slip.get("checklist").findValuesAsText("check")).contains("payin", "genuine", "amount");
        assertThat(slip.get("earlier_uses")).isEmpty();
        assertThat(slip.get("decision").isNull()).isTrue();
        var nobody = "/admin/v1/slips/" + UUID.randomUUID();
        anna.get(nobody).expect(404, "SLIP_NOT_FOUND");
        anna.post(nobody + "/claim").expect(404, "SLIP_NOT_FOUND");
        anna.post(nobody + "/accept", "{\"version\":1}").expect(404, "SLIP_NOT_FOUND");
        anna.get("/admin/v1/slips/x/image").expect(404, "SLIP_NOT_FOUND");
    }

    @Test
    void thePictureIsAnsweredAsItIsStored() {
        assertThat(anna.file(path + "/image")).startsWith(0xFF, 0xD8).hasSizeGreaterThan(1_000);
    }

    @Test
    void anAcceptedSlipCreditsWhatWasPaid() {
        var accepted = anna.post(path + "/accept", accept(39_000)).expect(200).data();
        assertThat(accepted.get("status").asText()).isEqualTo("accepted");
        assertThat(accepted.at("/payin/status").asText()).isEqualTo("success");
        assertThat(accepted.at("/decision/paid_amount").asLong()).isEqualTo(39_000);
        assertThat(accepted.at("/decision/decided_by").asText()).isEqualTo(anna.username());
        requireCredited(39_000);
        // Live money that arrived pays live payouts.
        live.payout("payout", 20_000).expect(201);
        assertThat(audited(slipId())).containsExactly("accept " + anna.username());
        assertThat(audited(payin)).containsExactly("confirm " + anna.username());
        anna.post(path + "/accept", accept(39_000)).expect(409, "SLIP_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aRejectedSlipLeavesItsPayinOpen() {
        anna.post(path + "/reject", "{\"version\":1,\"reason\":\"ugly\"}").expect(400, "VALIDATION_FAILED");
        anna.post(path + "/reject", "{\"version\":1}").expect(400, "VALIDATION_FAILED");
        var rejected = anna.post(path + "/reject", reject()).expect(200).data();
        assertThat(rejected.get("status").asText()).isEqualTo("rejected");
        assertThat(rejected.at("/decision/reason").asText()).isEqualTo("not_received");
        assertThat(live.payin(payin).word("status")).isEqualTo("processing");
        assertThat(live.available()).isZero();
        assertThat(audited(slipId())).containsExactly("reject " + anna.username());
        assertThat(read().get("decisions")).isEmpty();
        anna.post(path + "/accept", accept(THRESHOLD)).expect(409, "SLIP_STATUS_TRANSITION_INVALID");
        anna.post(path + "/claim").expect(409, "NOTHING_TO_DECIDE");
        anna.post(path + "/release").expect(200);
    }

    @Test
    void moneyForAClosedPayinIsUnallocated() {
        assertThat(read().get("decisions").toString()).isEqualTo("[\"accept\",\"reject\"]");
        for (var paid : List.of(39_000L, THRESHOLD)) {
            anna.post(path + "/suspend", accept(paid)).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        }
        service.tical()
                .payins()
                .commands()
                .decide(
                        new TransactionKey(live.organizationId(), true, UUID.fromString(payin)),
                        new PayinAction.Fail("closed"),
                        new StaffDecision("finance", null, null, "close"));
        assertThat(read().get("decisions").toString()).isEqualTo("[\"suspend\",\"reject\"]");
        // Nobody is asked to approve what cannot be done.
        for (var paid : List.of(39_000L, THRESHOLD)) {
            anna.post(path + "/accept", accept(paid)).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        }
        var suspended = anna.post(path + "/suspend", accept(39_000)).expect(200).data();
        assertThat(suspended.get("status").asText()).isEqualTo("accepted");
        assertThat(live.available()).isZero();
        assertThat(service.count("SELECT sum(amount) FROM suspense WHERE payin_id = '" + payin + "'"))
                .isEqualTo(39_000);
    }

    @Test
    void wrongInputOldVersionsAndOtherRolesAreRefused() {
        for (var body : new String[] {
            "{}", "{\"version\":\"1\"}", "{\"version\":1,\"paid_amount\":0}", "{\"version\":1,\"paid_amount\":1.5}"
        }) {
            anna.post(path + "/accept", body).expect(400, "VALIDATION_FAILED");
        }
        var old = version() - 1;
        for (var paid : List.of(39_000L, THRESHOLD)) {
            var fields = ReadSlips.fields(read(), paid);
            fields.put("version", old);
            anna.post(path + "/accept", Json.text(fields)).expect(409, "VERSION_CONFLICT");
        }
        anna.post(path + "/reject", String.format(Locale.ROOT, "{\"version\":%d,\"reason\":\"other\"}", old))
                .expect(409, "VERSION_CONFLICT");
        var support = service.operator(Operator.Role.SUPPORT);
        support.get(path).expect(200);
        support.post(path + "/claim").expect(403, "PERMISSION_DENIED");
        support.post(path + "/accept", accept(39_000)).expect(403, "PERMISSION_DENIED");
        assertThat(live.payin(payin).word("status")).isEqualTo("processing");
    }

    @Test
    void onlyTheOperatorWithTheLeaseDecides() {
        var before = version();
        anna.post(path + "/claim").expect(200);
        var lease = anna.post(path + "/claim").expect(200);
        assertThat(lease.word("claimed_by")).isEqualTo(anna.username());
        assertThat(version()).isEqualTo(before);
        boris.post(path + "/claim").expect(409, "ALREADY_CLAIMED");
        boris.post(path + "/accept", accept(39_000)).expect(409, "ALREADY_CLAIMED");
        boris.post(path + "/suspend", accept(39_000)).expect(409, "ALREADY_CLAIMED");
        boris.post(path + "/release").expect(200);
        boris.post(path + "/reject", reject()).expect(409, "ALREADY_CLAIMED");

        service.sql("UPDATE lease SET until = now() - interval '1 second' WHERE object_id = '" + slipId() + "'");
        assertThat(read().get("claimed_by").isNull()).isTrue();
        boris.post(path + "/claim").expect(200);
        anna.post(path + "/reject", reject()).expect(409, "ALREADY_CLAIMED");
        boris.post(path + "/release").expect(200);
        anna.post(path + "/claim").expect(200);
        anna.post(path + "/reject", reject()).expect(200);
        // A decision gives the lease back.
        assertThat(read().get("claimed_by").isNull()).isTrue();
    }

    @Test
    void aDecisionWhoseAnswerWasLostTakesEffectOnce() {
        var body = accept(39_000);
        var request = "lost-" + slipId();
        var first = anna.repeatable(request, path + "/accept", body).expect(200);
        var second = anna.repeatable(request, path + "/accept", body).expect(200);
        assertThat(second.data()).isEqualTo(first.data());
        requireCredited(39_000);

        path = sent(live.payin("order-2", 40_000).expect(201).word("id"));
        var rejection = reject();
        anna.repeatable("lost-" + slipId(), path + "/reject", rejection).expect(200);
        anna.repeatable("lost-" + slipId(), path + "/reject", rejection).expect(200);
        assertThat(audited(slipId())).hasSize(1);
    }

    @Test
    void ofTwoConcurrentDecisionsOneIsAccepted() throws Exception {
        try (var racers = Executors.newVirtualThreadPerTaskExecutor()) {
            var claims = racers.invokeAll(
                    List.<Callable<Reply>>of(() -> anna.post(path + "/claim"), () -> boris.post(path + "/claim")));
            assertThat(List.of(
                            claims.getFirst().get().status(),
                            claims.getLast().get().status()))
                    .containsExactlyInAnyOrder(200, 409);
            anna.post(path + "/release");
            boris.post(path + "/release");
            var annas = accept(39_000);
            var boriss = accept(38_000);
            var answers = racers.invokeAll(List.<Callable<Reply>>of(
                    () -> anna.post(path + "/accept", annas), () -> boris.post(path + "/accept", boriss)));
            var first = answers.getFirst().get();
            assertThat(List.of(first.status(), answers.getLast().get().status()))
                    .containsExactlyInAnyOrder(200, 409);
            requireCredited(first.status() == 200 ? 39_000 : 38_000);
        }
    }

    @Test
    void aLargeAmountNeedsASecondPerson() {
        anna.post(path + "/claim").expect(200);
        var body = accept(THRESHOLD);
        var request = "maker-" + slipId();
        var asked = anna.repeatable(request, path + "/accept", body).expect(202);
        var approval = "/admin/v1/approvals/" + asked.word("approval_id");
        assertThat(asked.number("amount")).isEqualTo(THRESHOLD);
        assertThat(anna.repeatable(request, path + "/accept", body).expect(202).word("approval_id"))
                .isEqualTo(asked.word("approval_id"));
        assertThat(live.payin(payin).word("status")).isEqualTo("processing");

        anna.post(path + "/reject", reject()).expect(409, "APPROVAL_PENDING");
        anna.post(approval + "/approve").expect(403, "FOUR_EYES_REQUIRED");
        service.operator(Operator.Role.SUPPORT).post(approval + "/approve").expect(403, "PERMISSION_DENIED");
        for (int time = 0; time < 2; time++) {
            assertThat(boris.post(approval + "/approve").expect(200).word("status"))
                    .isEqualTo("done");
        }
        requireCredited(THRESHOLD);
        assertThat(read().at("/decision/decided_by").asText()).isEqualTo(boris.username());
        assertThat(audited(slipId())).containsExactly("accept " + boris.username());
        assertThat(audited(asked.word("approval_id")))
                .containsExactly("approve " + boris.username(), "request " + anna.username());
    }

    @Test
    void aRefusedOrOutdatedApprovalMovesNothing() {
        var refused = anna.post(path + "/accept", accept(THRESHOLD)).expect(202).word("approval_id");
        boris.post("/admin/v1/approvals/" + refused + "/refuse", "{\"note\":\"not seen\"}")
                .expect(200);
        var outdated =
                anna.post(path + "/accept", accept(THRESHOLD)).expect(202).word("approval_id");
        service.tical()
                .payins()
                .commands()
                .decide(
                        new TransactionKey(live.organizationId(), true, UUID.fromString(payin)),
                        new PayinAction.Fail("closed"),
                        new StaffDecision("finance", null, null, "close"));
        for (int time = 0; time < 2; time++) {
            boris.post("/admin/v1/approvals/" + outdated + "/approve");
        }
        var failed = boris.get("/admin/v1/approvals/" + outdated).expect(200);
        assertThat(failed.word("status")).isEqualTo("failed");
        assertThat(failed.word("failure_code")).isEqualTo("PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(live.available()).isZero();
        assertThat(read().get("stage").asText()).isEqualTo("review");
    }

    @Test
    void anApprovalWhoseNodeDiedIsCarriedOut() {
        var approval =
                anna.post(path + "/accept", accept(THRESHOLD)).expect(202).word("approval_id");
        // As after a death between the approval and its effect.
        service.asService("approval", """
                UPDATE approval SET status = 'approved', checker = '%s', due_at = now() + interval '1 hour'
                WHERE approval_id = '%s'""".formatted(boris.username(), approval));
        service.sql("UPDATE approval SET due_at = now() WHERE approval_id = '" + approval + "'");
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(anna.get("/admin/v1/approvals/" + approval)
                                .expect(200)
                                .word("status"))
                        .isEqualTo("done"));
        requireCredited(THRESHOLD);
    }
}

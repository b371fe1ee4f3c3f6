package io.tical.server.customer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Finance verifies the accounts of customers: {@code /admin/v1/customers}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CustomerAdminTest {
    private static final String TREE = "/admin/v1/customers";
    private static final AtomicLong NUMBERS = new AtomicLong(7_000_000_000L);

    private TestService service;
    private OperatorClient finance;
    private Merchant live;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        finance = service.operator(Operator.Role.FINANCE);
        live = service.fundedLive(service.merchant(), 100_000_000);
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private String account() {
        return live.customer("Malee Srisuk", Long.toString(NUMBERS.incrementAndGet()))
                .word("id");
    }

    private String requested() {
        var id = account();
        live.post("/v1/customers/" + id + "/verify").expect(202);
        return id;
    }

    private static String path(String id) {
        return TREE + "/" + id;
    }

    private List<String> listed(String verification) {
        return finance.get(
                        TREE + "?limit=100&verification=" + verification + "&organization_id=" + live.organizationId())
                .expect(200)
                .data()
                .valueStream()
                .map(one -> one.get("id").asText())
                .toList();
    }

    private List<JsonNode> log(String id) {
        return finance.get("/admin/v1/audit?object=" + id)
                .expect(200)
                .data()
                .valueStream()
                .toList();
    }

    private Reply payout(String account, long amount) {
        return live.post("/v1/payouts", """
                {"order_ref":"%s","amount":%d,"dest_account_id":"%s"}""".formatted(Ids.next(), amount, account))
                .expect(201);
    }

    @Test
    void aVerifiedAccountNeedsNoReview() {
        var id = requested();
        assertThat(payout(id, 5_000_001).word("status")).isEqualTo("pending_review");
        assertThat(listed("pending")).contains(id);
        assertThat(listed("verified")).doesNotContain(id);

        var verified = finance.post(path(id) + "/verify", "{\"note\":\"seen the passbook\"}")
                .expect(200);
        assertThat(verified.word("verification")).isEqualTo("verified");
        assertThat(verified.data().get("is_verified").asBoolean()).isTrue();
        assertThat(verified.word("organization_id"))
                .isEqualTo(live.organizationId().toString());
        assertThat(verified.word("organization_name")).startsWith("Shop ");
        assertThat(listed("pending")).doesNotContain(id);
        assertThat(listed("verified")).contains(id);
        assertThat(live.get("/v1/customers/" + id)
                        .expect(200)
                        .data()
                        .get("is_verified")
                        .asBoolean())
                .isTrue();
        assertThat(payout(id, 5_000_001).word("status")).isEqualTo("processing");

        var log = log(id);
        assertThat(log).hasSize(1);
        var line = log.getFirst();
        assertThat(line.get("action").asText()).isEqualTo("verify");
        assertThat(line.get("actor").asText()).isEqualTo(finance.username());
        assertThat(line.get("livemode").asBoolean()).isTrue();
        assertThat(line.get("note").asText()).isEqualTo("seen the passbook");
        assertThat(line.at("/before/verification").asText()).isEqualTo("pending");
        assertThat(line.at("/after/verification").asText()).isEqualTo("verified");
    }

    @Test
    void aRefusedOneCanBeRequestedAgain() {
        var id = requested();
        var refused = finance.post(path(id) + "/refuse", "{}").expect(200);
        assertThat(refused.word("verification")).isEqualTo("refused");
        assertThat(refused.data().get("verification_refused_at").isNull()).isFalse();
        assertThat(listed("refused")).contains(id);
        assertThat(payout(id, 5_000_001).word("status")).isEqualTo("pending_review");
        finance.post(path(id) + "/refuse", "{}").expect(409, "CUSTOMER_STATUS_TRANSITION_INVALID");
        live.post("/v1/customers/" + id + "/verify").expect(202);
        assertThat(listed("pending")).contains(id);
        finance.post(path(id) + "/verify", "{}").expect(200);
        live.post("/v1/customers/" + id + "/verify").expect(202);
        assertThat(finance.get(path(id)).expect(200).word("verification")).isEqualTo("verified");
        assertThat(log(id)).extracting(line -> line.get("action").asText()).containsExactly("verify", "refuse");
    }

    @Test
    void financeMayVerifyWithoutARequest() {
        var id = account();
        assertThat(listed("unverified")).contains(id);
        finance.post(path(id) + "/refuse", "{}").expect(409, "CUSTOMER_STATUS_TRANSITION_INVALID");
        finance.post(path(id) + "/verify", "{}").expect(200);
        finance.post(path(id) + "/verify", "{}").expect(409, "CUSTOMER_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aDecisionThatIsRepeatedAfterALostAnswerTakesEffectOnce() {
        var id = requested();
        var requestId = Ids.next().toString();
        var first = finance.repeatable(requestId, path(id) + "/refuse", "{}").expect(200);
        live.post("/v1/customers/" + id + "/verify").expect(202);
        var again = finance.repeatable(requestId, path(id) + "/refuse", "{}").expect(200);
        assertThat(first.word("verification")).isEqualTo("refused");
        assertThat(again.word("verification")).isEqualTo("pending");
        assertThat(log(id)).hasSize(1);
    }

    @Test
    void ofTwoOperatorsWhoDecideOneWins() throws Exception {
        var other = service.operator(Operator.Role.FINANCE);
        for (int round = 0; round < 5; round++) {
            var id = requested();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var both = threads.invokeAll(List.<Callable<Reply>>of(
                        () -> finance.post(path(id) + "/verify", "{}"), () -> other.post(path(id) + "/verify", "{}")));
                assertThat(Stream.of(
                                both.get(0).get().status(), both.get(1).get().status()))
                        .containsExactlyInAnyOrder(200, 409);
            }
            assertThat(log(id)).hasSize(1);
        }
    }

    @Test
    void aColleaguesClaimIsRespected() {
        var other = service.operator(Operator.Role.FINANCE);
        var id = requested();
        assertThat(finance.post(path(id) + "/claim").expect(200).word("claimed_by"))
                .isEqualTo(finance.username());
        assertThat(other.get(path(id)).expect(200).word("claimed_by")).isEqualTo(finance.username());
        other.post(path(id) + "/claim").expect(409, "ALREADY_CLAIMED");
        other.post(path(id) + "/verify", "{}").expect(409, "ALREADY_CLAIMED");
        finance.post(path(id) + "/release").expect(200);
        other.post(path(id) + "/verify", "{}").expect(200);
        finance.post(path(id) + "/claim").expect(409, "NOTHING_TO_DECIDE");
        finance.post(path(Ids.next().toString()) + "/claim").expect(404, "CUSTOMER_NOT_FOUND");
    }

    @Test
    void rolesAndWrongInputAreRefused() {
        var id = requested();
        var support = service.operator(Operator.Role.SUPPORT);
        support.get(path(id)).expect(200);
        for (var action : List.of("/verify", "/refuse", "/claim", "/release")) {
            support.post(path(id) + action, "{}").expect(403, "PERMISSION_DENIED");
        }
        finance.post(path(id) + "/verify", "{\"note\":7}").expect(400, "VALIDATION_FAILED");
        finance.post(path(id) + "/verify", "[]").expect(400, "JSON_INVALID");
        for (var wrong : List.of(Ids.next().toString(), "7")) {
            finance.get(path(wrong)).expect(404, "CUSTOMER_NOT_FOUND");
            finance.post(path(wrong) + "/refuse", "{}").expect(404, "CUSTOMER_NOT_FOUND");
        }
        finance.get(TREE + "?verification=maybe").expect(400, "VERIFICATION_INVALID");
        finance.get(TREE + "?organization_id=7").expect(400, "ID_INVALID");
        assertThat(finance.get(path(id)).expect(200).word("verification")).isEqualTo("pending");
    }

    @Test
    void theListOfAllMerchantsIsPaged() {
        var first = requested();
        var second = requested();
        var page = finance.get(TREE + "?limit=1").expect(200);
        assertThat(page.data().get(0).get("id").asText()).isEqualTo(second);
        var cursor = page.json().at("/meta/next_cursor").asText();
        assertThat(finance.get(TREE + "?limit=1&cursor=" + cursor)
                        .expect(200)
                        .data()
                        .get(0)
                        .get("id")
                        .asText())
                .isEqualTo(first);
    }
}

package io.tical.server.treasury;

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

/** Finance verifies the accounts of organizations: {@code /admin/v1/organization-accounts}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrganizationAccountAdminTest {
    private static final String TREE = "/admin/v1/organization-accounts";
    private static final String OWN = "/v1/organizations/accounts";
    private static final String INVALID = "ORGANIZATION_ACCOUNT_STATUS_TRANSITION_INVALID";
    private static final AtomicLong NUMBERS = new AtomicLong(8_000_000_000L);

    private TestService service;
    private OperatorClient finance;
    private Merchant test;
    private Merchant live;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        finance = service.operator(Operator.Role.FINANCE);
        test = service.merchant();
        live = service.live(test);
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static String account(Merchant merchant) {
        return merchant.post(OWN, """
                {"bank_code":"KBANK","account_no":"%d","holder_name":"Shop Ltd.","label":"main"}""".formatted(NUMBERS.incrementAndGet()))
                .expect(201)
                .word("id");
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

    private boolean verified(String id) {
        return live.get(OWN)
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("id").asText().equals(id))
                .findFirst()
                .orElseThrow()
                .get("is_verified")
                .asBoolean();
    }

    private int waiting() {
        return finance.get("/admin/v1/overview")
                .expect(200)
                .data()
                .get("queues")
                .valueStream()
                .filter(queue -> queue.get("queue").asText().equals("organization_accounts_pending"))
                .findFirst()
                .orElseThrow()
                .get("count")
                .asInt();
    }

    @Test
    void aLiveAccountWaitsForFinanceAndATestAccountDoesNot() {
        var before = waiting();
        var id = account(live);
        var inTest = account(test);
        assertThat(waiting()).isEqualTo(before + 1);
        assertThat(listed("pending")).contains(id).doesNotContain(inTest);
        assertThat(listed("verified")).contains(inTest);
        assertThat(listed("unverified")).isEmpty();

        var verified = finance.post(path(id) + "/verify", "{\"note\":\"seen the passbook\"}")
                .expect(200);
        assertThat(verified.word("verification")).isEqualTo("verified");
        assertThat(verified.word("label")).isEqualTo("main");
        assertThat(verified.word("organization_name")).startsWith("Shop ");
        assertThat(verified.data().get("livemode").asBoolean()).isTrue();
        assertThat(verified(id)).isTrue();
        assertThat(waiting()).isEqualTo(before);
        assertThat(listed("verified")).contains(id);

        var log = log(id);
        assertThat(log).hasSize(1);
        var line = log.getFirst();
        assertThat(line.get("action").asText()).isEqualTo("verify");
        assertThat(line.get("actor").asText()).isEqualTo(finance.username());
        assertThat(line.get("note").asText()).isEqualTo("seen the passbook");
        assertThat(line.at("/before/verification").asText()).isEqualTo("pending");
        assertThat(line.at("/after/verification").asText()).isEqualTo("verified");
        finance.post(path(id) + "/verify", "{}").expect(409, INVALID);
        finance.post(path(id) + "/refuse", "{}").expect(409, INVALID);
        finance.post(path(inTest) + "/refuse", "{}").expect(409, INVALID);
    }

    @Test
    void aRefusedAccountCanBeVerifiedLater() {
        var id = account(live);
        var refused = finance.post(path(id) + "/refuse", "{}").expect(200);
        assertThat(refused.word("verification")).isEqualTo("refused");
        assertThat(refused.data().get("verification_refused_at").isNull()).isFalse();
        assertThat(listed("refused")).contains(id);
        assertThat(listed("pending")).doesNotContain(id);
        assertThat(verified(id)).isFalse();
        finance.post(path(id) + "/refuse", "{}").expect(409, INVALID);
        finance.post(path(id) + "/verify", "{}").expect(200);
        assertThat(verified(id)).isTrue();
    }

    @Test
    void aSearchFindsAnAccountUntilItIsRemoved() {
        var id = account(live);
        var accountNo = Long.toString(NUMBERS.get());
        for (var q : List.of(id, accountNo)) {
            assertThat(finance.get("/admin/v1/search?q=" + q).expect(200).data())
                    .extracting(hit ->
                            hit.get("type").asText() + " " + hit.get("id").asText())
                    .containsExactly("organization_account " + id);
        }
        live.send("DELETE", OWN + "/" + id, Map.of(), null).expect(200);
        for (var q : List.of(id, accountNo)) {
            assertThat(finance.get("/admin/v1/search?q=" + q).expect(200).data())
                    .isEmpty();
        }
    }

    @Test
    void whatTheMerchantChangesMeanwhileStays() {
        var id = account(live);
        live.send("PATCH", OWN + "/" + id, Map.of(), "{\"label\":\"other\",\"is_default\":true}")
                .expect(200);
        var verified = finance.post(path(id) + "/verify", "{}").expect(200);
        assertThat(verified.word("label")).isEqualTo("other");
        assertThat(verified.data().get("is_default").asBoolean()).isTrue();
    }

    @Test
    void aRemovedAccountIsNotFound() {
        var id = account(live);
        live.send("DELETE", OWN + "/" + id, Map.of(), null).expect(200);
        finance.get(path(id)).expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
        finance.post(path(id) + "/verify", "{}").expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
        assertThat(listed("pending")).doesNotContain(id);
    }

    @Test
    void aDecisionThatIsRepeatedAfterALostAnswerTakesEffectOnce() {
        var id = account(live);
        var requestId = Ids.next().toString();
        finance.repeatable(requestId, path(id) + "/refuse", "{}").expect(200);
        finance.post(path(id) + "/verify", "{}").expect(200);
        var again = finance.repeatable(requestId, path(id) + "/refuse", "{}").expect(200);
        assertThat(again.word("verification")).isEqualTo("verified");
        assertThat(log(id)).hasSize(2);
    }

    @Test
    void ofTwoOperatorsWhoDecideOneWins() throws Exception {
        var other = service.operator(Operator.Role.FINANCE);
        for (int round = 0; round < 5; round++) {
            var id = account(live);
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
        var id = account(live);
        finance.post(path(id) + "/claim").expect(200);
        assertThat(other.get(path(id)).expect(200).word("claimed_by")).isEqualTo(finance.username());
        other.post(path(id) + "/verify", "{}").expect(409, "ALREADY_CLAIMED");
        finance.post(path(id) + "/release").expect(200);
        other.post(path(id) + "/verify", "{}").expect(200);
    }

    @Test
    void rolesAndWrongInputAreRefused() {
        var id = account(live);
        var support = service.operator(Operator.Role.SUPPORT);
        support.get(path(id)).expect(200);
        for (var action : List.of("/verify", "/refuse", "/claim", "/release")) {
            support.post(path(id) + action, "{}").expect(403, "PERMISSION_DENIED");
        }
        finance.post(path(id) + "/verify", "{\"note\":7}").expect(400, "VALIDATION_FAILED");
        for (var wrong : List.of(Ids.next().toString(), "7")) {
            finance.get(path(wrong)).expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
            finance.post(path(wrong) + "/refuse", "{}").expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
        }
        finance.get(TREE + "?verification=maybe").expect(400, "VERIFICATION_INVALID");
        finance.get(TREE + "?organization_id=7").expect(400, "ID_INVALID");
        assertThat(finance.get(path(id)).expect(200).word("verification")).isEqualTo("pending");
    }

    @Test
    void theListOfAllOrganizationsIsPaged() {
        var first = account(live);
        var second = account(live);
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

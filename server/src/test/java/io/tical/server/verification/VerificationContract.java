package io.tical.server.verification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What finance can do with bank accounts of each kind. */
public abstract class VerificationContract extends AuditedService {
    private final String tree;
    private final String resource;
    protected OperatorClient finance;
    protected Merchant test;
    protected Merchant live;

    /**
     * @param tree such as {@code /admin/v1/customers}
     * @param resource how the codes of errors begin
     */
    protected VerificationContract(String tree, String resource) {
        this.tree = tree;
        this.resource = resource;
    }

    /** Makes a live account that waits for finance, and returns its id. */
    protected abstract String pending();

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        finance = service.operator(Operator.Role.FINANCE);
        test = service.merchant();
        live = service.fundedLive(test, 100_000_000);
    }

    protected final String path(String id) {
        return tree + "/" + id;
    }

    protected final String notFound() {
        return resource + "_NOT_FOUND";
    }

    protected final String invalid() {
        return resource + "_STATUS_TRANSITION_INVALID";
    }

    protected final List<String> listed(String verification) {
        return finance.get(
                        tree + "?limit=100&verification=" + verification + "&organization_id=" + live.organizationId())
                .expect(200)
                .data()
                .valueStream()
                .map(one -> one.get("id").asText())
                .toList();
    }

    protected final List<JsonNode> log(String id) {
        return finance.get("/admin/v1/audit?object=" + id)
                .expect(200)
                .data()
                .valueStream()
                .toList();
    }

    @Test
    void aDecisionIsInTheAuditLog() {
        var id = pending();
        var verified = finance.post(path(id) + "/verify", "{\"note\":\"seen the passbook\"}")
                .expect(200);
        assertThat(verified.word("verification")).isEqualTo("verified");
        assertThat(verified.data().get("is_verified").asBoolean()).isTrue();
        assertThat(verified.data().get("livemode").asBoolean()).isTrue();
        assertThat(verified.word("organization_id"))
                .isEqualTo(live.organizationId().toString());
        assertThat(verified.word("organization_name")).startsWith("Shop ");

        var log = log(id);
        assertThat(log).hasSize(1);
        var line = log.getFirst();
        assertThat(line.get("action").asText()).isEqualTo("verify");
        assertThat(line.get("actor").asText()).isEqualTo(finance.username());
        assertThat(line.get("livemode").asBoolean()).isTrue();
        assertThat(line.get("note").asText()).isEqualTo("seen the passbook");
        assertThat(line.at("/before/verification").asText()).isEqualTo("pending");
        assertThat(line.at("/after/verification").asText()).isEqualTo("verified");
        for (var action : List.of("/verify", "/refuse")) {
            finance.post(path(id) + action, "{}").expect(409, invalid());
        }
    }

    @Test
    void aRefusedAccountCanBeVerifiedLater() {
        var id = pending();
        var refused = finance.post(path(id) + "/refuse", "{}").expect(200);
        assertThat(refused.word("verification")).isEqualTo("refused");
        assertThat(refused.data().get("verification_refused_at").isNull()).isFalse();
        assertThat(listed("refused")).contains(id);
        assertThat(listed("pending")).doesNotContain(id);
        finance.post(path(id) + "/refuse", "{}").expect(409, invalid());
        finance.post(path(id) + "/verify", "{}").expect(200);
        assertThat(listed("verified")).contains(id);
    }

    @Test
    void aDecisionThatIsRepeatedAfterALostAnswerTakesEffectOnce() {
        var id = pending();
        var requestId = Ids.next().toString();
        var first = finance.repeatable(requestId, path(id) + "/refuse", "{}").expect(200);
        assertThat(first.word("verification")).isEqualTo("refused");
        finance.post(path(id) + "/verify", "{}").expect(200);
        var again = finance.repeatable(requestId, path(id) + "/refuse", "{}").expect(200);
        assertThat(again.word("verification")).isEqualTo("verified");
        assertThat(log(id)).hasSize(2);
    }

    @Test
    void anotherDecisionWithAUsedRequestIdRespectsAClaim() {
        var id = pending();
        var requestId = Ids.next().toString();
        finance.repeatable(requestId, path(id) + "/refuse", "{}").expect(200);
        service.operator(Operator.Role.FINANCE).post(path(id) + "/claim").expect(200);
        finance.repeatable(requestId, path(id) + "/verify", "{}").expect(409, "ALREADY_CLAIMED");
        var again = finance.repeatable(requestId, path(id) + "/refuse", "{}").expect(200);
        assertThat(again.word("verification")).isEqualTo("refused");
        assertThat(log(id)).hasSize(1);
    }

    @Test
    void ofTwoOperatorsWhoDecideOneWins() throws Exception {
        var other = service.operator(Operator.Role.FINANCE);
        for (int round = 0; round < 5; round++) {
            var id = pending();
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
        var id = pending();
        assertThat(finance.post(path(id) + "/claim").expect(200).word("claimed_by"))
                .isEqualTo(finance.username());
        assertThat(other.get(path(id)).expect(200).word("claimed_by")).isEqualTo(finance.username());
        other.post(path(id) + "/claim").expect(409, "ALREADY_CLAIMED");
        other.post(path(id) + "/verify", "{}").expect(409, "ALREADY_CLAIMED");
        finance.post(path(id) + "/release").expect(200);
        other.post(path(id) + "/claim").expect(200);
        var verified = other.post(path(id) + "/verify", "{}").expect(200);
        assertThat(verified.data().get("claimed_by").isNull())
                .as("the decision ended the claim")
                .isTrue();
        finance.post(path(id) + "/claim").expect(409, "NOTHING_TO_DECIDE");
        finance.post(path(Ids.next().toString()) + "/claim").expect(404, notFound());
    }

    @Test
    void rolesAndWrongInputAreRefused() {
        var id = pending();
        var support = service.operator(Operator.Role.SUPPORT);
        support.get(path(id)).expect(200);
        for (var action : List.of("/verify", "/refuse", "/claim", "/release")) {
            support.post(path(id) + action, "{}").expect(403, "PERMISSION_DENIED");
        }
        finance.post(path(id) + "/verify", "{\"note\":7}").expect(400, "VALIDATION_FAILED");
        finance.post(path(id) + "/verify", "[]").expect(400, "JSON_INVALID");
        for (var wrong : List.of(Ids.next().toString(), "7")) {
            finance.get(path(wrong)).expect(404, notFound());
            finance.post(path(wrong) + "/refuse", "{}").expect(404, notFound());
        }
        finance.get(tree + "?verification=maybe").expect(400, "VERIFICATION_INVALID");
        finance.get(tree + "?organization_id=7").expect(400, "VALIDATION_FAILED");
        assertThat(finance.get(path(id)).expect(200).word("verification")).isEqualTo("pending");
    }

    @Test
    void theListOfAllOrganizationsIsPaged() {
        var first = pending();
        var second = pending();
        var page = finance.get(tree + "?limit=1").expect(200);
        assertThat(page.data().get(0).get("id").asText()).isEqualTo(second);
        var cursor = page.json().at("/meta/next_cursor").asText();
        assertThat(finance.get(tree + "?limit=1&cursor=" + cursor)
                        .expect(200)
                        .data()
                        .get(0)
                        .get("id")
                        .asText())
                .isEqualTo(first);
    }
}

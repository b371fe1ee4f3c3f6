package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class IdempotencyTest {
    private static TestService service;
    private static TestService secondNode;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        secondNode = service.node(Map.of(), TestService.Work.RUNNING);
    }

    @AfterAll
    static void stop() {
        secondNode.close();
        service.close();
    }

    private static String dataOf(Reply reply) {
        var text = reply.text();
        return text.substring(text.indexOf("\"data\":"), text.indexOf(",\"error\":"));
    }

    @Test
    void aReplayHasTheSameStatusAndByteIdenticalDataAndAFreshMeta() {
        var merchant = service.merchant().funded("THB", 10_000);
        var body = merchant.payoutBody("replay", 1_000);
        var first = merchant.post("/v1/payouts", body, "replay-key").expect(201);
        merchant.post("/v1/payouts/" + first.word("id") + "/cancel").expect(200);
        for (var node : List.of(service, secondNode)) {
            var replay = merchant.at(node.port())
                    .post("/v1/payouts", body, "replay-key")
                    .expect(201);
            assertThat(dataOf(replay)).isEqualTo(dataOf(first));
            assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
            assertThat(replay.json().at("/meta/request_id"))
                    .isNotEqualTo(first.json().at("/meta/request_id"));
        }
        assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(merchant.available()).isEqualTo(10_000);
    }

    /** The shapes of the most frequent answers are known, so that packing them takes little time. */
    @Test
    void answersOfCreationsAreRecordedByTheirShape() {
        var merchant = service.merchant().funded("THB", 10_000);
        var customer = merchant.account();
        requireShape(merchant.payout("shape", 1_000));
        requireShape(merchant.guidePayout("shape-guide", 1_000));
        var payin = merchant.payin("shape", 1_000);
        requireShape(payin);
        requireShape(merchant.guidePayin("shape-guide", 1_000));
        requireShape(merchant.post("/v1/payins/" + payin.word("id") + "/cancel"));
        var deposit = "\"channel\":\"crypto\",\"network\":\"TRC20\",";
        requireShape(
                merchant.post("/v1/payins", "{%s\"order_ref\":\"shape-usdt\",\"amount\":5000000}".formatted(deposit)));
        var guide = merchant.guidePayinBody("shape-guide-usdt", 5_000_000, "THB");
        requireShape(merchant.post("/v2/payins", guide.replaceFirst("\\{", "{" + deposit)));
        requireShape(
                merchant.post("/v1/settlements", "{\"dest_account_id\":\"%s\",\"amount\":1000}".formatted(customer)));
        requireShape(merchant.customer("Malee Srisuk", "9876543210"));
    }

    /** That the newest record is in form 2. */
    private static void requireShape(Reply created) {
        assertThat(service.count("SELECT get_byte(answer, 0) FROM idempotency ORDER BY created_at DESC LIMIT 1"))
                .as(created.text())
                .isEqualTo(2);
    }

    @Test
    void aKeyUsedForAnotherBodyPathOrQueryIsAConflictAlsoWhenTheNewBodyIsMalformed() {
        var merchant = service.merchant().funded("THB", 10_000);
        var id = merchant.post("/v1/payouts", merchant.payoutBody("reuse", 1_000), "reuse-key")
                .expect(201)
                .word("id");
        merchant.post("/v1/payouts", merchant.payoutBody("other", 1_000), "reuse-key")
                .expect(409, "IDEMPOTENCY_KEY_REUSED");
        merchant.post("/v1/payouts", merchant.payoutBody("reuse", 1_000) + " ", "reuse-key")
                .expect(409, "IDEMPOTENCY_KEY_REUSED");
        merchant.post("/v1/payouts", "{", "reuse-key").expect(409, "IDEMPOTENCY_KEY_REUSED");
        merchant.post("/v1/payouts/" + id + "/cancel", "", "reuse-key").expect(409, "IDEMPOTENCY_KEY_REUSED");
        merchant.post("/v1/payouts?x=1", merchant.payoutBody("reuse", 1_000), "reuse-key")
                .expect(409, "IDEMPOTENCY_KEY_REUSED");
        assertThat(merchant.available()).isEqualTo(9_000);
    }

    @Test
    void aRefusedRequestRunsAgainWithTheSameKey() {
        var merchant = service.merchant();
        var body = merchant.payoutBody("refused", 1_000);
        merchant.post("/v1/payouts", body, "refused-key").expect(422, "INSUFFICIENT_BALANCE");
        merchant.funded("THB", 10_000);
        merchant.post("/v1/payouts", body, "refused-key").expect(201);
    }

    @Test
    void keysOfOtherMerchantsAndEnvironmentsNeverMeet() {
        var one = service.merchant().funded("THB", 10_000);
        var two = service.merchant().funded("THB", 10_000);
        one.post("/v1/payouts", one.payoutBody("same", 1_000), "same-key").expect(201);
        two.post("/v1/payouts", two.payoutBody("same", 1_000), "same-key").expect(201);
        service.fundedLive(one, 10_000).payout("same", 1_000).expect(201);
    }

    @Test
    void aMissingOrUnfitKeyIsRefusedBeforeTheBodyIsRead() {
        var merchant = service.merchant();
        merchant.send("POST", "/v1/payouts", Map.of(), "{").expect(400, "IDEMPOTENCY_KEY_REQUIRED");
        merchant.post("/v1/payouts", "{", "x".repeat(256)).expect(400, "IDEMPOTENCY_KEY_INVALID");
        merchant.post("/v1/payouts", "{", "with space").expect(400, "IDEMPOTENCY_KEY_INVALID");
        merchant.post("/v1/payouts", "{", "x".repeat(255)).expect(400, "JSON_INVALID");
    }

    @Test
    void twentyConcurrentDuplicatesOverTwoNodesHaveOneEffect() throws Exception {
        var merchant = service.merchant().funded("THB", 100_000);
        for (int round = 0; round < 10; round++) {
            var body = merchant.payoutBody("duplicate-" + round, 1_000);
            var key = "duplicate-key-" + round;
            var replies = new ArrayList<Reply>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var calls = new ArrayList<Callable<Reply>>();
                for (int i = 0; i < 20; i++) {
                    var node = merchant.at((i % 2 == 0 ? service : secondNode).port());
                    calls.add(() -> node.post("/v1/payouts", body, key));
                }
                for (var answer : threads.invokeAll(calls)) {
                    replies.add(answer.get());
                }
            }
            assertThat(replies).allSatisfy(reply -> {
                if (reply.status() != 201) {
                    reply.expect(409, "IDEMPOTENCY_REQUEST_IN_PROGRESS");
                }
            });
            assertThat(replies.stream()
                            .filter(reply -> reply.status() == 201)
                            .map(reply -> reply.word("id"))
                            .distinct())
                    .hasSize(1);
        }
        assertThat(merchant.available()).isEqualTo(90_000);
        service.requireCleanAudit();
    }
}

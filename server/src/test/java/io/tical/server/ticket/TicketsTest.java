package io.tical.server.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.access.Scope;
import io.tical.server.merchant.ApiKeys;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Merchants open, read and cancel issue tickets: {@code /v1/issues}. */
class TicketsTest extends MerchantTickets {
    private Merchant withScopes(Merchant merchant, boolean livemode, String... scopes) {
        var granted = Arrays.stream(scopes)
                .map(scope -> Scope.of(scope).orElseThrow())
                .collect(Collectors.toSet());
        var key = service.tical()
                .apiKeys()
                .create(merchant.organizationId(), new ApiKeys.NewKey(livemode, "scoped", granted, null))
                .secret();
        return new Merchant(service.port(), key, merchant.organizationId());
    }

    @Test
    void aTicketIsShownAsItWasOpened() {
        var merchant = service.merchant();
        var opened = merchant.post(TREE, """
                {"issue_type":"callback","issue_sub_type":"callback_missing","request_id":"call.1_a-B","description":" Where is it? "}""").expect(201);
        assertThat(opened.word("request_id")).isEqualTo("call.1_a-B");
        assertThat(opened.word("issue_type")).isEqualTo("callback");
        assertThat(opened.word("issue_sub_type")).isEqualTo("callback_missing");
        assertThat(opened.word("description")).isEqualTo("Where is it?");
        assertThat(opened.word("status")).isEqualTo("open");
        assertThat(transaction(opened).isNull()).isTrue();
        assertThat(opened.data().get("resolved_at").isNull()).isTrue();
        assertThat(opened.number("updated_at")).isEqualTo(opened.number("created_at"));

        assertThat(merchant.get(TREE).expect(200).data()).containsExactly(opened.data());
        var read = merchant.get(TREE + "/call.1_a-B").expect(200);
        assertThat(read.word("id")).isEqualTo(opened.word("id"));
        assertThat(read.data().get("comments")).isEmpty();
        assertThat(read.data().get("timeline").isNull()).isTrue();
    }

    @Test
    void anOrganizationHasAThousandLiveTicketsAtMostAlsoWhenManyAreOpenedAtTheSameTime() throws Exception {
        var merchant = service.merchant();
        var model = open(merchant, "model").word("id");
        service.sql("""
                INSERT INTO issue SELECT copy.* FROM issue i, generate_series(1, 994) n,
                    jsonb_populate_record(i, jsonb_build_object('issue_id', uuidv7(), 'request_id', 'copy-' || n)) copy
                WHERE i.issue_id = '%s'""".formatted(model));
        var opens = IntStream.range(0, 12)
                .<Callable<Reply>>mapToObj(number -> () -> merchant.post(TREE, body("race-" + number)))
                .toList();
        var replies = answers(opens);
        assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(5);
        assertThat(replies)
                .filteredOn(reply -> reply.status() != 201)
                .allSatisfy(reply -> reply.expect(422, "ISSUE_LIMIT_REACHED"));
        merchant.post(TREE, body("model")).expect(409, "RESOURCE_EXISTS");
        open(service.live(merchant), "of-the-other-environment");
        cancel(merchant, "model").expect(200);
        open(merchant, "in-its-place");
        merchant.post(TREE, body("one-too-many")).expect(422, "ISSUE_LIMIT_REACHED");
        // The audit refuses what the service did not write.
        service.sql("DELETE FROM issue WHERE request_id LIKE 'copy-%'");
    }

    @Test
    void ticketsOfOtherOrganizationsAndTheOtherEnvironmentAreNotFound() {
        var merchant = service.merchant();
        var live = service.live(merchant);
        var id = open(merchant, "shared").word("id");
        for (var other : List.of(live, service.merchant())) {
            other.get(TREE + "/shared").expect(404, "ISSUE_NOT_FOUND");
            cancel(other, "shared").expect(404, "ISSUE_NOT_FOUND");
            assertThat(listed(other, "")).isEmpty();
            assertThat(listed(other, "?q=" + id)).isEmpty();
            assertThat(open(other, "shared").word("id")).isNotEqualTo(id);
        }
        assertThat(listed(merchant, "")).containsExactly(id);
    }

    @Test
    void aRefundIsOfAPayin() {
        var merchant = service.merchant();
        var payin = merchant.payin("paid", 30_000).expect(201).word("id");
        var refund = """
                {"issue_type":"refund","issue_sub_type":"refund_requested","request_id":"%s","description":"The goods are sold out."}""";
        var opened = merchant.post(TREE, refund.formatted(payin)).expect(201);
        assertThat(opened.word("issue_type")).isEqualTo("refund");
        assertThat(opened.word("issue_sub_type")).isEqualTo("refund_requested");
        assertThat(opened.word("transaction_id")).isEqualTo(payin);
        assertThat(listed(merchant, "?issue_type=refund")).containsExactly(opened.word("id"));
        assertThat(listed(merchant, "?issue_type=payin")).isEmpty();

        var payout = merchant.funded("THB", 100_000)
                .payout("sent", 10_000)
                .expect(201)
                .word("id");
        for (var other : List.of(payout, "a-request", Ids.next().toString())) {
            var refused = merchant.post(TREE, refund.formatted(other)).expect(400, "VALIDATION_FAILED");
            assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo("request_id");
            assertThat(refused.json().at("/errors/0/message").asText())
                    .isEqualTo("must be the id of the payin that the refund is of");
        }
        // The payin of another environment is unknown in this one.
        service.live(merchant).post(TREE, refund.formatted(payin)).expect(400, "VALIDATION_FAILED");
        // A request leads to its payin.
        var traced = merchant.payin("traced", 31_000).expect(201);
        assertThat(merchant.post(
                                TREE,
                                refund.formatted(
                                        traced.json().at("/meta/request_id").asText()))
                        .expect(201)
                        .word("transaction_id"))
                .isEqualTo(traced.word("id"));
    }

    @Test
    void aRequestHasOneLiveTicketAndTheLatestIsRead() {
        var merchant = service.merchant();
        var first = open(merchant, "twice").word("id");
        merchant.post(TREE, body("twice").replace("not_credited", "delayed")).expect(409, "RESOURCE_EXISTS");
        var cancelled = cancel(merchant, "twice").expect(200);
        assertThat(cancelled.word("id")).isEqualTo(first);
        assertThat(cancelled.word("status")).isEqualTo("cancelled");
        assertThat(merchant.get(TREE + "/twice").expect(200).word("status")).isEqualTo("cancelled");
        cancel(merchant, "twice").expect(409, "ISSUE_STATUS_TRANSITION_INVALID");
        var second = open(merchant, "twice").word("id");
        assertThat(merchant.get(TREE + "/twice").expect(200).word("id")).isEqualTo(second);
        assertThat(listed(merchant, "")).containsExactly(second, first);
    }

    @Test
    void ofConcurrentTicketsOfOneRequestOneIsOpened() throws Exception {
        var merchant = service.merchant();
        var opens = IntStream.range(0, 8)
                .<Callable<Reply>>mapToObj(number -> () -> merchant.post(TREE, body("race")))
                .toList();
        assertThat(answers(opens)).filteredOn(reply -> reply.status() == 201).hasSize(1);
        assertThat(answers(opens)).allSatisfy(reply -> reply.expect(409, "RESOURCE_EXISTS"));
        assertThat(listed(merchant, "")).hasSize(1);
    }

    private static List<Reply> answers(List<Callable<Reply>> requests) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(requests).stream().map(Future::resultNow).toList();
        }
    }

    @Test
    void aTicketIsOpenedAndCancelledOnceHoweverOftenItIsRequested() {
        var merchant = service.merchant();
        var first = merchant.post(TREE, body("once"), "key").expect(201);
        var again = merchant.post(TREE, body("once"), "key").expect(201);
        assertThat(again.data()).isEqualTo(first.data());
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        merchant.post(TREE, body("twice"), "key").expect(409, "IDEMPOTENCY_KEY_REUSED");

        var path = TREE + "/once/cancel";
        var keyed = Map.of("Idempotency-Key", "cancel");
        var cancelled = merchant.send("PATCH", path, keyed, null).expect(200);
        var replayed = merchant.send("PATCH", path, keyed, null).expect(200);
        assertThat(replayed.data()).isEqualTo(cancelled.data());
        assertThat(replayed.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(listed(merchant, "")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                                                          | VALIDATION_FAILED",
                "{\"issue_sub_type\":\"other\",\"request_id\":\"a\"}                                         | VALIDATION_FAILED",
                "{\"issue_type\":\"payin\",\"request_id\":\"a\"}                                             | VALIDATION_FAILED",
                "{\"issue_type\":\"payin\",\"issue_sub_type\":\"other\"}                                     | VALIDATION_FAILED",
                "{\"issue_type\":\"loan\",\"issue_sub_type\":\"other\",\"request_id\":\"a\"}                 | VALIDATION_FAILED",
                "{\"issue_type\":\"payin\",\"issue_sub_type\":\"late\",\"request_id\":\"a\"}                 | VALIDATION_FAILED",
                "{\"issue_type\":\"payin\",\"issue_sub_type\":\"other\",\"request_id\":\"\"}                 | VALIDATION_FAILED",
                "{\"issue_type\":\"payin\",\"issue_sub_type\":\"other\",\"request_id\":\"a b\"}              | VALIDATION_FAILED",
                "{\"issue_type\":\"payin\",\"issue_sub_type\":\"other\",\"request_id\":\"a/b\"}              | VALIDATION_FAILED",
                "{\"issue_type\":\"payin\",\"issue_sub_type\":\"other\",\"request_id\":7}                    | VALIDATION_FAILED",
                "{\"issue_type\":\"payin\",\"issue_sub_type\":\"other\",\"request_id\":\"a\",\"transaction_id\":\"7\"} | VALIDATION_FAILED",
                "{\"issue_type\":\"payin\",\"issue_sub_type\":\"other\",\"request_id\":\"a\",\"description\":7}     | VALIDATION_FAILED",
                "[]                                                                                          | JSON_INVALID",
            })
    void aWrongTicketIsRefused(String body, String code) {
        var merchant = service.merchant();
        merchant.post(TREE, body).expect(400, code);
        assertThat(listed(merchant, "")).isEmpty();
    }

    @Test
    void textsHaveALimit() {
        var merchant = service.merchant();
        merchant.post(TREE, body("x".repeat(128))).expect(201);
        merchant.post(TREE, body("x".repeat(129))).expect(400, "VALIDATION_FAILED");
        merchant.post(TREE, body("long").replace("}", ",\"description\":\"" + "ก".repeat(2_000) + "\"}"))
                .expect(201);
        merchant.post(TREE, body("longer").replace("}", ",\"description\":\"" + "ก".repeat(2_001) + "\"}"))
                .expect(400, "VALIDATION_FAILED");
        assertThat(merchant.post(TREE, body("blank").replace("}", ",\"description\":\" \"}"))
                        .expect(201)
                        .data()
                        .get("description")
                        .isNull())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "a%20b", "a%2Fb", "%E0%B8%81"})
    void anUnknownRequestHasNoTicket(String requestId) {
        var merchant = service.merchant();
        merchant.get(TREE + "/" + requestId).expect(404, "ISSUE_NOT_FOUND");
        cancel(merchant, requestId).expect(404, "ISSUE_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachOperationNeedsItsScope(boolean livemode) {
        var merchant = service.merchant();
        var reader = withScopes(merchant, livemode, "issues:read");
        var writer = withScopes(merchant, livemode, "issues:write");
        reader.post(TREE, body("scoped")).expect(403, "SCOPE_MISSING");
        open(writer, "scoped");
        writer.get(TREE).expect(403, "SCOPE_MISSING");
        writer.get(TREE + "/scoped").expect(403, "SCOPE_MISSING");
        reader.get(TREE).expect(200);
        reader.get(TREE + "/scoped").expect(200);
        cancel(reader, "scoped").expect(403, "SCOPE_MISSING");
        cancel(writer, "scoped").expect(200);
    }

    /** Of every type of transaction, and a scope to write it is not enough. */
    @Test
    void theTimelineOfEachTypeNeedsItsScope() {
        var merchant = service.merchant().funded("THB", 100_000);
        var transactions = Map.of(
                "payins", merchant.payin("each", 10_000).expect(201).word("id"),
                "payouts", merchant.payout("each", 1_000).expect(201).word("id"),
                "settlements",
                        merchant.post(
                                        "/v1/settlements",
                                        "{\"dest_account_id\":\"" + merchant.account() + "\",\"amount\":1000}")
                                .expect(201)
                                .word("id"),
                "transfers",
                        merchant.post("/v1/organization-transfers", """
                                {"target_code":"%s","currency_code":"THB","amount":5,"merchant_ref_id":"each"}""".formatted(service.tical()
                                        .organizations()
                                        .read(service.merchant().organizationId())
                                        .code()))
                                .expect(201)
                                .word("id"));
        transactions.forEach((scope, id) -> {
            open(merchant, id);
            var path = TREE + "/" + id;
            var others = Stream.concat(
                            Stream.of("issues:read", "issues:write", "balance:read", scope + ":write"),
                            transactions.keySet().stream()
                                    .filter(other -> !other.equals(scope))
                                    .map(other -> other + ":read"))
                    .toArray(String[]::new);
            assertThat(withScopes(merchant, false, others)
                            .get(path)
                            .expect(200)
                            .data()
                            .get("timeline")
                            .isNull())
                    .as(scope)
                    .isTrue();
            assertThat(withScopes(merchant, false, "issues:read", scope + ":read")
                            .get(path)
                            .expect(200)
                            .data()
                            .get("timeline"))
                    .as(scope)
                    .isNotEmpty();
        });
    }

    @Test
    void theTimelineNeedsTheScopeOfItsTransaction() {
        var merchant = service.merchant();
        var payin = merchant.payin("scoped", 10_000).expect(201).word("id");
        open(merchant, payin);
        var path = TREE + "/" + payin;
        assertThat(withScopes(merchant, false, "issues:read", "payins:read")
                        .get(path)
                        .expect(200)
                        .data()
                        .get("timeline"))
                .isNotEmpty();
        assertThat(withScopes(merchant, false, "issues:read", "payouts:read")
                        .get(path)
                        .expect(200)
                        .data()
                        .get("timeline")
                        .isNull())
                .isTrue();
    }

    @Test
    void theListIsFilteredSearchedAndPaged() {
        var merchant = service.merchant();
        var payin = merchant.payin("listed", 10_000).expect(201).word("id");
        var first = open(merchant, "request-1").word("id");
        var second = merchant.post(TREE, body("request-2").replace("\"payin\"", "\"callback\""))
                .expect(201)
                .word("id");
        var third = merchant.post(TREE, body("other-3", payin)).expect(201).word("id");
        cancel(merchant, "request-1").expect(200);
        assertThat(listed(merchant, "")).containsExactly(third, second, first);
        assertThat(listed(merchant, "?status=open")).containsExactly(third, second);
        assertThat(listed(merchant, "?status=cancelled&issue_type=payin")).containsExactly(first);
        assertThat(listed(merchant, "?issue_type=callback")).containsExactly(second);
        assertThat(listed(merchant, "?transaction_id=" + payin)).containsExactly(third);
        assertThat(listed(merchant, "?transaction_id=" + Ids.next())).isEmpty();
        assertThat(listed(merchant, "?q=request-")).containsExactly(second, first);
        assertThat(listed(merchant, "?q=request_")).isEmpty();
        assertThat(listed(merchant, "?q=" + second)).containsExactly(second);
        assertThat(listed(merchant, "?q=" + payin)).containsExactly(third);

        assertThat(listed(merchant, "?limit=1&offset=1")).containsExactly(second);
        var cursor =
                merchant.get(TREE + "?limit=2").json().at("/meta/next_cursor").asText();
        assertThat(listed(merchant, "?limit=2&cursor=" + cursor)).containsExactly(first);
        merchant.get(TREE + "?limit=2&status=open&cursor=" + cursor).expect(400, "CURSOR_INVALID");
        merchant.get(TREE + "?limit=0").expect(400, "LIMIT_INVALID");
        for (var wrong : List.of("status=closed", "issue_type=x", "transaction_id=7", "q=" + "x".repeat(201))) {
            merchant.get(TREE + "?" + wrong).expect(400, "VALIDATION_FAILED");
        }
    }
}

package io.tical.server.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.access.Scope;
import io.tical.server.merchant.ApiKeys;
import io.tical.server.webhook.CallbackEndpoint.Form;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Merchants settle: {@code /v1/settlements}. */
class SettlementCreateTest extends MerchantSettlements {
    private static final String TREE = "/v1/settlements";

    SettlementCreateTest() {
        super(TREE, 0);
    }

    private static String body(Merchant merchant, long amount) {
        return String.format(Locale.ROOT, "{\"dest_account_id\":\"%s\",\"amount\":%d}", merchant.account(), amount);
    }

    private static String body(Merchant merchant, long amount, String operation) {
        return String.format(
                Locale.ROOT,
                "{\"dest_account_id\":\"%s\",\"amount\":%d,\"client_operation_id\":\"%s\"}",
                merchant.account(),
                amount,
                operation);
    }

    private static Reply settle(Merchant merchant, long amount) {
        return merchant.post(TREE, body(merchant, amount));
    }

    private void awaitCallback(String id, String event) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(sink.about(id))
                        .extracting(one -> one.json().get("event").asText())
                        .containsExactly(event));
    }

    @Test
    void aSettlementSweepsTheWholeBalanceLessItsFee() {
        var merchant = funded();
        fee(merchant, "THB", 10, 500);
        var operation = "5D1C8A52-6F0B-4F4E-9A57-0F2A1C3D4E5F";
        var created = merchant.post(TREE, body(merchant, FUNDS, operation)).expect(201);
        var id = created.word("id");
        assertThat(created.word("status")).isEqualTo("pending");
        assertThat(created.number("fee_amount")).isEqualTo(10_500);
        assertThat(created.number("net_amount")).isEqualTo(FUNDS - 10_500);
        assertThat(created.word("client_operation_id")).isEqualTo(operation.toLowerCase(Locale.ROOT));
        assertThat(created.word("dest_account_id")).isEqualTo(merchant.account());

        var done = await(merchant, id, "completed");
        assertThat(done.data().get("completed_at").isIntegralNumber()).isTrue();
        assertThat(merchant.available()).isZero();
        assertThat(merchant.balance("THB").get("total").asLong()).isZero();
        awaitCallback(id, "settlement.completed");
        var callback = callback(id);
        assertThat(callback.header("X-Transaction-Type")).isEqualTo("settlement");
        assertThat(callback.json().get("data").get("transaction_type").asText()).isEqualTo("settlement");
        assertThat(callback.json().get("data").get("net_amount").asLong()).isEqualTo(FUNDS - 10_500);

        var listed = merchant.get(TREE + "?client_operation_id=" + operation).expect(200);
        assertThat(listed.data()).extracting(one -> one.get("id").asText()).containsExactly(id);
        assertThat(merchant.get(TREE + "/" + id + "/timeline").expect(200).data())
                .extracting(item -> item.get("title").asText())
                .contains("pending → processing", "processing → completed");
    }

    @Test
    void anEndpointCanTakeTheTransactionWithoutAnEnvelope() {
        var merchant = funded(Form.TRANSACTION);
        var callback = callback(settle(merchant, 40_000).expect(201).word("id")).json();
        assertThat(callback.get("transaction_type").asText()).isEqualTo("settlement");
        assertThat(callback.get("status").asText()).isEqualTo("completed");
    }

    @Test
    void ticketsAndStatementsKnowSettlements() {
        var merchant = funded();
        var operation = Ids.next().toString();
        var created = merchant.post(TREE, body(merchant, 40_000, operation)).expect(201);
        var id = created.word("id");
        await(merchant, id, "completed");
        var ticket = merchant.post(
                        "/v1/issues",
                        "{\"issue_type\":\"settlement\",\"issue_sub_type\":\"delayed\",\"request_id\":\"%s\",\"description\":\"late\"}"
                                .formatted(created.json().at("/meta/request_id").asText()))
                .expect(201);
        assertThat(ticket.word("transaction_id")).isEqualTo(id);
        var day = 86_400;
        var now = created.json().at("/meta/timestamp").asLong();
        var statement =
                merchant.get("/v1/statements?currency=THB&from=" + (now - day)).expect(200);
        assertThat(statement
                        .data()
                        .get("movements")
                        .valueStream()
                        .filter(one -> one.get("reference_id").asText().equals(id)))
                .extracting(one -> one.get("operation").asText() + " "
                        + one.get("reference_type").asText() + " "
                        + one.get("merchant_reference").asText())
                .containsExactly(
                        "settlement_capture settlement " + operation, "settlement_deliver settlement " + operation);
    }

    @Test
    void anAmountThatEndsIn01FailsAndIsReturnedOnce() {
        var merchant = funded();
        var id = settle(merchant, 40_001).expect(201).word("id");
        var failed = await(merchant, id, "failed");
        assertThat(failed.word("failure_code")).isEqualTo("account_closed");
        assertThat(failed.data().get("completed_at").isNull()).isTrue();
        // The dashboard tells when it failed.
        assertThat(service.owner(merchant)
                        .get("/api/settlements/" + id)
                        .expect(200)
                        .number("finalized_at"))
                .isEqualTo(failed.number("updated_at"));
        assertThat(merchant.available()).isEqualTo(FUNDS);
        awaitCallback(id, "settlement.failed");
    }

    @Test
    void anAmountThatEndsIn02ArrivesInFull() {
        var merchant = funded();
        await(merchant, settle(merchant, 40_002).expect(201).word("id"), "completed");
        assertThat(merchant.available()).isEqualTo(FUNDS - 40_002);
    }

    @Test
    void anAmountThatEndsIn03StaysInProcessForStaff() {
        var merchant = funded();
        var id = settle(merchant, 40_003).expect(201).word("id");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> service.count(
                                "SELECT count(*) FROM settlement WHERE review_reason IS NOT NULL AND settlement_id = '"
                                        + id + "'")
                        == 1);
        assertThat(merchant.get(TREE + "/" + id).word("status")).isEqualTo("processing");
        assertThat(merchant.balance("THB").get("in_transit").asLong()).isEqualTo(40_003);
        assertThat(merchant.get(TREE + "/" + id + "/timeline").expect(200).text())
                .doesNotContain("processing → processing");
    }

    @Test
    void aFeeIsRoundedSoThatTheRestIsPayable() {
        var merchant = service.merchant().funded("IDR", 1_000_000);
        fee(merchant, "IDR", 15, 0);
        var account = merchant.post(
                        "/v1/customers",
                        "{\"holder_name\":\"Budi\",\"bank_code\":\"BCA\",\"account_no\":\"1234567890\",\"currency\":\"IDR\"}")
                .expect(201)
                .word("id");
        var created = merchant.post(TREE, "{\"dest_account_id\":\"" + account + "\",\"amount\":90100}")
                .expect(201);
        assertThat(created.number("fee_amount")).isEqualTo(1_400);
        assertThat(created.number("net_amount")).isEqualTo(88_700);
        merchant.post(TREE, "{\"dest_account_id\":\"" + account + "\",\"amount\":90150}")
                .expect(400, "AMOUNT_NOT_DIVISIBLE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1"})
    void anAmountIsPositive(String amount) {
        var merchant = funded();
        merchant.post(TREE, "{\"dest_account_id\":\"" + merchant.account() + "\",\"amount\":" + amount + "}")
                .expect(400, "AMOUNT_INVALID");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}",
                "{\"dest_account_id\":\"x\",\"amount\":100}",
                "{\"dest_account_id\":\"019aa3b5-d878-71be-a6c4-2b9f0e83d15c\",\"amount\":1.5}",
                "{\"dest_account_id\":\"019aa3b5-d878-71be-a6c4-2b9f0e83d15c\",\"amount\":100,\"client_operation_id\":\"x\"}"
            })
    void aBodyIsChecked(String body) {
        funded().post(TREE, body).expect(400, "VALIDATION_FAILED");
    }

    @Test
    void theDestinationIsCheckedBeforeTheBalance() {
        var merchant = service.merchant();
        merchant.post(TREE, "{\"dest_account_id\":\"" + Ids.next() + "\",\"amount\":100}")
                .expect(422, "DESTINATION_NOT_FOUND");
        var other = service.merchant().account();
        merchant.post(TREE, "{\"dest_account_id\":\"" + other + "\",\"amount\":100}")
                .expect(422, "DESTINATION_NOT_FOUND");
        settle(merchant, 100).expect(422, "INSUFFICIENT_BALANCE");
        var live = service.live(merchant);
        live.post(TREE, body(merchant, 100)).expect(422, "DESTINATION_NOT_FOUND");
        settle(live, 100).expect(422, "DESTINATION_UNVERIFIED");
    }

    @Test
    void theFeeIsLessThanTheAmount() {
        var merchant = funded();
        fee(merchant, "THB", 0, 1_000);
        settle(merchant, 1_000).expect(400, "AMOUNT_INVALID");
        assertThat(settle(merchant, 1_001).expect(201).number("net_amount")).isEqualTo(1);
    }

    @Test
    void aClientOperationIdIsUsedOnceAndBeforeTheBalanceIsAsked() {
        var merchant = funded();
        var operation = Ids.next().toString();
        var key = "first";
        var first = merchant.post(TREE, body(merchant, 40_000, operation), key).expect(201);
        var replayed =
                merchant.post(TREE, body(merchant, 40_000, operation), key).expect(201);
        assertThat(replayed.data()).isEqualTo(first.data());
        merchant.post(TREE, body(merchant, 2 * FUNDS, operation)).expect(409, "RESOURCE_EXISTS");
        merchant.post(TREE, body(merchant, 100, Ids.next().toString()), key).expect(409, "IDEMPOTENCY_KEY_REUSED");
        // Other organizations and environments have ids of their own.
        var other = funded();
        other.post(TREE, body(other, 40_000, operation)).expect(201);
    }

    @Test
    void oneOfManyConcurrentRequestsGetsAClientOperationId() throws Exception {
        var merchant = funded();
        var operation = Ids.next().toString();
        var asked = body(merchant, 1_000, operation);
        try (var node = service.node(Map.of(), TestService.WITHOUT_WORK);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var requests = new ArrayList<Callable<Integer>>();
            for (int i = 0; i < 12; i++) {
                var at = i % 2 == 0 ? merchant : merchant.at(node.port());
                requests.add(() -> at.post(TREE, asked).status());
            }
            var statuses = new ArrayList<Integer>();
            for (var answer : threads.invokeAll(requests)) {
                statuses.add(answer.get());
            }
            assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 409);
        }
    }

    @Test
    void listsAreFilteredAndPaged() {
        var merchant = funded();
        for (int i = 1; i <= 3; i++) {
            await(merchant, settle(merchant, 1_000 + i * 10).expect(201).word("id"), "completed");
        }
        await(merchant, settle(merchant, 1_001).expect(201).word("id"), "failed");
        assertThat(amounts(merchant, "")).containsExactly(1_001L, 1_030L, 1_020L, 1_010L);
        assertThat(amounts(merchant, "?status=completed")).containsExactly(1_030L, 1_020L, 1_010L);
        assertThat(amounts(merchant, "?status=failed&currency=thb")).containsExactly(1_001L);
        assertThat(amounts(merchant, "?currency=THB&limit=2")).containsExactly(1_001L, 1_030L);
        assertThat(amounts(merchant, "?currency=USD")).isEmpty();
        assertThat(amounts(merchant, "?offset=3")).containsExactly(1_010L);
        var page = merchant.get(TREE + "?limit=3").expect(200);
        var cursor = page.json().at("/meta/next_cursor").asText();
        assertThat(amounts(merchant, "?limit=3&cursor=" + cursor)).containsExactly(1_010L);
        merchant.get(TREE + "?status=failed&cursor=" + cursor).expect(400, "CURSOR_INVALID");
        merchant.get(TREE + "?status=success").expect(400, "VALIDATION_FAILED");
    }

    private static List<Long> amounts(Merchant merchant, String query) {
        return merchant.get(TREE + query)
                .expect(200)
                .data()
                .valueStream()
                .map((JsonNode one) -> one.get("amount").asLong())
                .toList();
    }

    @Test
    void anotherOrganizationCannotReadASettlement() {
        var merchant = funded();
        var id = settle(merchant, 1_000).expect(201).word("id");
        for (var other : List.of(service.merchant(), service.live(merchant))) {
            other.get(TREE + "/" + id).expect(404, "SETTLEMENT_NOT_FOUND");
            other.get(TREE + "/" + id + "/timeline").expect(404, "SETTLEMENT_NOT_FOUND");
            assertThat(other.get(TREE).expect(200).data()).isEmpty();
        }
    }

    @Test
    void eachOperationNeedsItsScope() {
        var merchant = funded();
        var key = service.tical()
                .apiKeys()
                .create(
                        merchant.organizationId(),
                        new ApiKeys.NewKey(false, "no settlements", Set.of(Scope.PAYOUTS_READ), null))
                .secret();
        var limited = new Merchant(service.port(), key, merchant.organizationId());
        limited.get(TREE).expect(403, "SCOPE_MISSING");
        limited.get(TREE + "/" + Ids.next()).expect(403, "SCOPE_MISSING");
        limited.post(TREE, body(merchant, 100)).expect(403, "SCOPE_MISSING");
        merchant.send("POST", TREE, Map.of(), body(merchant, 100)).expect(400, "IDEMPOTENCY_KEY_REQUIRED");
    }
}

package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.Midnight;
import io.tical.server.TestService;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PayoutCreateTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Merchant merchant(long funds) {
        return service.merchant().funded("THB", funds);
    }

    @Test
    void aV1PayoutIsCapturedBeforeItIsAnswered() {
        var merchant = merchant(100_000);
        var payout = merchant.payout("order-1", 40_000).expect(201);
        assertThat(payout.word("status")).isEqualTo("processing");
        assertThat(payout.word("order_ref")).isEqualTo("order-1").isEqualTo(payout.word("merchant_ref_id"));
        assertThat(payout.number("net_amount")).isEqualTo(40_000);
        assertThat(payout.data().get("livemode").asBoolean()).isFalse();
        var balance = merchant.balance("THB");
        assertThat(balance.get("available").asLong()).isEqualTo(60_000);
        assertThat(balance.get("in_transit").asLong()).isEqualTo(40_000);
        assertThat(balance.get("total").asLong()).isEqualTo(100_000);
    }

    @Test
    void aGuidePayoutIsReservedAndProcessingWithinASecondOrSo() {
        var merchant = merchant(100_000);
        var payout = merchant.guidePayout("ref-1", 40_000).expect(201);
        assertThat(payout.word("status")).isEqualTo("pending");
        assertThat(merchant.available()).isEqualTo(60_000);
        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(
                        () -> assertThat(merchant.payout(payout.word("id")).word("status"))
                                .isEqualTo("processing"));
        assertThat(merchant.balance("THB").get("in_transit").asLong()).isEqualTo(40_000);
    }

    @Test
    void theFeeIsDebitedBesideTheAmount() {
        var merchant = service.merchant();
        service.fee(merchant, "THB", 10, 500);
        merchant.funded("THB", 100_000);
        var payout = merchant.payout("fee", 40_000).expect(201);
        assertThat(payout.number("fee_amount")).isEqualTo(900);
        assertThat(payout.number("net_amount")).isEqualTo(40_900);
        assertThat(merchant.available()).isEqualTo(59_100);
        merchant.payout("too-much-with-fee", 59_000).expect(422, "INSUFFICIENT_BALANCE");
    }

    @Test
    void aBodyThatMixesTheVocabulariesIsRefused() {
        var merchant = merchant(100_000);
        merchant.post("/v1/payouts", """
                {"order_ref":"x","request_amount":100,"dest_account_id":"%s"}""".formatted(merchant.account())).expect(400, "VALIDATION_FAILED");
    }

    @Test
    void everyWrongFieldIsNamedAtOnce() {
        var reply = merchant(0)
                .post("/v1/payouts", "{\"amount\":\"100\",\"dest_account_id\":\"no\"}")
                .expect(400, "VALIDATION_FAILED");
        assertThat(reply.json().get("errors").findValuesAsText("field"))
                .containsExactlyInAnyOrder("order_ref", "amount", "dest_account_id");
    }

    @Test
    void amountsAreWholePositiveAndDivisible() {
        var merchant = merchant(100_000);
        merchant.payout("zero", 0).expect(400, "AMOUNT_INVALID");
        merchant.payout("negative", -100).expect(400, "AMOUNT_INVALID");
        for (var amount : List.of("1.5", "1e3", "\"100\"", "true", "9007199254740992", "99999999999999999999")) {
            merchant.post("/v1/payouts", """
                    {"order_ref":"a","amount":%s,"dest_account_id":"%s"}""".formatted(amount, merchant.account()))
                    .expect(400, "VALIDATION_FAILED");
        }
        var idr = merchant.post("/v1/customers", """
                {"holder_name":"Budi","bank_code":"BCA","account_no":"1234567890","currency":"IDR"}""").expect(201);
        merchant.post("/v1/payouts", """
                {"order_ref":"idr","amount":150,"dest_account_id":"%s"}""".formatted(idr.word("id"))).expect(400, "AMOUNT_NOT_DIVISIBLE");
    }

    @Test
    void aRefusedPayoutMovesNothingAndFreesItsReference() {
        var merchant = merchant(1_000);
        merchant.payout("later", 5_000).expect(422, "INSUFFICIENT_BALANCE");
        assertThat(merchant.available()).isEqualTo(1_000);
        assertThat(merchant.get("/v1/payouts?order_ref=later").expect(200).data())
                .isEmpty();
        merchant.funded("THB", 10_000).payout("later", 5_000).expect(201);
    }

    /** The second request is decided while the first one, which takes the whole balance, is written. */
    @Test
    void aUsedReferenceIsAConflictAlsoWhileItsPayoutIsWritten() throws Exception {
        var merchant = service.merchant().funded("THB", 2_000);
        merchant.payout("known", 1_000).expect(201);
        try (var owner = service.ownerConnection();
                var statement = owner.createStatement();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            owner.setAutoCommit(false);
            statement.execute("LOCK TABLE idempotency IN SHARE MODE");
            var body = merchant.payoutBody("same", 1_000);
            var first = threads.submit(() -> merchant.post("/v1/payouts", body, "first"));
            await().until(service::waitsForALock);
            var second = threads.submit(() -> merchant.post("/v1/payouts", body, "second"));
            await().during(Duration.ofMillis(200)).until(() -> !second.isDone());
            owner.commit();
            first.get().expect(201);
            second.get().expect(409, "RESOURCE_EXISTS");
        }
    }

    @Test
    void aUsedV1ReferenceIsRefusedBeforeAnInsufficientBalance() {
        var merchant = merchant(1_000);
        merchant.payout("dup", 1_000).expect(201);
        merchant.payout("dup", 1_000).expect(409, "RESOURCE_EXISTS");
    }

    @Test
    void aUsedGuideReferenceIsABadRequestWhileTheOriginalIsPendingAndAConflictAfterwards() {
        var paused = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        try (paused) {
            var merchant = paused.merchant().funded("THB", 10_000);
            var first = merchant.guidePayout("twice", 1_000).expect(201);
            merchant.guidePayout("twice", 1_000).expect(400, "RESOURCE_EXISTS");
            merchant.post("/v1/payouts/" + first.word("id") + "/cancel").expect(200);
            merchant.guidePayout("twice", 1_000).expect(409, "RESOURCE_EXISTS");
            merchant.payout("twice", 1_000).expect(409, "RESOURCE_EXISTS");
        }
    }

    @Test
    void destinationsMustExistAndBelongToTheCustomerAndEnvironment() {
        var merchant = merchant(10_000);
        merchant.post("/v1/payouts", """
                {"order_ref":"d","amount":100,"dest_account_id":"0192f0c1-2f6e-7b3a-8c55-0123456789ab"}""").expect(422, "DESTINATION_NOT_FOUND");
        merchant.post("/v1/payouts", """
                {"merchant_ref_id":"d","request_amount":100,"currency_code":"THB","customer_id":"0192f0c1-2f6e-7b3a-8c55-0123456789ab","customer_account_id":"%s"}""".formatted(merchant.account())).expect(422, "CUSTOMER_NOT_FOUND");
        var live = service.live(merchant);
        live.post("/v1/payouts", """
                {"order_ref":"d","amount":100,"dest_account_id":"%s"}""".formatted(merchant.account())).expect(422, "DESTINATION_NOT_FOUND");
    }

    @Test
    void aGuideCurrencyMustBeActiveAndTheAccountsOwn() {
        var merchant = merchant(10_000);
        var account = merchant.get("/v1/customers/" + merchant.account()).expect(200);
        for (var expectation : Map.of(
                        "USD", "VALIDATION_FAILED", "XXX", "CURRENCY_UNSUPPORTED", "KWD", "CURRENCY_UNSUPPORTED")
                .entrySet()) {
            merchant.post("/v1/payouts", """
                    {"merchant_ref_id":"c","request_amount":100,"currency_code":"%s","customer_id":"%s","customer_account_id":"%s"}""".formatted(
                                    expectation.getKey(), account.word("customer_id"), merchant.account()))
                    .expect(400, expectation.getValue());
        }
    }

    @Test
    void limitsMaintenanceAndTheDailyCapAreEachRefusedWithTheirOwnCode() {
        Midnight.awaitIfNear(ZoneId.of("Asia/Bangkok"));
        var merchant = merchant(100_000);
        merchant.payout("small", 99).expect(423, "INVALID_AMOUNT_RANGE");
        merchant.payout("large", 200_000_001).expect(423, "INVALID_AMOUNT_RANGE");
        service.limit(merchant, "THB", 100, 50_000, 60_000L, List.of(new long[] {20_000, 20_100}));
        merchant.payout("hole", 20_050).expect(423, "AMOUNT_RANGE_MAINTENANCE");
        merchant.payout("day-1", 40_000).expect(201);
        merchant.payout("day-2", 20_101).expect(422, "DAILY_LIMIT_EXCEEDED");
        var last = merchant.payout("day-3", 19_999).expect(201);
        merchant.post("/v1/payouts/" + last.word("id") + "/cancel").expect(200);
        merchant.payout("day-4", 19_999).expect(201);
        service.limit(merchant, "THB", 0, 0, null, List.of());
        merchant.payout("closed", 1_000).expect(503, "PAYOUT_UNDER_MAINTENANCE");
    }

    @Test
    void aLargePayoutIsSplitIntoTheFewestEqualLegs() {
        var merchant = merchant(200_000_000);
        var payout = merchant.payout("split", 120_000_001).expect(201);
        assertThat(payout.data().get("execution_steps").findValuesAsText("amount"))
                .containsExactly("40000001", "40000000", "40000000");
    }

    @Test
    void twoHundredConcurrentPayoutsAgainstABalanceForOneHundredAndTwentyGiveExactlyThat() throws Exception {
        var merchant = merchant(120_000);
        merchant.account();
        var statuses =
                concurrently(200, i -> merchant.payout("race-" + i, 1_000).status());
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(120);
        assertThat(statuses).filteredOn(status -> status == 422).hasSize(80);
        assertThat(merchant.available()).isZero();
    }

    @Test
    void concurrentPayoutsWithOneReferenceTakeEffectOnceAndDisturbNoOthers() throws Exception {
        var merchant = merchant(120_000);
        merchant.account();
        // Of three payouts, two have a reference of their own.
        var statuses = concurrently(
                300,
                i -> merchant.payout(i % 3 == 0 ? "same-" + i / 30 : "own-" + i, 100)
                        .status());
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(210);
        assertThat(statuses).filteredOn(status -> status == 409).hasSize(90);
        assertThat(merchant.available()).isEqualTo(120_000 - 210 * 100);
    }

    private static List<Integer> concurrently(int count, IntFunction<Integer> status) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = IntStream.range(0, count)
                    .mapToObj(number -> threads.submit(() -> status.apply(number)))
                    .toList();
            var statuses = new ArrayList<Integer>();
            for (var answer : answers) {
                statuses.add(answer.get());
            }
            return statuses;
        }
    }
}

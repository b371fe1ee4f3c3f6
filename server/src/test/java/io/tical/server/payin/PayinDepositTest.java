package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.OpenApiContract;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payins by USDT as merchants see them; in test, where chains are simulated. */
@Order(1)
class PayinDepositTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final OpenApiContract CONTRACT = OpenApiContract.merchants();

    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(
                "TICAL_WEBHOOK_ALLOW", "127.0.0.1",
                "TICAL_CRYPTO_NETWORK", "BEP20",
                "TICAL_BEP20_CONFIRMATIONS", "2",
                "TICAL_TRC20_CONFIRMATIONS", "3"));
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static Reply deposit(Merchant merchant, String reference, long amount, String more) {
        return merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"%s","amount":%d,"channel":"crypto"%s}""", reference, amount, more));
    }

    private static Reply deposit(Merchant merchant, String reference, long amount) {
        return deposit(merchant, reference, amount, "").expect(201);
    }

    @Test
    void aDepositHasAnAddressAndNoPayToken() {
        var merchant = service.merchant();
        var deposit = deposit(merchant, "order-1", 25_000_000, ",\"network\":\"TRC20\"")
                .expect(201);
        assertThat(deposit.data().fieldNames())
                .toIterable()
                .containsExactly(
                        "id",
                        "livemode",
                        "status",
                        "order_ref",
                        "merchant_ref_id",
                        "channel",
                        "asset",
                        "network",
                        "address",
                        "amount",
                        "received_amount",
                        "tx_hash",
                        "confirmations",
                        "required_confirmations",
                        "deposit_page_url",
                        "expires_at",
                        "created_at",
                        "updated_at",
                        "finalized_at");
        assertThat(deposit.word("deposit_page_url")).matches("http://.*/deposit/[A-Za-z0-9_-]{32}");
        assertThat(deposit.word("status")).isEqualTo("pending");
        assertThat(deposit.word("channel")).isEqualTo("crypto");
        assertThat(deposit.word("asset")).isEqualTo("USDT");
        assertThat(deposit.word("network")).isEqualTo("TRC20");
        assertThat(deposit.word("address")).matches("TEST-TRC20-[0-9]{12}");
        assertThat(deposit.number("amount")).isEqualTo(25_000_000);
        assertThat(deposit.number("received_amount")).isZero();
        assertThat(deposit.data().get("tx_hash").isNull()).isTrue();
        assertThat(deposit.number("confirmations")).isZero();
        assertThat(deposit.number("required_confirmations")).isEqualTo(3);
        assertThat(Instant.parse(deposit.word("expires_at")).getEpochSecond())
                .isEqualTo(deposit.number("created_at") + 600);

        assertThat(merchant.payin(deposit.word("id")).data()).isEqualTo(deposit.data());
        assertThat(merchant.get("/v1/payins?order_ref=order-1").expect(200).data())
                .singleElement()
                .isEqualTo(deposit.data());
        var timeline =
                merchant.get("/v1/payins/" + deposit.word("id") + "/timeline").expect(200);
        assertThat(timeline.data().get(0).at("/detail/currency").asText()).isEqualTo("USDT");
    }

    @Test
    void theGuidesAnswerIsItsTableWithTheAddressAndTheNetwork() {
        var merchant = service.merchant();
        var body = merchant.guidePayinBody("guide-1", 3_000_000, "THB").replaceFirst("\\{", "{\"channel\":\"crypto\",");
        var deposit = merchant.post("/v2/payins", body).expect(201);
        assertThat(deposit.data().get("paypage_url").isNull()).isTrue();
        assertThat(deposit.word("address")).startsWith("TEST-BEP20-");
        assertThat(deposit.word("network")).isEqualTo("BEP20");
        assertThat(deposit.word("deposit_page_url")).contains("/deposit/");
        assertThat(deposit.word("currency_code")).isEqualTo("USDT");
        assertThat(deposit.number("transfer_amount"))
                .isEqualTo(deposit.number("request_amount"))
                .isEqualTo(3_000_000);
        assertThat(deposit.word("status")).isEqualTo("pending");
        assertThat(deposit.data().has("receiving_type")).isFalse();
        assertThat(deposit.data().has("pay_token")).isFalse();

        await().atMost(SOON)
                .until(() -> merchant.payin(deposit.word("id")).word("status").equals("processing"));
        var opened = merchant.payin(deposit.word("id"));
        assertThat(Instant.parse(opened.word("expires_at")).getEpochSecond())
                .isEqualTo(opened.number("updated_at") + 600);
        assertThat(service.count(
                        "SELECT count(*) FROM crypto_deposit d JOIN payin p USING (organization_id, livemode, payin_id)"
                                + " WHERE d.expires_at = p.expires_at AND payin_id = '" + deposit.word("id") + "'"))
                .isEqualTo(1);
    }

    @Test
    void theCurrencyOfADepositIsIgnored() {
        var merchant = service.merchant();
        for (var currency : List.of("THB", "XXX", "USDT")) {
            var deposit = deposit(merchant, "in " + currency, 2_000_001_0L, ",\"currency\":\"" + currency + "\"")
                    .expect(201);
            assertThat(deposit.number("amount")).isEqualTo(20_000_010);
        }
        assertThat(merchant.get("/v1/payins?currency=USDT").expect(200).data()).hasSize(3);
        assertThat(merchant.get("/v1/payins?currency=THB").expect(200).data()).isEmpty();
    }

    @Test
    void aNetworkThatIsUnknownOrOffIsRefused() {
        var merchant = service.merchant();
        var unknown = deposit(merchant, "n", 2_000_000, ",\"network\":\"SOL\"").expect(400, "VALIDATION_FAILED");
        assertThat(unknown.json().at("/errors/0/field").asText()).isEqualTo("network");
        deposit(merchant, "n", 2_000_000, ",\"network\":\"\"").expect(400, "VALIDATION_FAILED");
        var live = service.live(merchant);
        for (var network : List.of("TRC20", "ERC20", "BEP20")) {
            deposit(live, "n", 2_000_000, ",\"network\":\"" + network + "\"").expect(422, "NETWORK_DISABLED");
        }
        deposit(live, "n", 2_000_000, "").expect(422, "NETWORK_DISABLED");
        deposit(live, "n", 2_000_000, ",\"network\":\"SOL\"").expect(400, "VALIDATION_FAILED");
        var guide = merchant.guidePayinBody("n", 2_000_000, "THB")
                .replaceFirst("\\{", "{\"channel\":\"crypto\",\"network\":\"SOL\",");
        merchant.post("/v2/payins", guide).expect(400, "VALIDATION_FAILED");
    }

    @Test
    void amountsHaveTheirLimits() {
        var merchant = service.merchant();
        deposit(merchant, "a", 0, "").expect(400, "AMOUNT_INVALID");
        deposit(merchant, "a", 999_999, "").expect(423, "INVALID_AMOUNT_RANGE");
        deposit(merchant, "a", 2_000_000_000_001L, "").expect(423, "INVALID_AMOUNT_RANGE");
        deposit(merchant, "a", 1_000_000, "").expect(201);
    }

    @Test
    void aRepeatedRequestHasTheSameAddressAndAUsedReferenceNone() {
        var merchant = service.merchant();
        var body = "{\"order_ref\":\"r\",\"amount\":2000000,\"channel\":\"crypto\",\"network\":\"ERC20\"}";
        var first = merchant.post("/v1/payins", body, "key").expect(201);
        var used = service.count("SELECT next_index FROM crypto_source WHERE source = 'simulator:ERC20'");
        assertThat(merchant.post("/v1/payins", body, "key").expect(201).data()).isEqualTo(first.data());
        merchant.post("/v1/payins", body).expect(409, "RESOURCE_EXISTS");
        assertThat(service.count("SELECT next_index FROM crypto_source WHERE source = 'simulator:ERC20'"))
                .isEqualTo(used);
    }

    @Test
    void manyAtOnceHaveAddressesOfTheirOwnWithoutGaps() throws Exception {
        var merchants = List.of(service.merchant(), service.merchant());
        var addresses = new HashSet<String>();
        try (var threads = Executors.newFixedThreadPool(10)) {
            var calls = IntStream.range(0, 50)
                    .<Callable<Reply>>mapToObj(i -> () -> deposit(merchants.get(i % 2), "many-" + i, 2_000_000))
                    .toList();
            for (var call : threads.invokeAll(calls)) {
                addresses.add(call.get().word("address"));
            }
        }
        assertThat(addresses).hasSize(50);
        assertThat(service.count(
                        "SELECT count(*) - max(address_index) FROM crypto_address WHERE source = 'simulator:BEP20'"))
                .isEqualTo(1);
    }

    @Test
    void anAmountThatEndsIn01IsPaidAndTheCallbackSaysSo() {
        var merchant = service.merchant();
        try (var sink = new CallbackSink()) {
            service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
            var id = deposit(merchant, "paid", 5_000_001).word("id");
            await().atMost(SOON).until(() -> merchant.payin(id).word("status").equals("success"));
            var paid = merchant.payin(id);
            assertThat(paid.number("received_amount")).isEqualTo(5_000_001);
            assertThat(paid.word("tx_hash")).startsWith("SIM-TEST-BEP20-");
            assertThat(paid.number("confirmations")).isGreaterThanOrEqualTo(2);
            assertThat(paid.data().get("finalized_at").isNull()).isFalse();

            await().atMost(SOON).until(() -> !sink.about(id).isEmpty());
            sink.about(id)
                    .forEach(callback -> CONTRACT.checkCallback(
                            callback.headers(), callback.body().getBytes(StandardCharsets.UTF_8)));
            var data = sink.about(id).getFirst().json().get("data");
            assertThat(data.get("status").asText()).isEqualTo("success");
            assertThat(data.get("currency").asText()).isEqualTo("USDT");
            assertThat(data.get("paid_amount").asLong()).isEqualTo(5_000_001);
            assertThat(data.get("receiving_type").asText()).isEqualTo("CRYPTO");
            assertThat(data.get("receiving_platform").asText()).isEqualTo("BEP20");
            assertThat(data.get("receiving_identifier").asText()).isEqualTo(paid.word("address"));
            assertThat(merchant.get("/v1/balance").expect(200).data())
                    .as("test money is none")
                    .noneMatch(item -> item.get("currency").asText().equals("USDT"));
        }
    }

    @Test
    void halfOfAnAmountThatEndsIn02StaysOpenAndCanNoLongerBeCancelled() {
        var merchant = service.merchant();
        var id = deposit(merchant, "half", 5_000_002).word("id");
        await().atMost(SOON).until(() -> merchant.payin(id).number("confirmations") >= 2);
        var half = merchant.payin(id);
        assertThat(half.word("status")).isEqualTo("processing");
        assertThat(half.number("received_amount")).isEqualTo(2_500_001);
        merchant.post("/v1/payins/" + id + "/cancel").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");

        var confirmed = merchant.post("/v1/payins/" + id + "/test-confirm").expect(200);
        assertThat(confirmed.word("status")).isEqualTo("success");
        assertThat(confirmed.number("received_amount")).isEqualTo(5_000_002);
        assertThat(merchant.payin(id).number("received_amount")).isEqualTo(5_000_002);
    }

    @Test
    void tooMuchIsPaidInFullAndPartsAreAddedUp() {
        var merchant = service.merchant();
        var more = deposit(merchant, "more", 5_000_003).word("id");
        var parts = deposit(merchant, "parts", 5_000_004).word("id");
        await().atMost(SOON).until(() -> merchant.payin(more).word("status").equals("success"));
        await().atMost(SOON).until(() -> merchant.payin(parts).word("status").equals("success"));
        assertThat(merchant.payin(more).number("received_amount")).isEqualTo(6_000_003);
        assertThat(merchant.payin(parts).number("received_amount")).isEqualTo(5_000_004);
        assertThat(service.count("SELECT paid FROM payin WHERE payin_id = '" + more + "'"))
                .isEqualTo(6_000_003);
    }

    @Test
    void aTransferThatAReorganisationUndoesIsNoLongerShown() {
        var merchant = service.merchant();
        // The payment is there for four seconds, which a busy machine can miss.
        var id = untilDone(number -> {
            var undone = deposit(merchant, "undone-" + number, 5_000_005, ",\"network\":\"ERC20\"")
                    .expect(201)
                    .word("id");
            var seen =
                    within(Duration.ofSeconds(10), () -> merchant.payin(undone).number("received_amount") > 0);
            return seen ? Optional.of(undone) : Optional.empty();
        });
        await().atMost(SOON).until(() -> merchant.payin(id).number("received_amount") == 0);
        assertThat(merchant.payin(id).word("status")).isEqualTo("processing");
        assertThat(service.count(
                        "SELECT count(*) FROM crypto_transfer WHERE state = 'withdrawn' AND payin_id = '" + id + "'"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cancel", "expire"})
    void anEndedDepositAcceptsNothingAndLaterTransfersAreLeftToStaff(String end) {
        var merchant = service.merchant();
        // The payment comes after two seconds, which may be before the end.
        var id = untilDone(number -> {
            var over = deposit(merchant, "over-" + number, 5_000_001).word("id");
            return end.equals("cancel") ? cancelled(merchant, over) : expired(merchant, over);
        });
        await().atMost(SOON)
                .until(() ->
                        service.count("SELECT count(*) FROM crypto_transfer WHERE state = 'review' AND payin_id = '"
                                        + id + "'")
                                == 1);
        assertThat(merchant.payin(id).word("status")).isEqualTo(end.equals("cancel") ? "cancelled" : "expired");
        assertThat(merchant.payin(id).number("received_amount")).isEqualTo(5_000_001);
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM suspense WHERE status = 'open' AND amount = 5000001"
                                + " AND reason = '" + (end.equals("cancel") ? "closed" : "late") + "' AND payin_id = '"
                                + id + "'")
                        == 1);
        assertThat(merchant.get("/v1/payins/" + id + "/timeline").data().findValuesAsText("title"))
                .contains("payment unallocated");
    }

    /** The deposit, or nothing if it was paid before. */
    private static Optional<String> cancelled(Merchant merchant, String id) {
        var cancelled = merchant.post("/v1/payins/" + id + "/cancel");
        if (cancelled.status() == 409) {
            return Optional.empty();
        }
        assertThat(cancelled.expect(200).word("status")).isEqualTo("cancelled");
        assertThat(cancelled.word("address")).startsWith("TEST-");
        return Optional.of(id);
    }

    /** The deposit, or nothing if it was paid before. */
    private static Optional<String> expired(Merchant merchant, String id) {
        // What is in a block later than that comes too late.
        service.asService(
                "crypto_deposit", "UPDATE crypto_deposit SET expires_at = opened_at WHERE payin_id = '" + id + "'");
        service.expire(id);
        await().atMost(SOON)
                .until(() -> List.of("expired", "success")
                        .contains(merchant.payin(id).word("status")));
        return merchant.payin(id).word("status").equals("expired") ? Optional.of(id) : Optional.empty();
    }

    /** Tries what depends on the time of a payment with new deposits, a few times. */
    private static String untilDone(IntFunction<Optional<String>> attempt) {
        return IntStream.range(0, 5)
                .mapToObj(attempt)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new AssertionError("five deposits did not succeed"));
    }

    private static boolean within(Duration most, Callable<Boolean> condition) {
        try {
            await().atMost(most).until(condition);
            return true;
        } catch (ConditionTimeoutException late) {
            return false;
        }
    }

    @Test
    void anUnpaidDepositExpires() {
        var merchant = service.merchant();
        var id = deposit(merchant, "nobody", 5_000_000).word("id");
        service.expire(id);
        await().atMost(SOON).until(() -> merchant.payin(id).word("status").equals("expired"));
    }

    @Test
    void aTestDepositCanBeConfirmed() {
        var merchant = service.merchant();
        var id = deposit(merchant, "confirm", 5_000_000).word("id");
        var confirmed = merchant.post("/v1/payins/" + id + "/test-confirm").expect(200);
        assertThat(confirmed.word("status")).isEqualTo("success");
        assertThat(confirmed.number("received_amount")).isEqualTo(5_000_000);
        assertThat(confirmed.number("confirmations")).isEqualTo(2);
        assertThat(merchant.payin(id).data()).isEqualTo(confirmed.data());
    }

    @Test
    void depositsAndPayinsStandInOneList() {
        var merchant = service.merchant();
        var ids = new ArrayList<String>();
        ids.add(deposit(merchant, "list-1", 5_000_000).word("id"));
        ids.add(merchant.payin("list-2", 77_700).expect(201).word("id"));
        ids.add(deposit(merchant, "list-3", 5_000_000).word("id"));
        var list = merchant.get("/v1/payins").expect(200).data();
        assertThat(list).extracting(item -> item.get("id").asText()).containsExactlyElementsOf(ids.reversed());
        assertThat(list).extracting(item -> item.has("address")).containsExactly(true, false, true);

        var dashboard = service.owner(merchant)
                .get("/api/payins?environment=test")
                .expect(200)
                .data();
        assertThat(dashboard).extracting(item -> item.get("pay_token").isNull()).containsExactly(true, false, true);
        assertThat(dashboard.get(0).get("receiving_identifier"))
                .isEqualTo(list.get(0).get("address"));
    }
}

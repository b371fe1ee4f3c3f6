package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.TestService;
import io.tical.server.merchant.AmountLimits;
import io.tical.server.merchant.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PayinCreateTest {
    private static final String NOBODY = "0192f0c1-2f6e-7b3a-8c55-0123456789ab";

    private static TestService service;
    /** The tests share the operator's accounts, so each takes amounts of its own. */
    private static final AtomicLong AMOUNTS = new AtomicLong(100_000);

    private final long amount = AMOUNTS.addAndGet(1_000);

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("TICAL_PAY_URL", "https://pay.example"));
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    @Test
    void aV1PayinIsPendingAndHasPaymentInstructions() {
        var merchant = service.merchant();
        var payin = merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"order-1","amount":%d,"currency":"THB","pay_theme":"ocean","notes":"hello"}""", amount))
                .expect(201);
        assertThat(payin.word("status")).isEqualTo("pending");
        assertThat(payin.word("order_ref")).isEqualTo("order-1").isEqualTo(payin.word("merchant_ref_id"));
        assertThat(payin.number("transfer_amount")).isBetween(amount, amount + 99);
        assertThat(payin.number("paid_amount")).isZero();
        assertThat(payin.number("net_amount")).isEqualTo(payin.number("transfer_amount"));
        assertThat(payin.word("channel")).isEqualTo("bank");
        assertThat(payin.word("receiving_type")).isEqualTo("BANK_TRANSFER");
        assertThat(payin.word("receiving_platform")).isEqualTo("KBANK");
        assertThat(payin.word("receiving_identifier")).isEqualTo("0000000001");
        assertThat(payin.word("pay_theme")).isEqualTo("ocean").isEqualTo(payin.word("payment_theme"));
        assertThat(payin.word("pay_token")).matches("[A-Za-z0-9_-]{32}");
        assertThat(payin.word("paypage_url")).isEqualTo("https://pay.example/pay/" + payin.word("pay_token"));
        assertThat(payin.data().get("customer_id").isNull()).isTrue();
        assertThat(Instant.parse(payin.word("expires_at")).getEpochSecond())
                .isEqualTo(payin.number("expired_at"))
                .isEqualTo(payin.number("created_at") + 600);
        assertThat(merchant.payin(payin.word("id")).data()).isEqualTo(payin.data());
        assertThat(service.tical().payins().findByPayToken(payin.word("pay_token")))
                .hasValueSatisfying(found -> assertThat(found.id()).hasToString(payin.word("id")));
        assertThat(service.tical().payins().findByPayToken("x".repeat(32))).isEmpty();
    }

    @Test
    void aGuidePayinAnswersExactlyTheTableAndIsProcessingWithinASecondOrSo() {
        var merchant = service.merchant();
        service.payinFee(merchant, "THB", 10, 5);
        var payin = merchant.guidePayin("ref-1", amount).expect(201);
        assertThat(payin.data().fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "id",
                        "merchant_ref_id",
                        "currency_code",
                        "customer_id",
                        "customer_account_id",
                        "customer_name",
                        "customer_account_holder_name",
                        "notes",
                        "redirect_url",
                        "request_amount",
                        "transfer_amount",
                        "paid_amount",
                        "net_amount",
                        "fee_amount",
                        "status",
                        "payment_theme",
                        "paypage_url",
                        "finalized_at",
                        "expired_at",
                        "created_at",
                        "updated_at");
        assertThat(payin.word("status")).isEqualTo("pending");
        assertThat(payin.word("customer_name")).isEqualTo("Somchai Jaidee");
        assertThat(payin.number("fee_amount")).isEqualTo(amount / 100 + 5);
        assertThat(payin.number("net_amount")).isEqualTo(payin.number("transfer_amount") - payin.number("fee_amount"));
        assertThat(payin.word("payment_theme")).isEqualTo("classic");
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(merchant.payin(payin.word("id")).word("status"))
                        .isEqualTo("processing"));
        var opened = merchant.payin(payin.word("id"));
        assertThat(opened.number("expired_at")).isEqualTo(opened.number("updated_at") + 600);
        assertThat(opened.word("receiving_type")).isEqualTo("QRCODE");
    }

    @Test
    void theGuidesBodyAtV1AnswersTheWholeView() {
        var merchant = service.merchant();
        var payin = merchant.post("/v1/payins", merchant.guidePayinBody("ref", amount, "THB"))
                .expect(201);
        assertThat(payin.word("order_ref")).isEqualTo("ref");
        assertThat(payin.word("pay_token")).hasSize(32);
    }

    @Test
    void aBodyThatMixesTheVocabulariesIsRefused() {
        var merchant = service.merchant();
        for (var path : List.of("/v1/payins", "/v2/payins")) {
            merchant.post(path, """
                    {"order_ref":"x","request_amount":100,"currency":"THB"}""").expect(400, "VALIDATION_FAILED");
        }
        merchant.post("/v2/payins", """
                {"order_ref":"x","amount":100,"currency":"THB"}""").expect(400, "VALIDATION_FAILED");
    }

    @Test
    void everyWrongFieldIsNamedAtOnce() {
        var merchant = service.merchant();
        var v1 = merchant.post("/v1/payins", """
                {"amount":"100","channel":"cash","pay_theme":"%s","redirect_url":"http://shop.example","notes":"%s"}""".formatted("x".repeat(33), "x".repeat(256)))
                .expect(400, "VALIDATION_FAILED");
        assertThat(v1.json().get("errors").findValuesAsText("field"))
                .containsExactlyInAnyOrder(
                        "order_ref", "amount", "currency", "channel", "pay_theme", "redirect_url", "notes");
        var v2 = merchant.post("/v2/payins", """
                {"merchant_ref_id":"%s","redirect_url":"https://shop.example/%s","payment_theme":7}""".formatted("x".repeat(256), "x".repeat(2048)))
                .expect(400, "VALIDATION_FAILED");
        assertThat(v2.json().get("errors").findValuesAsText("field"))
                .containsExactlyInAnyOrder(
                        "merchant_ref_id",
                        "request_amount",
                        "currency_code",
                        "customer_id",
                        "customer_account_id",
                        "payment_theme",
                        "redirect_url");
    }

    @Test
    void aRedirectAddressIsAnAbsoluteHttpsAddress() {
        var merchant = service.merchant();
        for (var url :
                List.of("shop.example", "https:///x", "ftp://x", "javascript:alert(1)", "https://a@b.example", " ")) {
            merchant.post("/v1/payins", String.format(Locale.ROOT, """
                    {"order_ref":"r","amount":%d,"currency":"THB","redirect_url":"%s"}""", amount, url))
                    .expect(400, "VALIDATION_FAILED");
        }
        var url = "https://shop.example:8443/done?order=1#top";
        var payin = merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"r","amount":%d,"currency":"THB","redirect_url":"%s"}""", amount, url))
                .expect(201);
        assertThat(payin.word("redirect_url")).isEqualTo(url);
    }

    @Test
    void amountsArePositiveWholeAndDivisible() {
        var merchant = service.merchant();
        merchant.payin("zero", 0).expect(400, "AMOUNT_INVALID");
        merchant.payin("negative", -100).expect(400, "AMOUNT_INVALID");
        for (var wrong : List.of("1.5", "1e3", "\"100\"", "true", "9007199254740992")) {
            merchant.post("/v1/payins", """
                    {"order_ref":"a","amount":%s,"currency":"THB"}""".formatted(wrong)).expect(400, "VALIDATION_FAILED");
        }
        merchant.post("/v1/payins", """
                {"order_ref":"a","amount":150,"currency":"IDR"}""").expect(400, "AMOUNT_NOT_DIVISIBLE");
        for (var currency : List.of("XXX", "KWD", "USDT", "thb")) {
            merchant.post("/v1/payins", """
                    {"order_ref":"a","amount":1000,"currency":"%s"}""".formatted(currency)).expect(400, "CURRENCY_UNSUPPORTED");
        }
    }

    @Test
    void themesThatAreNotKnownAreClassic() {
        var merchant = service.merchant();
        for (var theme : List.of("neon", "", " ", "CLASSIC")) {
            var payin = merchant.post("/v1/payins", String.format(Locale.ROOT, """
                    {"order_ref":"theme-%s","amount":%d,"currency":"THB","pay_theme":"%s"}""", theme, amount, theme))
                    .expect(201);
            assertThat(payin.word("pay_theme")).isEqualTo("classic");
        }
    }

    @Test
    void theChannelWinsOverReceivingTypeAndThatOverProvider() {
        var merchant = service.merchant();
        record Case(String fields, String channel) {}
        var number = 0;
        for (var row : List.of(
                new Case("\"channel\":\"qrcode\"", "qrcode"),
                new Case("\"channel\":\"bank\",\"receiving_type\":\"p2p\",\"provider\":\"promptpay\"", "bank"),
                new Case("\"receiving_type\":\"QRCODE\"", "qrcode"),
                new Case("\"receiving_type\":\"BANK_TRANSFER\",\"provider\":\"promptpay\"", "bank"),
                new Case("\"receiving_type\":\"p2p\"", "bank"),
                new Case("\"provider\":\"promptpay\"", "qrcode"),
                new Case("\"provider\":\"some-rail\"", "bank"),
                new Case("\"network\":\"TRC20\"", "bank"))) {
            var payin = merchant.post("/v1/payins", String.format(Locale.ROOT, """
                    {"order_ref":"channel-%d","amount":%d,"currency":"THB",%s}""", number++, amount, row.fields()))
                    .expect(201);
            assertThat(payin.word("channel")).as(row.fields()).isEqualTo(row.channel());
        }
        merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"c","amount":%d,"currency":"THB","receiving_type":"cash"}""", amount)).expect(400, "VALIDATION_FAILED");
    }

    @Test
    void aUsedReferenceIsAConflictInEitherVocabulary() {
        var merchant = service.merchant();
        merchant.payin("dup", amount).expect(201);
        merchant.payin("dup", amount).expect(409, "RESOURCE_EXISTS");
        merchant.guidePayin("dup", amount).expect(409, "RESOURCE_EXISTS");
        service.live(merchant).payin("dup", amount).expect(201);
        service.merchant().payin("dup", amount).expect(201);
    }

    @Test
    void customersMustExistAndOwnTheAccount() {
        var merchant = service.merchant();
        var account = merchant.get("/v1/customers/" + merchant.account()).expect(200);
        var body = """
                {"merchant_ref_id":"c","request_amount":%s,"currency_code":"THB","customer_id":"%s","customer_account_id":"%s"}""";
        merchant.post("/v2/payins", body.formatted(amount, NOBODY, merchant.account()))
                .expect(422, "CUSTOMER_NOT_FOUND");
        merchant.post("/v2/payins", body.formatted(amount, account.word("customer_id"), NOBODY))
                .expect(422, "DESTINATION_NOT_FOUND");
        var other = merchant.customer("Another", "9876543210");
        merchant.post("/v2/payins", body.formatted(amount, account.word("customer_id"), other.word("id")))
                .expect(422, "DESTINATION_NOT_FOUND");
    }

    @Test
    void limitsAndMaintenanceRangesAreThoseOfTheChannel() {
        var merchant = service.merchant();
        merchant.payin("small", 99).expect(423, "INVALID_AMOUNT_RANGE");
        merchant.payin("large", 200_000_001).expect(423, "INVALID_AMOUNT_RANGE");
        service.payinLimit(merchant, Method.BANK, 100, 50_000, List.of(new AmountLimits.Range(20_000, 20_100)));
        merchant.payin("hole", 20_050).expect(423, "AMOUNT_RANGE_MAINTENANCE");
        merchant.payin("over", 50_001).expect(423, "INVALID_AMOUNT_RANGE");
        merchant.post("/v1/payins", """
                {"order_ref":"qr","amount":50001,"currency":"THB","channel":"qrcode"}""").expect(201);
        // A match that finds no payout may come in by either channel.
        var matched = merchant.post("/v1/payins", """
                {"order_ref":"p2p","amount":50001,"currency":"THB","receiving_type":"p2p"}""").expect(201);
        assertThat(matched.word("channel")).isEqualTo("qrcode");
        service.payinLimit(merchant, Method.BANK, 0, 0, List.of());
        merchant.payin("closed", 1_000).expect(423, "INVALID_AMOUNT_RANGE");
    }

    @Test
    void aCurrencyWithoutAnAccountIsUnavailableAndItsReferenceStaysFree() {
        var merchant = service.merchant();
        merchant.post("/v1/payins", """
                {"order_ref":"vnd","amount":50000,"currency":"VND"}""").expect(422, "CHANNEL_UNAVAILABLE");
        merchant.post("/v1/payins", """
                {"order_ref":"vnd","amount":50000,"currency":"VND","receiving_type":"p2p"}""").expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
        merchant.payin("vnd", amount).expect(201);
        var dollars = merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"usd","amount":%d,"currency":"USD","channel":"qrcode"}""", amount))
                .expect(201);
        assertThat(dollars.word("receiving_platform")).isEqualTo("DEMOBANK");
    }

    @Test
    void aRepeatedKeyIsAnsweredFromItsRecord() {
        var merchant = service.merchant();
        var body = String.format(Locale.ROOT, "{\"order_ref\":\"once\",\"amount\":%d,\"currency\":\"THB\"}", amount);
        var first = merchant.post("/v1/payins", body, "key-1").expect(201);
        var again = merchant.post("/v1/payins", body, "key-1").expect(201);
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(again.data()).isEqualTo(first.data());
        merchant.post("/v1/payins", body.replace("once", "twice"), "key-1").expect(409, "IDEMPOTENCY_KEY_REUSED");
        assertThat(service.count("SELECT count(*) FROM amount_reservation WHERE organization_id = '"
                        + merchant.organizationId() + "'"))
                .isEqualTo(1);
    }

    @Test
    void theSameKeyOnTwoNodesMakesOnePayinAndOneAnswer() throws Exception {
        try (var other = service.node(Map.of("TICAL_PAY_URL", "https://pay.example"), TestService.WITHOUT_WORK)) {
            var merchant = service.merchant();
            var nodes = List.of(merchant, merchant.at(other.port()));
            for (int round = 0; round < 30; round++) {
                var number = round;
                var answers = Race.of(
                        2,
                        i -> nodes.get(i)
                                .post(
                                        "/v1/payins",
                                        String.format(
                                                Locale.ROOT,
                                                "{\"order_ref\":\"duplicate-%d\",\"amount\":%d,\"currency\":\"THB\"}",
                                                number,
                                                amount + 100 * number),
                                        "duplicate-" + number));
                assertThat(answers).allSatisfy(answer -> answer.expect(201));
                assertThat(answers.get(0).word("id")).isEqualTo(answers.get(1).word("id"));
            }
        }
    }
}

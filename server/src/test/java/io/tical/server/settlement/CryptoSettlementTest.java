package io.tical.server.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.crypto.EvmNode;
import io.tical.server.merchant.Fee;
import io.tical.server.merchant.FeeRule;
import io.tical.server.merchant.FeeType;
import io.tical.server.merchant.OneChange;
import io.tical.server.merchant.Thresholds;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What crypto deposits credited leaves the balance: a settlement converts it into the currency of a bank account. */
class CryptoSettlementTest extends AuditedService {
    private static final String TREE = "/v1/organization-settlements";
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String XPUB =
            "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt";

    private final EvmNode node = new EvmNode(200);
    private OperatorClient admin;
    private OperatorClient finance;

    @Override
    protected Map<String, String> settings() {
        return Map.of(
                "TICAL_CRYPTO_NETWORK", "ERC20",
                "TICAL_ERC20_XPUB", XPUB,
                "TICAL_ERC20_URL", node.server().url() + "/v3/{key}",
                "TICAL_ERC20_KEY", "node-key",
                "TICAL_ERC20_CONFIRMATIONS", "3");
    }

    @BeforeAll
    void hire() {
        admin = service.operator(Operator.Role.ADMIN);
        finance = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    void closeNode() {
        node.close();
    }

    private Reply rate(String environment, String source, String target, String rate) {
        return admin.put(
                "/admin/v1/rates",
                "{\"environment\":\"%s\",\"source_currency_code\":\"%s\",\"target_currency_code\":\"%s\",\"rate\":\"%s\",\"note\":\"new\"}"
                        .formatted(environment, source, target, rate));
    }

    private static String account(Merchant merchant, String currency) {
        return merchant.post("/v1/organizations/accounts", """
                        {"bank_code":"%s","account_no":"1234567890","holder_name":"Shop Ltd.","currency_code":"%s"}
                        """.formatted(
                                currency.equals("THB") ? "KBANK" : "BANK" + currency, currency))
                .expect(201)
                .word("id");
    }

    private static String body(String account, long amount, String target, String more) {
        return String.format(Locale.ROOT, """
                {"organization_account_id":"%s","source_currency_code":"USDT","source_amount":%d,"target_currency_code":"%s"%s}
                """, account, amount, target, more);
    }

    /** The merchant has received this amount on the chain. */
    private void deposit(Merchant merchant, long amount) {
        var id = merchant.post("/v1/payins", String.format(Locale.ROOT, """
                        {"order_ref":"deposit","amount":%d,"channel":"crypto"}""", amount))
                .expect(201)
                .word("id");
        node.pay(merchant.payin(id).word("address"), amount);
        node.mine(3);
        await().atMost(SOON).until(() -> {
            service.sql("UPDATE crypto_deposit SET due_at = now() - interval '1 second' WHERE payin_id = '" + id + "'");
            return merchant.payin(id).word("status").equals("success");
        });
    }

    @Test
    void aLiveDepositIsSettledWholeToAnAccountInBaht() {
        var merchant = service.live(service.merchant());
        var organizations = service.tical().organizations();
        organizations.change(merchant.organizationId(), OneChange.thresholds(Thresholds.NONE));
        organizations.change(
                merchant.organizationId(),
                OneChange.fee(new FeeRule(true, "USDT", FeeType.SETTLEMENT, new Fee(10, 5))));
        deposit(merchant, 20_000_000);
        assertThat(merchant.balance("USDT").get("available").asLong()).isEqualTo(20_000_000);
        service.approved(rate("live", "USDT", "THB", "35.123456"));
        var account = account(merchant, "THB");
        finance.post("/admin/v1/organization-accounts/" + account + "/verify", "{}")
                .expect(200);

        var preview = merchant.post(TREE + "/preview", body(account, 20_000_000, "THB", ""))
                .expect(200);
        assertThat(preview.number("fee_amount")).isEqualTo(200_005);
        assertThat(preview.number("net_amount")).isEqualTo(19_799_995);
        // 19.799995 USDT at 35.123456 are 695.444253… THB.
        assertThat(preview.number("target_amount")).isEqualTo(69_544);
        var quoted = ",\"quote_id\":\"" + preview.word("quote_id") + "\"";
        var created =
                merchant.post(TREE, body(account, 20_000_000, "THB", quoted)).expect(201);
        var id = created.word("id");
        assertThat(merchant.balance("USDT").get("available").asLong()).isZero();

        var path = "/admin/v1/settlements/" + id;
        await().atMost(SOON)
                .until(() ->
                        finance.get(path).data().get("decisions").toString().contains("outcome"));
        var byHand = finance.get(path).expect(200);
        assertThat(byHand.word("currency")).isEqualTo("USDT");
        assertThat(byHand.number("net_amount")).isEqualTo(19_799_995);
        assertThat(byHand.word("target_currency_code")).isEqualTo("THB");
        assertThat(byHand.number("target_amount")).isEqualTo(69_544);
        assertThat(byHand.word("rate")).isEqualTo("35.123456");
        assertThat(byHand.data().at("/attempts/0/amount").asLong()).isEqualTo(69_544);
        finance.post(
                        path + "/outcome",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"outcome\":\"success\",\"reference\":\"BANK-1\"}",
                                byHand.number("version")))
                .expect(200);

        assertThat(merchant.get(TREE + "/" + id).expect(200).word("status")).isEqualTo("success");
        assertThat(merchant.balance("USDT").get("total").asLong()).isZero();
        var shown = service.viewer(merchant).get("/api/settlements/" + id).expect(200);
        assertThat(shown.word("target_currency_code")).isEqualTo("THB");
        assertThat(shown.number("target_amount")).isEqualTo(69_544);
        assertThat(shown.word("rate")).isEqualTo("35.123456");
        var statement =
                merchant.get("/v1/statements?currency=USDT&from=0").expect(200).data();
        assertThat(statement.at("/closing/total").asLong()).isZero();
        assertThat(statement.get("movements")).isNotEmpty();
    }

    @Test
    void limitsCountTheDigitsOfBothCurrencies() {
        var merchant = service.merchant();
        rate("test", "USDT", "THB", "35").expect(200);
        rate("test", "USDT", "VND", "26000").expect(200);
        var path = TREE + "/limits?source_currency_code=USDT&organization_account_id=";
        var baht = account(merchant, "THB");
        var limits = merchant.get(path + baht).expect(200);
        // One satang costs 285.71… micro-USDT.
        assertThat(limits.number("source_min_amount")).isEqualTo(286);
        assertThat(limits.number("target_min_amount")).isEqualTo(1);
        merchant.post(TREE + "/preview", body(baht, 286, "THB", "")).expect(200);
        merchant.post(TREE + "/preview", body(baht, 285, "THB", "")).expect(400, "AMOUNT_INVALID");
        var max = limits.number("source_max_amount");
        merchant.post(TREE + "/preview", body(baht, max, "THB", "")).expect(200);
        merchant.post(TREE + "/preview", body(baht, max + 1, "THB", "")).expect(423, "INVALID_AMOUNT_RANGE");
        // A thousand dong, which have no minor unit, cost 0.038461… USDT.
        var dong = merchant.get(path + account(merchant, "VND")).expect(200);
        assertThat(dong.number("source_min_amount")).isEqualTo(38_462);
        assertThat(dong.number("target_min_amount")).isEqualTo(1_000);
    }

    @Test
    void withoutARateTheMerchantIsToldToAskTheOperator() {
        var merchant = service.merchant();
        var refused = merchant.post(TREE + "/preview", body(account(merchant, "JPY"), 1_000_000, "JPY", ""))
                .expect(422, "CONVERSION_UNAVAILABLE");
        assertThat(refused.json().get("error").asText())
                .isEqualTo("The operator has configured no conversion from USDT to JPY; ask the operator for one");
    }

    @ParameterizedTest
    @CsvSource({"THB,USDT,CURRENCY_UNSUPPORTED", "EUR,THB,CURRENCY_UNSUPPORTED", "USDT,USDT,VALIDATION_FAILED"})
    void usdtIsOnlyTheSourceOfARate(String source, String target, String code) {
        rate("live", source, target, "0.02").expect(400, code);
    }

    @Test
    void nothingElseMovesUsdtOut() {
        var merchant = service.fundedLive(service.merchant(), "USDT", 5_000_000);
        merchant.post("/v1/organizations/accounts", """
                        {"bank_code":"KBANK","account_no":"1234567890","holder_name":"Shop Ltd.","currency_code":"USDT"}
                        """).expect(400, "CURRENCY_UNSUPPORTED");
        merchant.post("/v1/customers", """
                        {"name":"Ann","bank_code":"KBANK","account_no":"1234567890","holder_name":"Ann","currency":"USDT"}
                        """).expect(400, "CURRENCY_UNSUPPORTED");
        merchant.post("/v1/payouts", """
                        {"merchant_ref_id":"p","request_amount":1000,"currency_code":"USDT","customer_id":"%s","customer_account_id":"%s"}
                        """.formatted(merchant.account(), merchant.account()))
                .expect(400);
        var test = service.merchant();
        test.post(TREE + "/preview", """
                        {"organization_account_id":"%s","source_currency_code":"THB","source_amount":1000,"target_currency_code":"USDT"}
                        """.formatted(account(test, "THB"))).expect(400, "VALIDATION_FAILED");
        assertThat(merchant.balance("USDT").get("total").asLong()).isEqualTo(5_000_000);
    }
}

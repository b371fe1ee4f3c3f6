package io.tical.server.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Merchants settle to their own accounts: {@code /v1/organization-settlements}. */
class OrganizationSettlementsTest extends MerchantSettlements {
    private static final String TREE = "/v1/organization-settlements";

    private OperatorClient admin;

    OrganizationSettlementsTest() {
        super(TREE, 1);
    }

    @BeforeAll
    void setRates() {
        admin = service.operator(Operator.Role.ADMIN);
        rate("THB", "USD", "0.0285").expect(200);
        rate("THB", "VND", "735.5").expect(200);
    }

    private Reply rate(String source, String target, String rate) {
        return admin.put(
                "/admin/v1/rates",
                "{\"environment\":\"test\",\"source_currency_code\":\"%s\",\"target_currency_code\":\"%s\",\"rate\":%s}"
                        .formatted(source, target, rate == null ? "null" : "\"" + rate + "\""));
    }

    @Override
    Merchant funded(Form form) {
        var merchant = super.funded(form);
        fee(merchant, "THB", 10, 500);
        return merchant;
    }

    private static String account(Merchant merchant, String currency) {
        return merchant.post(
                        "/v1/organizations/accounts",
                        "{\"bank_code\":\"%s\",\"account_no\":\"1234567890\",\"holder_name\":\"Shop Ltd.\",\"currency_code\":\"%s\"}"
                                .formatted(currency.equals("THB") ? "KBANK" : "BANK" + currency, currency))
                .expect(201)
                .word("id");
    }

    private static String body(String account, long amount, String more) {
        return String.format(
                Locale.ROOT,
                "{\"organization_account_id\":\"%s\",\"source_currency_code\":\"THB\",\"source_amount\":%d%s}",
                account,
                amount,
                more);
    }

    @Test
    void aSettlementInOneCurrencyNeedsNoQuote() {
        var merchant = funded();
        var account = account(merchant, "THB");
        var preview =
                merchant.post(TREE + "/preview", body(account, 100_000, "")).expect(200);
        assertThat(preview.number("fee_amount")).isEqualTo(1_500);
        assertThat(preview.number("net_amount")).isEqualTo(98_500);
        assertThat(preview.number("target_amount")).isEqualTo(98_500);
        assertThat(preview.data().get("quote_id").isNull()).isTrue();

        var created = merchant.post(TREE, body(account, 100_000, "")).expect(201);
        var id = created.word("id");
        assertThat(created.word("status")).isEqualTo("processing");
        assertThat(created.word("rate")).isEqualTo("1");
        assertThat(created.word("request_id"))
                .isEqualTo(created.json().at("/meta/request_id").asText());
        var done = await(merchant, id, "success");
        assertThat(done.data().get("finalized_at").isIntegralNumber()).isTrue();
        assertThat(merchant.available()).isEqualTo(FUNDS - 100_000);
        var callback = callback(id).json();
        assertThat(callback.get("transaction_type").asText()).isEqualTo("settlement");
        assertThat(callback.get("status").asText()).isEqualTo("success");
        // It is a settlement in the other vocabulary too.
        assertThat(merchant.get("/v1/settlements/" + id).expect(200).word("status"))
                .isEqualTo("completed");
        merchant.get("/v1/settlements/" + id + "/timeline").expect(200);
    }

    @Test
    void anEndpointCanTakeTheEnvelope() {
        var merchant = funded(Form.ENVELOPE);
        var created = merchant.post(TREE, body(account(merchant, "THB"), 100_000, ""));
        var callback = callback(created.expect(201).word("id")).json();
        assertThat(callback.get("event").asText()).isEqualTo("settlement.completed");
        assertThat(callback.get("data").get("status").asText()).isEqualTo("success");
    }

    @Test
    void aFailedSettlementReturnsTheAmount() {
        var merchant = funded();
        var id = merchant.post(TREE, body(account(merchant, "THB"), 50_001, ""))
                .expect(201)
                .word("id");
        assertThat(await(merchant, id, "failed").word("failure_code")).isEqualTo("account_closed");
        assertThat(merchant.available()).isEqualTo(FUNDS);
    }

    @Test
    void aConversionHonoursItsQuoteExactly() {
        var merchant = funded();
        var account = account(merchant, "VND");
        var asked = ",\"target_currency_code\":\"VND\"";
        var preview =
                merchant.post(TREE + "/preview", body(account, 100_000, asked)).expect(200);
        assertThat(preview.word("rate")).isEqualTo("735.5");
        // 985.00 THB at 735.5 are 724,467.5 VND, of which whole thousands are payable.
        assertThat(preview.number("target_amount")).isEqualTo(724_000);
        var now = preview.json().at("/meta/timestamp").asLong();
        assertThat(preview.number("expires_at")).isBetween(now + 58, now + 62);
        var quoted = asked + ",\"quote_id\":\"" + preview.word("quote_id") + "\"";
        rate("THB", "VND", "700").expect(200);
        var created =
                merchant.post(TREE, body(account, 100_000, quoted), "quoted").expect(201);
        rate("THB", "VND", "735.5").expect(200);
        assertThat(created.number("target_amount")).isEqualTo(724_000);
        assertThat(created.word("rate")).isEqualTo("735.5");
        assertThat(merchant.post(TREE, body(account, 100_000, quoted), "quoted")
                        .expect(201)
                        .data())
                .isEqualTo(created.data());
        merchant.post(TREE, body(account, 100_000, quoted)).expect(409, "QUOTE_ALREADY_USED");
        await(merchant, created.word("id"), "success");
        assertThat(merchant.available()).isEqualTo(FUNDS - 100_000);
        assertThat(merchant.get("/v1/settlements/" + created.word("id") + "/timeline")
                        .expect(200)
                        .data())
                .extracting(item -> item.get("title").asText())
                .contains("settlement_exchange", "conversion_deliver");
        assertThat(service.count(
                        "SELECT amount FROM transfer WHERE operation = 'conversion_deliver' AND reference = (SELECT"
                                + " conversion_id FROM conversion WHERE settlement_id = '" + created.word("id") + "')"))
                .isEqualTo(724_000);
        assertThat(service.count("SELECT amount FROM transfer WHERE operation = 'settlement_exchange' AND reference = '"
                        + created.word("id") + "'"))
                .isEqualTo(98_500);
    }

    @Test
    void aFailedConversionReturnsTheAmountInItsOwnCurrency() {
        var merchant = funded();
        var account = account(merchant, "USD");
        var id = merchant.post(TREE, body(account, 50_001, quote(merchant, account, 50_001)))
                .expect(201)
                .word("id");
        await(merchant, id, "failed");
        assertThat(merchant.available()).isEqualTo(FUNDS);
    }

    private static String quote(Merchant merchant, String account, long amount) {
        var asked = ",\"target_currency_code\":\"USD\"";
        return asked + ",\"quote_id\":\""
                + merchant.post(TREE + "/preview", body(account, amount, asked))
                        .expect(200)
                        .word("quote_id")
                + "\"";
    }

    @Test
    void whatAnAbandonedAttemptOfAConversionDeliversIsClaimedInItsCurrency() {
        var merchant = funded();
        var account = account(merchant, "USD");
        var id = merchant.post(TREE, body(account, 50_003, quote(merchant, account, 50_003)))
                .expect(201)
                .word("id");
        var operator = service.operator(Operator.Role.FINANCE);
        var path = "/admin/v1/settlements/" + id;
        awaitReview(operator, path);
        decide(operator, path + "/decision", ",\"decision\":\"retry\"");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> operator.get(path).data().get("attempts").size() == 2);
        awaitReview(operator, path);
        var first = operator.get(path).data().at("/attempts/0/id").asText();
        decide(
                operator,
                path + "/outcome",
                ",\"outcome\":\"success\",\"reference\":\"ARRIVED-1\",\"attempt_id\":\"" + first + "\"");
        decide(operator, path + "/decision", ",\"decision\":\"failed\",\"note\":\"seen\"");
        assertThat(merchant.available()).isEqualTo(FUNDS);
        var claim = SettlementClaim.of(operator, id);
        assertThat(claim.json().get("currency").asText()).isEqualTo("USD");
        assertThat(claim.json().get("amount").asLong()).isEqualTo(1_396);
        var delivery = merchant.get("/v1/settlements/" + id + "/timeline")
                .expect(200)
                .data()
                .valueStream()
                .map(item -> item.get("detail"))
                .filter(detail -> detail.path("type").asText().equals("late_delivery"))
                .findFirst()
                .orElseThrow();
        assertThat(delivery.get("amount").asLong()).isEqualTo(1_396);
        assertThat(delivery.get("currency").asText()).isEqualTo("USD");
        claim.settle(operator);
    }

    private static void awaitReview(OperatorClient operator, String path) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> !operator.get(path).data().get("review_reason").isNull());
    }

    private static void decide(OperatorClient operator, String path, String more) {
        var version = operator.get(path.replaceFirst("/[a-z]+$", "")).number("version");
        operator.post(path, "{\"version\":" + version + more + "}").expect(200);
    }

    @Test
    void aQuoteIsForOneAccountAndAmount() {
        var merchant = funded();
        var account = account(merchant, "USD");
        var quote = quote(merchant, account, 50_000);
        merchant.post(TREE, body(account, 50_100, quote)).expect(422, "QUOTE_INVALID");
        var other = funded();
        other.post(TREE, body(account(other, "USD"), 50_000, quote)).expect(422, "QUOTE_INVALID");
        merchant.post(TREE, body(account, 50_000, ",\"target_currency_code\":\"USD\",\"quote_id\":\"x\""))
                .expect(422, "QUOTE_INVALID");
        merchant.post(TREE, body(account, 50_000, ",\"target_currency_code\":\"USD\""))
                .expect(400, "VALIDATION_FAILED");
        merchant.post(TREE, body(account, 50_000, "")).expect(400, "VALIDATION_FAILED");
        merchant.post(TREE, body(account, 50_000, ",\"target_currency_code\":\"EUR\""))
                .expect(400, "VALIDATION_FAILED");
    }

    @Test
    void oneOfManyConcurrentRequestsUsesAQuote() throws Exception {
        var merchant = funded();
        var account = account(merchant, "USD");
        var body = body(account, 50_000, quote(merchant, account, 50_000));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var requests = new ArrayList<Callable<Integer>>();
            for (int i = 0; i < 8; i++) {
                requests.add(() -> merchant.post(TREE, body).status());
            }
            var statuses = new ArrayList<Integer>();
            for (var answer : threads.invokeAll(requests)) {
                statuses.add(answer.get());
            }
            assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 409);
        }
    }

    @Test
    void aConversionNeedsARate() {
        var merchant = funded();
        var account = account(merchant, "JPY");
        merchant.post(TREE + "/preview", body(account, 50_000, ",\"target_currency_code\":\"JPY\""))
                .expect(422, "CONVERSION_UNAVAILABLE");
        merchant.get(TREE + "/limits?organization_account_id=" + account + "&source_currency_code=THB")
                .expect(422, "CONVERSION_UNAVAILABLE");
        rate("THB", "JPY", "4.5").expect(200);
        merchant.post(TREE + "/preview", body(account, 50_000, ",\"target_currency_code\":\"JPY\""))
                .expect(200);
        rate("THB", "JPY", null).expect(200);
        merchant.post(TREE + "/preview", body(account, 50_000, ",\"target_currency_code\":\"JPY\""))
                .expect(422, "CONVERSION_UNAVAILABLE");
    }

    @Test
    void limitsAreTheSmallestAndTheLargestAmount() {
        var merchant = funded();
        var path = TREE + "/limits?source_currency_code=THB&organization_account_id=";
        var baht = merchant.get(path + account(merchant, "THB")).expect(200);
        assertThat(baht.number("source_min_amount")).isEqualTo(506);
        assertThat(baht.number("target_min_amount")).isEqualTo(1);
        assertThat(baht.number("source_max_amount")).isEqualTo(50_000_000_000L);
        var account = account(merchant, "VND");
        var dong = merchant.get(path + account).expect(200);
        assertThat(dong.number("target_min_amount")).isEqualTo(1_000);
        var min = dong.number("source_min_amount");
        var asked = ",\"target_currency_code\":\"VND\"";
        merchant.post(TREE + "/preview", body(account, min, asked)).expect(200);
        merchant.post(TREE + "/preview", body(account, min - 1, asked)).expect(400, "AMOUNT_INVALID");
        merchant.post(TREE + "/preview", body(account, dong.number("source_max_amount") + 1, asked))
                .expect(423, "INVALID_AMOUNT_RANGE");
        merchant.get(path + Ids.next()).expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
        merchant.get(path + "x").expect(400, "VALIDATION_FAILED");
        merchant.get(TREE + "/limits?organization_account_id=" + account).expect(400, "VALIDATION_FAILED");
    }

    @Test
    void theDestinationIsAnOwnVerifiedAccount() {
        var merchant = funded();
        merchant.post(TREE, body(Ids.next().toString(), 50_000, "")).expect(422, "DESTINATION_NOT_FOUND");
        merchant.post(TREE, body(account(funded(), "THB"), 50_000, "")).expect(422, "DESTINATION_NOT_FOUND");
        merchant.post(TREE, body(merchant.account(), 50_000, "")).expect(422, "DESTINATION_NOT_FOUND");
        var account = account(merchant, "THB");
        merchant.post(TREE, body(account, 2 * FUNDS, "")).expect(422, "INSUFFICIENT_BALANCE");
        merchant.post(TREE, body(account, 0, "")).expect(400, "AMOUNT_INVALID");
        merchant.post(TREE, body(account, 505, "")).expect(400, "AMOUNT_INVALID");
        merchant.send("DELETE", "/v1/organizations/accounts/" + account, Map.of(), null)
                .expect(200);
        merchant.post(TREE, body(account, 50_000, "")).expect(422, "DESTINATION_NOT_FOUND");
        var live = service.fundedLive(merchant, FUNDS);
        live.post(TREE, body(account(live, "THB"), 50_000, "")).expect(422, "DESTINATION_UNVERIFIED");
    }

    @Test
    void nobodyElseReadsIt() {
        var merchant = funded();
        var id = merchant.post(TREE, body(account(merchant, "THB"), 50_000, ""))
                .expect(201)
                .word("id");
        for (var other : List.of(funded(), service.live(merchant))) {
            other.get(TREE + "/" + id).expect(404, "ORGANIZATION_SETTLEMENT_NOT_FOUND");
        }
        var toCustomer = merchant.post(
                        "/v1/settlements", "{\"dest_account_id\":\"" + merchant.account() + "\",\"amount\":50000}")
                .expect(201)
                .word("id");
        merchant.get(TREE + "/" + toCustomer).expect(404, "ORGANIZATION_SETTLEMENT_NOT_FOUND");
    }

    @Test
    void anAccountIsNotRemovedWhileASettlementToItIsOpen() {
        var merchant = funded();
        var account = account(merchant, "THB");
        var id = merchant.post(TREE, body(account, 50_003, "")).expect(201).word("id");
        assertThat(merchant.balance("THB").get("in_transit").asLong()).isEqualTo(50_003);
        var path = "/v1/organizations/accounts/" + account;
        merchant.send("DELETE", path, Map.of(), null).expect(409, "ORGANIZATION_ACCOUNT_IN_USE");
        var operator = service.operator(Operator.Role.FINANCE);
        awaitReview(operator, "/admin/v1/settlements/" + id);
        decide(operator, "/admin/v1/settlements/" + id + "/decision", ",\"decision\":\"failed\",\"note\":\"seen\"");
        merchant.send("DELETE", path, Map.of(), null).expect(200);
    }

    @Test
    void eitherTheAccountIsRemovedOrTheSettlementIsCreated() throws Exception {
        var merchant = funded();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10; i++) {
                var account = account(merchant, "THB");
                var created = threads.submit(
                        () -> merchant.post(TREE, body(account, 10_003, "")).status());
                var removed = threads.submit(
                        () -> merchant.send("DELETE", "/v1/organizations/accounts/" + account, Map.of(), null)
                                .status());
                assertThat(List.of(created.get(), removed.get())).isIn(List.of(201, 409), List.of(422, 200));
                if (removed.get() == 409) {
                    // The account stays, so it cannot be added again.
                    break;
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "THB,THB,'\"1\"'",
        "THB,XXX,'\"1\"'",
        "THB,USD,'\"0\"'",
        "THB,USD,'\"-1\"'",
        "THB,USD,'\"1e5\"'",
        "THB,USD,'0.5'",
        "THB,USD,'\"0.0000000000001\"'"
    })
    void aRateIsAPositiveDecimalBetweenTwoActiveCurrencies(String source, String target, String rate) {
        admin.put(
                        "/admin/v1/rates",
                        "{\"environment\":\"test\",\"source_currency_code\":\"%s\",\"target_currency_code\":\"%s\",\"rate\":%s}"
                                .formatted(source, target, rate))
                .expect(400);
    }

    @Test
    void onlyAdministratorsSetRatesAndTheLogTellsWho() {
        var finance = service.operator(Operator.Role.FINANCE);
        finance.put(
                        "/admin/v1/rates",
                        "{\"environment\":\"live\",\"source_currency_code\":\"THB\",\"target_currency_code\":\"USD\",\"rate\":\"1\"}")
                .expect(403, "PERMISSION_DENIED");
        rate("USD", "THB", "35.10").expect(200);
        assertThat(finance.get("/admin/v1/rates").expect(200).text()).contains("\"35.1\"");
        assertThat(finance.get("/admin/v1/audit?actor=" + admin.username())
                        .expect(200)
                        .text())
                .contains("exchange_rate");
    }
}

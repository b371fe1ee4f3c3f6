package io.tical.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.common.Money;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.access.Scope;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.currency.Currencies;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code GET /v1/me/limits} shows the limits that creating a payin or a payout applies. */
class EffectiveLimitsTest extends AuditedService {
    private static final String PATH = "/v1/me/limits";
    private static final long FUNDS = 400_000_000_000L;

    private OperatorClient admin;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        admin = service.operator(Operator.Role.ADMIN);
        for (var currency : List.of("VND", "IDR", "JPY")) {
            service.tical()
                    .collectionAccounts()
                    .add(new CollectionAccounts.Description(currency, "004", "12345678", "Tical Co.", null, 1));
        }
    }

    private void configure(Merchant merchant, String change) {
        var path = "/admin/v1/organizations/" + merchant.organizationId();
        var answer = admin.patch(
                path, "{\"note\":\"as the test needs it\"," + change.strip().substring(1));
        if (answer.status() == 202) {
            service.approved(answer);
        } else {
            answer.expect(200);
        }
    }

    private void limit(Merchant merchant, String environment, String currency, String method, Range range) {
        configure(
                merchant,
                String.format(
                        Locale.ROOT,
                        """
                {"limits":[{"environment":"%s","currency_code":"%s","method_type":"%s","min_deposit":%d,"max_deposit":%d,\
                "min_withdraw":%d,"max_withdraw":%d,"daily_withdraw_limit":null,"maintenance_ranges":%s}]}""",
                        environment,
                        currency,
                        method,
                        range.min,
                        range.max,
                        range.min,
                        range.max,
                        range.maintenance()));
    }

    /** @param closed the ranges under maintenance, as {@code 10-20 30-40} */
    private record Range(long min, long max, String closed) {
        String maintenance() {
            return closed == null || closed.isBlank()
                    ? "[]"
                    : "["
                            + closed.replaceAll("(\\d+)-(\\d+)", "{\"min\":$1,\"max\":$2}")
                                    .replace(' ', ',') + "]";
        }
    }

    private static JsonNode only(Merchant merchant, String currency, String method) {
        var shown = merchant.get(PATH + "?currency_code=" + currency + "&method_type=" + method)
                .expect(200)
                .data();
        assertThat(shown).hasSize(1);
        return shown.get(0);
    }

    /** What the shown limits say that a request must be answered with. */
    private static String expected(JsonNode shown, String direction, CurrencyProfile currency, long amount) {
        var min = shown.get("min_" + direction).asLong();
        var max = shown.get("max_" + direction).asLong();
        if (amount <= 0) {
            return "400 AMOUNT_INVALID";
        }
        if (!currency.divides(amount)) {
            return "400 AMOUNT_NOT_DIVISIBLE";
        }
        if (min == 0 && max == 0) {
            return direction.equals("withdraw") ? "503 PAYOUT_UNDER_MAINTENANCE" : "423 INVALID_AMOUNT_RANGE";
        }
        if (amount < min || amount > max) {
            return "423 INVALID_AMOUNT_RANGE";
        }
        for (var range : shown.get("maintenance_ranges")) {
            if (amount >= range.get("min").asLong()
                    && amount <= range.get("max").asLong()) {
                return "423 AMOUNT_RANGE_MAINTENANCE";
            }
        }
        return "201";
    }

    /** Each bound, one less, one more, and one unit step to both sides. */
    private static Set<Long> amounts(JsonNode shown, String direction, CurrencyProfile currency) {
        var amounts = new TreeSet<Long>();
        var step = currency.unitStep();
        var bounds = new TreeSet<Long>();
        bounds.add(shown.get("min_" + direction).asLong());
        bounds.add(shown.get("max_" + direction).asLong());
        bounds.add(shown.get("configured_min_" + direction).asLong());
        bounds.add(shown.get("configured_max_" + direction).asLong());
        for (var range : shown.get("maintenance_ranges")) {
            bounds.add(range.get("min").asLong());
            bounds.add(range.get("max").asLong());
        }
        for (long bound : bounds) {
            amounts.addAll(List.of(bound, bound - 1, bound + 1, bound - step, bound + step));
        }
        amounts.removeIf(amount -> amount > Money.AMOUNT_MAX);
        return amounts;
    }

    private static String outcome(Reply reply) {
        return reply.status() == 201 ? "201" : reply.status() + " " + reply.code();
    }

    @ParameterizedTest
    @CsvSource({
        // currency, method, configured min and max, maintenance, shown min and max
        "THB, bank,   100,  200000000,        ,                     100,  200000000",
        "THB, bank,   0,    5000,             ,                     1,    5000",
        "THB, bank,   0,    0,                ,                     0,    0",
        "THB, bank,   500,  500,              ,                     500,  500",
        "THB, bank,   500,  900,              600-700 800-2000,     500,  900",
        "THB, bank,   500,  900,              0-9007199254740991,   500,  900",
        "THB, bank,   500,  9007199254740991, ,                     500,  9007199254740891",
        "THB, qrcode, 700,  900,              750-750,              700,  900",
        "JPY, bank,   3,    7,                5-6,                  3,    7",
        "VND, bank,   1,    2000000,          ,                     1000, 2000000",
        "VND, bank,   1500, 10999,            3000-4999,            2000, 10000",
        "VND, bank,   1,    999,              ,                     0,    0",
        "VND, qrcode, 1001, 1999,             ,                     0,    0",
        "IDR, bank,   150,  1250,             ,                     200,  1200",
        "USDT, crypto, 5,   9,                6-6,                  5,    9",
        "USDT, crypto, 0,   0,                ,                     0,    0",
    })
    void payinsKeepTheShownLimits(
            String code, String method, long min, long max, String closed, long shownMin, long shownMax) {
        var merchant = service.merchant();
        limit(merchant, "test", code, method, new Range(min, max, closed));
        if (method.equals("bank")) {
            // The service would select a QR code for a guide payin that its limits exclude from bank transfers.
            limit(merchant, "test", code, "qrcode", new Range(0, 0, null));
        }
        var shown = only(merchant, code, method);
        assertThat(shown.get("min_deposit").asLong()).isEqualTo(shownMin);
        assertThat(shown.get("max_deposit").asLong()).isEqualTo(shownMax);
        assertThat(shown.get("configured_min_deposit").asLong()).isEqualTo(min);
        assertThat(shown.get("configured_max_deposit").asLong()).isEqualTo(max);
        assertThat(shown.get("min_withdraw").isNull()).isTrue();
        var currency = Currencies.shipped().find(code).orElseThrow();
        for (var amount : amounts(shown, "deposit", currency)) {
            var v1 = merchant.post("/v1/payins", String.format(Locale.ROOT, """
                    {"order_ref":"%s","amount":%d,"currency":"%s","channel":"%s"}""", Ids.next(), amount, code, method));
            assertThat(outcome(v1)).as("%s", amount).isEqualTo(expected(shown, "deposit", currency, amount));
            if (!code.equals("USDT")) {
                var guide = merchant.guidePayinBody(Ids.next().toString(), amount, code)
                        .replaceFirst("\\{", "{\"channel\":\"" + method + "\",");
                assertThat(outcome(merchant.post("/v2/payins", guide)))
                        .as("%s at /v2", amount)
                        .isEqualTo(expected(shown, "deposit", currency, amount));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        // environment, currency, configured min and max, maintenance, shown min and max
        "test, THB, 100,  2000,             ,                   100,  2000",
        "test, THB, 0,    500,              ,                   1,    500",
        "live, THB, 100,  200000000,        ,                   100,  200000000",
        "live, THB, 0,    0,                ,                   0,    0",
        "live, THB, 500,  900,              600-700 800-2000,   500,  900",
        "live, THB, 500,  900,              500-900,            500,  900",
        "live, THB, 100,  9007199254740991, ,                   100,  50000000000",
        "live, VND, 1,    2000000,          ,                   1000, 2000000",
        "live, VND, 1500, 10999,            3000-4999,          2000, 10000",
        "live, VND, 1,    999,              ,                   0,    0",
        "live, IDR, 150,  1250,             ,                   200,  1200",
        "live, JPY, 3,    9007199254740991, 5-6,                3,    500000000",
    })
    void payoutsKeepTheShownLimits(
            String environment, String code, long min, long max, String closed, long shownMin, long shownMax) {
        var created = service.merchant();
        var merchant = environment.equals("live")
                ? service.fundedLive(created, code, FUNDS)
                : created.funded("THB", 1_000_000);
        limit(merchant, environment, code, "payout", new Range(min, max, closed));
        var shown = only(merchant, code, "payout");
        assertThat(shown.get("min_withdraw").asLong()).isEqualTo(shownMin);
        assertThat(shown.get("max_withdraw").asLong()).isEqualTo(shownMax);
        assertThat(shown.get("configured_min_withdraw").asLong()).isEqualTo(min);
        assertThat(shown.get("configured_max_withdraw").asLong()).isEqualTo(max);
        assertThat(shown.get("min_deposit").isNull()).isTrue();
        var account = merchant.post("/v1/customers", """
                {"holder_name":"Somchai","bank_code":"KBANK","account_no":"1234567890","currency":"%s"}""".formatted(code)).expect(201);
        var currency = Currencies.shipped().find(code).orElseThrow();
        for (var amount : amounts(shown, "withdraw", currency)) {
            var v1 = merchant.post(
                    "/v1/payouts", String.format(Locale.ROOT, """
                    {"order_ref":"%s","amount":%d,"dest_account_id":"%s"}""", Ids.next(), amount, account.word("id")));
            assertThat(outcome(v1)).as("%s", amount).isEqualTo(expected(shown, "withdraw", currency, amount));
            var guide = merchant.post(
                    "/v1/payouts",
                    String.format(
                            Locale.ROOT,
                            """
                    {"merchant_ref_id":"%s","request_amount":%d,"currency_code":"%s","customer_id":"%s","customer_account_id":"%s"}""",
                            Ids.next(),
                            amount,
                            code,
                            account.word("customer_id"),
                            account.word("id")));
            assertThat(outcome(guide))
                    .as("%s in the guide's vocabulary", amount)
                    .isEqualTo(expected(shown, "withdraw", currency, amount));
        }
    }

    @Test
    void aNewMerchantHasTheDefaultsOfEveryActiveCurrencyAndMethod() {
        var shown = service.merchant().get(PATH).expect(200).data();
        assertThat(shown)
                .extracting(one -> one.get("currency_code").asText() + " "
                        + one.get("method_type").asText() + " "
                        + one.get(one.get("method_type").asText().equals("payout") ? "max_withdraw" : "max_deposit"))
                .contains(
                        "THB bank 200000000",
                        "THB qrcode 200000000",
                        "THB payout 200000000",
                        "USDT crypto 2000000000000")
                .doesNotContain("USDT payout 2000000000000")
                .hasSize(3 * Currencies.shipped().active().size() + 1);
        assertThat(shown).noneMatch(one -> one.get("currency_code").asText().equals("EUR"));
    }

    @Test
    void testAndLiveHaveTheirOwnLimits() {
        var test = service.merchant().funded("THB", 100_000);
        var live = service.fundedLive(test, 100_000);
        limit(test, "test", "THB", "payout", new Range(500, 900, "600-700"));
        limit(test, "live", "THB", "payout", new Range(0, 0, null));
        assertThat(only(test, "THB", "payout").get("max_withdraw").asLong()).isEqualTo(900);
        assertThat(only(live, "THB", "payout").get("max_withdraw").asLong()).isZero();
        live.payout("live", 550).expect(503, "PAYOUT_UNDER_MAINTENANCE");
        test.payout("test", 550).expect(201);
        assertThat(only(test, "THB", "payout").get("daily_withdraw_used").asLong())
                .isEqualTo(550);
        assertThat(only(live, "THB", "payout").get("daily_withdraw_used").asLong())
                .isZero();
    }

    @Test
    void theDaysPayoutsAreCountedUntilTheyAreReturned() {
        var merchant = service.merchant().funded("THB", 100_000);
        service.limit(merchant, "THB", 100, 50_000, 60_000L, List.of());
        var first = merchant.payout("first", 40_000).expect(201);
        var shown = only(merchant, "THB", "payout");
        assertThat(shown.get("daily_withdraw_limit").asLong()).isEqualTo(60_000);
        assertThat(shown.get("daily_withdraw_used").asLong()).isEqualTo(40_000);
        merchant.payout("second", 20_001).expect(422, "DAILY_LIMIT_EXCEEDED");
        merchant.post("/v1/payouts/" + first.word("id") + "/cancel").expect(200);
        assertThat(only(merchant, "THB", "payout").get("daily_withdraw_used").asLong())
                .isZero();
        assertThat(only(merchant, "THB", "bank").get("daily_withdraw_used").isNull())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"channels\":{\"bank\":false}}                                     | THB payout, THB qrcode, USDT crypto",
                "{\"channels\":{\"bank\":false,\"p2p\":true}}                        | THB bank, THB payout, THB qrcode, USDT crypto",
                "{\"channels\":{\"qrcode\":false}}                                   | THB bank, THB payout, USDT crypto",
                "{\"channels\":{\"crypto\":false}}                                   | THB bank, THB payout, THB qrcode",
                "{\"networks\":{\"TRC20\":false,\"ERC20\":false}}                    | THB bank, THB payout, THB qrcode, USDT crypto",
                "{\"networks\":{\"TRC20\":false,\"ERC20\":false,\"BEP20\":false}}    | THB bank, THB payout, THB qrcode",
            })
    void methodsThatAreDisabledHaveNoLimits(String change, String methods) {
        var merchant = service.merchant();
        configure(merchant, change);
        var shown = merchant.get(PATH)
                .expect(200)
                .data()
                .valueStream()
                .map(one -> one.get("currency_code").asText() + " "
                        + one.get("method_type").asText())
                .filter(one -> one.startsWith("THB") || one.startsWith("USDT"))
                .sorted()
                .toList();
        assertThat(String.join(", ", shown)).isEqualTo(methods);
    }

    @Test
    void liveDepositsHaveLimitsOnlyWhereTheServiceTakesThem() {
        var merchant = service.merchant();
        assertThat(merchant.get(PATH + "?method_type=crypto").expect(200).data())
                .hasSize(1);
        assertThat(service.live(merchant)
                        .get(PATH + "?method_type=crypto")
                        .expect(200)
                        .data())
                .isEmpty();
    }

    @Test
    void theFiltersMeetAndIgnoreCaseOfTheCurrency() {
        var merchant = service.merchant();
        assertThat(merchant.get(PATH + "?currency_code=thb").expect(200).data()).hasSize(3);
        assertThat(merchant.get(PATH + "?method_type=payout").expect(200).data())
                .hasSize(Currencies.shipped().active().size());
        assertThat(merchant.get(PATH + "?currency_code=USDT&method_type=payout")
                        .expect(200)
                        .data())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "currency_code=XXX, CURRENCY_UNSUPPORTED",
        "currency_code=EUR, CURRENCY_UNSUPPORTED",
        "method_type=cash, VALIDATION_FAILED",
        "method_type=BANK, VALIDATION_FAILED",
        "currency_code=THB&currency_code=USD, VALIDATION_FAILED",
    })
    void aWrongFilterIsRefused(String query, String code) {
        service.merchant().get(PATH + "?" + query).expect(400, code);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theKeyNeedsTheScope(boolean livemode) {
        var merchant = service.merchant();
        service.scoped(merchant, livemode, Scope.LIMITS_READ).get(PATH).expect(200);
        service.scoped(merchant, livemode, Scope.BALANCE_READ).get(PATH).expect(403, "SCOPE_MISSING");
    }
}

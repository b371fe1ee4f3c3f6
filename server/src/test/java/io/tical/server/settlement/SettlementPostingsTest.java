package io.tical.server.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.currency.Currencies;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Settlements of random amounts with random fees in every active currency, through the service: they arrive, fail, are lost and are decided.
 * After no posting does a wallet have a balance of which a part can never be moved, such as 971 dong.
 */
class SettlementPostingsTest extends MerchantSettlements {
    private static final String OWN = "/v1/organization-settlements";
    private static final String CUSTOMERS = "/v1/settlements";
    private static final int EACH = 2;
    private static final List<String> UNDER_WAY = List.of("pending", "processing");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final List<CurrencyProfile> currencies = Currencies.shipped().active();
    private OperatorClient admin;
    private OperatorClient finance;

    SettlementPostingsTest() {
        super(OWN, 0);
    }

    @BeforeAll
    void setRates() {
        admin = service.operator(Operator.Role.ADMIN);
        finance = service.operator(Operator.Role.FINANCE);
        for (var source : currencies) {
            for (var target : currencies) {
                if (!source.equals(target)) {
                    admin.put(
                                    "/admin/v1/rates",
                                    String.format(
                                            Locale.ROOT,
                                            "{\"environment\":\"test\",\"source_currency_code\":\"%s\",\"target_currency_code\":\"%s\",\"rate\":\"%d.%03d\"}",
                                            source.code(),
                                            target.code(),
                                            1 + random.nextInt(900),
                                            random.nextInt(1_000)))
                            .expect(200);
                }
            }
        }
    }

    /** A merchant with a fee, and accounts of its own and of a customer, in every currency. */
    private final class Shop {
        private final Merchant merchant = service.merchant();
        private final Map<String, String> own = new HashMap<>();
        private final Map<String, String> customers = new HashMap<>();

        Shop() {
            for (var currency : currencies) {
                var code = currency.code();
                var bank = code.equals("THB") ? "KBANK" : "BANK" + code;
                merchant.funded(code, 10_000_000);
                fee(merchant, code, random.nextInt(40), currency.unitStep() * random.nextInt(4));
                own.put(
                        code,
                        merchant.post(
                                        "/v1/organizations/accounts",
                                        "{\"bank_code\":\"%s\",\"account_no\":\"1234567890\",\"holder_name\":\"Shop Ltd.\",\"currency_code\":\"%s\"}"
                                                .formatted(bank, code))
                                .expect(201)
                                .word("id"));
                customers.put(
                        code,
                        merchant.post(
                                        "/v1/customers",
                                        "{\"bank_code\":\"%s\",\"account_no\":\"1234567891\",\"holder_name\":\"Somchai\",\"currency\":\"%s\"}"
                                                .formatted(bank, code))
                                .expect(201)
                                .word("id"));
            }
        }

        String toCustomer(String currency, long amount) {
            return String.format(
                    Locale.ROOT, "{\"dest_account_id\":\"%s\",\"amount\":%d}", customers.get(currency), amount);
        }

        String toOwn(String source, String target, long amount, String quote) {
            return String.format(
                    Locale.ROOT,
                    "{\"organization_account_id\":\"%s\",\"source_currency_code\":\"%s\",\"target_currency_code\":\"%s\",\"source_amount\":%d%s}",
                    own.get(target),
                    source,
                    target,
                    amount,
                    quote);
        }

        /** The ids of settlements of each kind. */
        List<String> settle(CurrencyProfile currency) {
            var ids = new ArrayList<String>();
            var code = currency.code();
            for (int number = 0; number < EACH; number++) {
                ids.add(merchant.post(CUSTOMERS, toCustomer(code, amount(currency)))
                        .expect(201)
                        .word("id"));
                ids.add(merchant.post(OWN, toOwn(code, code, amount(currency), ""))
                        .expect(201)
                        .word("id"));
                var target = currencies.get(random.nextInt(currencies.size())).code();
                var amount = amount(currency);
                var preview = merchant.post(OWN + "/preview", toOwn(code, target, amount, ""))
                        .expect(200);
                var quote = preview.data().get("quote_id").isNull()
                        ? ""
                        : ",\"quote_id\":\"" + preview.word("quote_id") + "\"";
                ids.add(merchant.post(OWN, toOwn(code, target, amount, quote))
                        .expect(201)
                        .word("id"));
            }
            return ids;
        }

        private long amount(CurrencyProfile currency) {
            var step = currency.unitStep();
            // Enough for every fee and every rate, and little enough for the funds of all rounds.
            return step * (20_000 / step + 200 + random.nextInt((int) (100_000 / step)));
        }
    }

    private void simulate(String answer) {
        admin.put("/admin/v1/simulator", "{\"payout\":\"" + answer + "\"}").expect(200);
    }

    private boolean isForStaff(String id) {
        return finance.get("/admin/v1/settlements/" + id)
                .expect(200)
                .data()
                .get("decisions")
                .toString()
                .contains("failed");
    }

    private void decide(String id, boolean arrived) {
        var path = "/admin/v1/settlements/" + id;
        var version = "{\"version\":" + finance.get(path).expect(200).number("version");
        if (arrived) {
            finance.post(
                            path + "/decision",
                            version + ",\"decision\":\"success\",\"note\":\"seen\",\"reference\":\"ARRIVED-"
                                    + Ids.next() + "\"}")
                    .expect(200);
        } else {
            finance.post(path + "/decision", version + ",\"decision\":\"failed\",\"note\":\"seen\"}")
                    .expect(200);
        }
    }

    private void requireWholeSteps(String context) {
        for (var currency : currencies) {
            for (var column : List.of("amount", "available_after", "held_after", "in_transit_after")) {
                assertThat(service.count("SELECT count(*) FROM transfer WHERE currency = '" + currency.code() + "' AND "
                                + column + " % " + currency.unitStep() + " <> 0"))
                        .as(
                                "seed %d: %s in steps of %d %s after %s",
                                seed, column, currency.unitStep(), currency.code(), context)
                        .isZero();
            }
        }
    }

    @Test
    void noPostingLeavesAnAmountThatNobodyCanMove() {
        var shop = new Shop();
        for (var answer : List.of("success", "fail", "unknown")) {
            simulate(answer);
            // The setting is read again within seconds; what is created before has the earlier answer, and is as good.
            var ids = currencies.stream()
                    .flatMap(currency -> shop.settle(currency).stream())
                    .toList();
            for (var id : ids) {
                var path = CUSTOMERS + "/" + id;
                Awaitility.await()
                        .atMost(Duration.ofSeconds(120))
                        .until(() -> UNDER_WAY.stream()
                                        .noneMatch(shop.merchant
                                                .get(path)
                                                .expect(200)
                                                .word("status")::equals)
                                || isForStaff(id));
                if (isForStaff(id)) {
                    decide(id, random.nextBoolean());
                }
            }
            requireWholeSteps(answer);
        }
        assertThat(
                        service.count(
                                "SELECT count(DISTINCT operation) FROM transfer WHERE operation IN"
                                        + " ('settlement_capture', 'settlement_deliver', 'settlement_exchange', 'settlement_fee', 'settlement_return')"))
                .isEqualTo(5);
    }

    @Test
    void anAmountOrAFeeBesideTheStepsIsRefused() {
        var shop = new Shop();
        for (var currency : currencies) {
            if (currency.unitStep() > 1) {
                var code = currency.code();
                var amount = 100 * currency.unitStep() + currency.unitStep() / 2;
                shop.merchant.post(CUSTOMERS, shop.toCustomer(code, amount)).expect(400, "AMOUNT_NOT_DIVISIBLE");
                shop.merchant.post(OWN, shop.toOwn(code, code, amount, "")).expect(400, "AMOUNT_NOT_DIVISIBLE");
                admin.patch(
                                "/admin/v1/organizations/" + shop.merchant.organizationId(),
                                String.format(
                                        Locale.ROOT,
                                        "{\"note\":\"x\",\"fees\":[{\"environment\":\"test\",\"operation\":\"settlement\",\"currency_code\":\"%s\",\"per_mille\":1,\"fixed\":%d}]}",
                                        code,
                                        currency.unitStep() / 2))
                        .expect(400, "VALIDATION_FAILED");
            }
        }
        requireWholeSteps("refusals");
    }
}

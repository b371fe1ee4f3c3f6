package io.tical.server.bench;

import io.tical.server.bench.Comparison.Series;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Measures payin creation a second, in both dialects and for many merchants, compared with payouts on the same service. */
record PayinBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine, AtomicLong numbers) {
    private static final int MERCHANTS = 100;
    private static final int TOP_UPS = 300;
    private static final String PAYOUTS = "payouts, one hot merchant, creates/s";
    private static final String PAYINS = "payins, one hot merchant, creates/s";
    private static final String GUIDE = "payins of the guide, one hot merchant, creates/s";
    private static final String MANY = "payins, " + MERCHANTS + " merchants, creates/s";
    /** Amounts vary, because an account has a hundred reservations for each amount, a quarter of them for one organization. */
    private static final int AMOUNTS = 10_000_000;

    void measure() throws IOException, InterruptedException {
        var hot = Payer.create(service, engine, "Hot", TOP_UPS);
        var many = Payer.create(service, engine, MERCHANTS, 0);
        new Comparison(plan, report, service)
                .measure(
                        "payins against payouts, creates/s",
                        new Series(PAYOUTS, Payer.payouts(List.of(hot), numbers)),
                        new Series(PAYINS, payins(List.of(hot))),
                        new Series(GUIDE, guidePayins(hot)),
                        new Series(MANY, payins(many)));
    }

    private Supplier<byte[]> payins(List<Payer> merchants) {
        return requests(
                "/v1/payins",
                merchants,
                (name, amount) -> "{\"order_ref\":\"" + name + "\",\"amount\":" + amount + ",\"currency\":\"THB\"}");
    }

    private Supplier<byte[]> guidePayins(Payer payer) {
        return requests(
                "/v2/payins",
                List.of(payer),
                (name, amount) -> "{\"merchant_ref_id\":\"" + name + "\",\"request_amount\":" + amount
                        + ",\"currency_code\":\"THB\",\"customer_id\":\"" + payer.customerId()
                        + "\",\"customer_account_id\":\"" + payer.accountId() + "\"}");
    }

    /** Requests of the merchants in turn, each with the body of its name and amount. */
    private Supplier<byte[]> requests(String path, List<Payer> merchants, BiFunction<String, Long, String> body) {
        return () -> {
            var number = numbers.getAndIncrement();
            var name = "bench-" + (number + 1);
            var merchant = merchants.get((int) (number % merchants.size()));
            return merchant.post(path, name, body.apply(name, 100 + number * 7_919 % AMOUNTS));
        };
    }
}

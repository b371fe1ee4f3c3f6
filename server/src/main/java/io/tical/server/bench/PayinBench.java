package io.tical.server.bench;

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
        var client = new LoadClient(service.port(), plan.connections());
        var hot = Payer.create(service, engine, "Hot", TOP_UPS);
        var many = Payer.create(service, engine, MERCHANTS, 0);
        client.run(plan.round(), 201, Payer.payouts(List.of(hot), numbers));
        client.run(plan.round(), 201, payins(List.of(hot)));
        for (int round = 1; round <= plan.rounds(); round++) {
            report.say("Round %d of %d…", round, plan.rounds());
            run(PAYOUTS, client, Payer.payouts(List.of(hot), numbers));
            run(PAYINS, client, payins(List.of(hot)));
            run(GUIDE, client, guidePayins(hot));
            run(MANY, client, payins(many));
        }
        var share = report.median(PAYINS) / report.median(PAYOUTS);
        report.judge("payins against payouts, creates/s", share * 100, "%", share >= 0.6, "at least 60 %");
        report.judgeResponses();
    }

    private void run(String name, LoadClient client, Supplier<byte[]> requests) {
        var result = client.run(plan.round(), 201, requests);
        report.add(name, result.perSecond());
        report.add(name.replace("creates/s", "p99 ms"), result.percentileMillis(99));
        report.say("  %s: %.0f", name, result.perSecond());
        report.checked(result);
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

package io.tical.server.bench;

import io.tical.common.Ids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The requests of a merchant with a balance and one customer, for a load client. */
record Payer(UUID organizationId, String code, String key, UUID accountId, String customerId) {
    private static final int TOPPING_UP = 16;

    /** Creates an organization with a customer, and top-ups of 100,000.00 THB. */
    static Payer create(ServiceProcess service, BenchDatabase engine, String name, int topUps)
            throws IOException, InterruptedException {
        var organization = engine.organization(name);
        var account = new BenchMerchant(service.address(), organization.testKey()).post("/v1/customers", """
                {"holder_name":"Bench","bank_code":"KBANK","account_no":"1234567890"}""");
        var payer = new Payer(
                organization.id(),
                organization.code(),
                organization.testKey(),
                UUID.fromString(account.get("id").textValue()),
                account.get("customer_id").textValue());
        var toppedUp = new LoadClient(service.port(), TOPPING_UP)
                .run(
                        topUps,
                        201,
                        () -> payer.post(
                                "/v1/sandbox/top-up",
                                Ids.next().toString(),
                                "{\"currency\":\"THB\",\"amount_minor\":10000000}"));
        if (toppedUp.errors() > 0) {
            throw new IOException("a top-up was refused: " + toppedUp.firstError());
        }
        return payer;
    }

    /** Creates several organizations, each with a customer and top-ups. */
    static List<Payer> create(ServiceProcess service, BenchDatabase engine, int count, int topUps)
            throws IOException, InterruptedException {
        var payers = new ArrayList<Payer>();
        for (int number = 0; number < count; number++) {
            payers.add(create(service, engine, "Merchant " + number, topUps));
        }
        return payers;
    }

    byte[] get(String target) {
        return LoadClient.request("GET", target, List.of(authorization()), "");
    }

    byte[] post(String path, String idempotencyKey, String body) {
        return LoadClient.request("POST", path, List.of(authorization(), "Idempotency-Key: " + idempotencyKey), body);
    }

    /** A payout of 1.00 THB. The name is its reference and its idempotency key. */
    byte[] payout(String name) {
        return post("/v1/payouts", name, payoutBody(name));
    }

    /** A transfer of 1.00 THB to another organization. The name is its reference and its idempotency key. */
    byte[] transfer(String name, Payer receiver) {
        return post(
                "/v1/organization-transfers",
                name,
                "{\"target_code\":\"" + receiver.code
                        + "\",\"currency_code\":\"THB\",\"amount\":100,\"merchant_ref_id\":\"" + name + "\"}");
    }

    /** Payouts of the merchants in turn, named by their numbers. */
    static Supplier<byte[]> payouts(List<Payer> merchants, AtomicLong numbers) {
        return () -> {
            var number = numbers.incrementAndGet();
            return merchants.get((int) (number % merchants.size())).payout("bench-" + number);
        };
    }

    String payoutBody(String name) {
        return "{\"order_ref\":\"" + name + "\",\"amount\":100,\"dest_account_id\":\"" + accountId + "\"}";
    }

    private String authorization() {
        return "Authorization: Bearer " + key;
    }
}

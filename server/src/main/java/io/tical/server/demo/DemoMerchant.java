package io.tical.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * A merchant of the demo.
 *
 * @param live its server, with a live key
 * @param test its server, with a test key
 * @param owner its owner at the dashboard
 */
record DemoMerchant(String name, DemoClient live, DemoClient test, DemoClient owner) {
    private static final String CURRENCY = "THB";

    /**
     * Creates an organization with an owner, keys and fees.
     *
     * @param second approves what {@code admin} asks for
     * @param api the address of the merchants' API and the dashboard
     * @param callbacks the address that receives callbacks of payins and payouts
     */
    static DemoMerchant create(
            DemoClient admin,
            DemoClient second,
            String api,
            String name,
            String username,
            Map<String, String> callbacks) {
        var id = admin.post("/admin/v1/organizations", Map.of("name", name))
                .path("id")
                .asText();
        var password = "the demo password of " + username;
        admin.changeWith(
                second,
                "POST",
                "/admin/v1/organizations/" + id + "/users",
                Map.of("username", username, "password", password, "role", "owner"));
        admin.changeWith(
                second,
                "PATCH",
                "/admin/v1/organizations/" + id,
                Map.of("fees", List.of(fee("payin", 12, 0), fee("payout", 5, 1_000))));
        var owner = DemoClient.user(api, username, password);
        owner.post("/api/ip-allowlist/add", Map.of("entries", List.of("127.0.0.1")));
        callbacks.forEach((kind, url) -> {
            var path = "/api/callbacks/" + kind;
            var version = owner.get(path).path("version").asText();
            owner.put(path, Map.of("url", url, "version", version));
        });
        return new DemoMerchant(name, key(owner, api, "live"), key(owner, api, "test"), owner);
    }

    private static Map<String, Object> fee(String operation, long perMille, long fixed) {
        return Map.of(
                "environment", "live",
                "currency_code", CURRENCY,
                "operation", operation,
                "per_mille", perMille,
                "fixed", fixed);
    }

    private static DemoClient key(DemoClient owner, String api, String environment) {
        var key = owner.post("/api/keys", Map.of("environment", environment, "name", "server"));
        return DemoClient.withToken(api, key.path("key").asText());
    }

    /** Creates a live payin. */
    JsonNode payin(String reference, long amount) {
        return live.post("/v1/payins", Map.of("order_ref", reference, "amount", amount, "currency", CURRENCY));
    }

    /** Creates a payout. */
    JsonNode payout(DemoClient server, String reference, long amount, String accountId) {
        return server.post(
                "/v1/payouts", Map.of("order_ref", reference, "amount", amount, "dest_account_id", accountId));
    }

    /** Registers an account of a customer; returns its id. */
    static String customer(DemoClient server, Transfer.Payer holder, Transfer.Bank bank) {
        return server.post(
                        "/v1/customers",
                        Map.of(
                                "holder_name",
                                holder.thaiName(),
                                "bank_code",
                                bank.name(),
                                "account_no",
                                holder.account()))
                .path("id")
                .asText();
    }

    /** Adds a bank account of the merchant, to which its balance can be settled; returns its id. */
    String ownAccount(String accountNo) {
        return live.post(
                        "/v1/organizations/accounts",
                        Map.of("bank_code", "KBANK", "account_no", accountNo, "holder_name", name, "is_default", true))
                .path("id")
                .asText();
    }

    void ticket(String type, String subType, JsonNode transaction, String description) {
        owner.post(
                "/api/issues",
                Map.of(
                        "environment",
                        "live",
                        "issue_type",
                        type,
                        "issue_sub_type",
                        subType,
                        "request_id",
                        transaction.path("order_ref").asText(),
                        "transaction_id",
                        transaction.path("id").asText(),
                        "description",
                        description));
    }
}

package io.tical.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A rehearsal in the test environment: a file that the simulator has, whose result waits, and the statement of its account, which waits too.
 *
 * @param second approves what {@code finance} asks for
 * @param await waits for background work
 */
record DemoRehearsal(DemoClient admin, DemoClient finance, DemoClient second, Consumer<BooleanSupplier> await) {
    private static final String FILES = "/admin/v1/payment-files";
    private static final String SIMULATOR = "/admin/v1/simulator";

    /** Of payments that are made, are refused, come back, and are made later than the result says. */
    private static final List<Long> AMOUNTS = List.of(125_000L, 84_001L, 230_002L, 61_004L);

    void create(DemoMerchant merchant, String payee) {
        admin.put(SIMULATOR, Map.of("payout", "file"));
        merchant.test().post("/v1/sandbox/top-up", Map.of("currency", "THB", "amount_minor", 1_000_000));
        var payin = merchant.test()
                .post("/v1/payins", Map.of("order_ref", "REHEARSAL-IN", "amount", 80_000, "currency", "THB"));
        merchant.test().post("/v1/payins/" + payin.path("id").asText() + "/test-confirm", Map.of());
        for (var amount : AMOUNTS) {
            merchant.payout(merchant.test(), "REHEARSAL-" + amount, amount, payee);
        }
        var account = account();
        await.accept(() -> finance.get("/admin/v1/paying-accounts/" + account + "/waiting?livemode=false")
                        .path("payments")
                        .asInt()
                == AMOUNTS.size());
        var file = finance.post(FILES, Map.of("account_id", account, "livemode", false))
                .path("id")
                .asText();
        var asked = finance.post(FILES + "/" + file + "/release", Map.of("version", 1));
        second.post("/admin/v1/approvals/" + asked.path("approval_id").asText() + "/approve", Map.of());
        finance.bytes(FILES + "/" + file + "/file");
        send("result.xml", finance.bytes(SIMULATOR + "/payment-files/" + file + "/result"));
        send("statement.xml", finance.bytes(SIMULATOR + "/accounts/" + account + "/statement"));
        admin.put(SIMULATOR, Map.of("payout", "success"));
    }

    private void send(String name, byte[] file) {
        finance.file("/admin/v1/bank-statements?livemode=false&name=" + name, "file", file);
    }

    private String account() {
        for (JsonNode account : finance.get("/admin/v1/paying-accounts")) {
            if (account.path("active").asBoolean()) {
                return account.path("id").asText();
            }
        }
        throw new IllegalStateException("No account of the demo pays by files");
    }
}

package io.tical.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Files of payments: one that the bank has, with a result of the bank that waits, and a draft.
 *
 * @param second approves what {@code finance} asks for
 * @param await waits for background work
 */
record DemoPayments(DemoClient finance, DemoClient second, Consumer<BooleanSupplier> await) {
    private static final String FILES = "/admin/v1/payment-files";
    private static final int PAYMENTS = 4;

    /** The account with this number pays by pain.001. */
    String payBy(String accountNo) {
        for (var account : finance.get("/admin/v1/paying-accounts")) {
            if (account.path("account_no").asText().equals(accountNo)) {
                var id = account.path("id").asText();
                finance.changeWith(
                        second,
                        "PUT",
                        "/admin/v1/paying-accounts/" + id,
                        Map.of(
                                "version", 0,
                                "format", "pain.001.001.09",
                                "zone", "Asia/Bangkok",
                                "cut_off", "15:30",
                                "settings", Map.of("every_script", "true")));
                return id;
            }
        }
        throw new IllegalStateException("There is no account " + accountNo);
    }

    /**
     * Makes a file of what is ordered.
     *
     * @param order orders one payout
     */
    private JsonNode file(String account, Runnable order) {
        for (int count = 0; count < PAYMENTS; count++) {
            order.run();
        }
        await.accept(() -> finance.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                        .size()
                >= PAYMENTS);
        return finance.post(FILES, Map.of("account_id", account));
    }

    void create(String accountNo, Runnable order) {
        var account = payBy(accountNo);
        var file = file(account, order);
        var path = FILES + "/" + file.path("id").asText();
        var asked = finance.post(path + "/release", Map.of("version", 1));
        second.post("/admin/v1/approvals/" + asked.path("approval_id").asText() + "/approve", Map.of());
        finance.bytes(path + "/file");
        finance.file(path + "/results?name=pain002-1.xml", "file", result(file, finance.get(path + "/payments")));
        file(account, order);
    }

    /** Two payments arrived; one failed, and of one nothing is said yet. */
    private static byte[] result(JsonNode file, JsonNode payments) {
        var statuses = new StringBuilder();
        for (int at = 0; at < payments.size() - 1; at++) {
            var failed = at == payments.size() - 2;
            statuses.append("<TxInfAndSts><OrgnlEndToEndId>")
                    .append(payments.get(at).path("reference").asText())
                    .append("</OrgnlEndToEndId><TxSts>")
                    .append(failed ? "RJCT" : "ACSC")
                    .append("</TxSts>")
                    .append(
                            failed
                                    ? "<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></StsRsnInf>"
                                    : "")
                    .append("</TxInfAndSts>");
        }
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
                <GrpHdr><MsgId>DEMO-1</MsgId><CreDtTm>2026-11-28T12:00:00</CreDtTm></GrpHdr>
                <OrgnlGrpInfAndSts><OrgnlMsgId>%1$s</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
                <OrgnlPmtInfAndSts><OrgnlPmtInfId>%1$s</OrgnlPmtInfId>%2$s</OrgnlPmtInfAndSts>
                </CstmrPmtStsRpt></Document>
                """.formatted(file.path("name").asText(), statuses).getBytes(StandardCharsets.UTF_8);
    }
}

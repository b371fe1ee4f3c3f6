package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.Reply;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every refund, returned payout and returned item of unallocated funds has exactly the transfer that paid it back, or the audit names it. */
class TransferBackAuditTest extends TransfersByHand {
    private static final long AMOUNT = 50_000;

    private Merchant live;

    @BeforeAll
    void payBack() {
        live = service.live(service.merchant());
        var payin = live.payin("order", AMOUNT).expect(201).word("id");
        var path = "/admin/v1/payins/" + payin;
        post(path, "/confirm", paid(path, "in-1"));
        post(path, "/confirm", paid(path, "in-2"));
        post(path, "/refund", "\"reason\":\"wrong goods\"");
        post(path, "/refund/complete", "\"reference\":\"back 1\"");
        var funds = finance.get(path).data().at("/unallocated_funds/0/id").asText();
        var item = "/admin/v1/suspense/" + funds;
        await().atMost(SOON).until(() -> finance.get(item).word("status").equals("open"));
        finance.post(item + "/dispose", "{\"disposition\":\"return\",\"reference\":\"back\\u00a02\"}")
                .expect(200);

        var payout = byHand(Kind.PAYOUT, AMOUNT);
        post(payout.outcome(), "", "\"outcome\":\"success\",\"reference\":\"out-1\"", payout.path());
        post(payout.path(), "/refund", "\"reason\":\"account closed\"");
        post(payout.path(), "/refund/complete", "\"reference\":\"back-3\"");
        service.sql("CREATE TABLE transfers_before AS TABLE settlement_transfer");
    }

    private String paid(String path, String reference) {
        return String.format(
                Locale.ROOT,
                "\"paid_amount\":%d,\"reference\":\"%s\",\"note\":\"seen\"",
                finance.get(path).number("transfer_amount"),
                reference);
    }

    private void post(String path, String action, String fields) {
        post(path + action, "", fields, path);
    }

    private Reply post(String path, String action, String fields, String object) {
        var version = finance.get(object).expect(200).number("version");
        return finance.post(path + action, String.format(Locale.ROOT, "{\"version\":%d,%s}", version, fields))
                .expect(200);
    }

    @AfterEach
    void mend() {
        service.asService(
                "settlement_transfer",
                "DELETE FROM settlement_transfer; INSERT INTO settlement_transfer TABLE transfers_before");
    }

    @Test
    void eachHasItsTransferWithItsAmount() {
        assertThat(service.count("SELECT count(*) FROM settlement_transfer WHERE amount >= " + AMOUNT))
                .isEqualTo(3);
        service.requireCleanAudit();
    }

    @ParameterizedTest
    @CsvSource({"BACK1, payin", "BACK2, suspense", "BACK-3, payout"})
    void aTransferThatIsMissingOrAnotherOneIsNamed(String reference, String object) {
        for (var change : new String[] {
            "DELETE FROM settlement_transfer WHERE reference = '%s'",
            "UPDATE settlement_transfer SET amount = NULL WHERE reference = '%s'",
            "UPDATE settlement_transfer SET amount = amount + 1 WHERE reference = '%s'",
            "UPDATE settlement_transfer SET reference = 'ANOTHER' WHERE reference = '%s'",
            "INSERT INTO settlement_transfer SELECT 'SECOND', livemode, organization_id, settlement_id, attempt_id, mac, payout_id,"
                    + " payin_id, suspense_id, amount FROM settlement_transfer WHERE reference = '%s'",
            "UPDATE settlement_transfer SET " + object + "_id = gen_random_uuid() WHERE reference = '%s'"
        }) {
            service.asService("settlement_transfer", change.formatted(reference));
            var finding = service.audit().run().finding();
            assertThat(finding).as(change).isNotNull();
            assertThat(finding.sentence())
                    .as(change)
                    .startsWith("In settlement_transfer, ")
                    .contains(object + " ");
            mend();
        }
    }
}

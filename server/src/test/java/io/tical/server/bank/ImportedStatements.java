package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;

/** Tests of what becomes of the statements of the account for baht, with a merchant that takes payins on it. */
abstract class ImportedStatements extends OperatedService {
    static final String TREE = "/admin/v1/bank-statements";
    static final ZoneId ZONE = ZoneId.of("Asia/Bangkok");
    static final AtomicInteger NUMBERS = new AtomicInteger();

    Merchant shop;
    Merchant live;

    @BeforeEach
    void newMerchant() {
        shop = service.merchant();
        live = service.live(shop);
    }

    JsonNode account() {
        return finance.bankAccount("THB");
    }

    static LocalDate today() {
        return LocalDate.now(ZONE);
    }

    CamtText statement(LocalDate day) {
        return new CamtText(account().get("account_no").asText(), "S" + NUMBERS.incrementAndGet(), day);
    }

    String payin(long amount) {
        return live.payin("bank-" + NUMBERS.incrementAndGet(), amount)
                .expect(201)
                .word("id");
    }

    JsonNode read(String payin) {
        return finance.get("/admin/v1/payins/" + payin).expect(200).data();
    }

    long transfer(String payin) {
        return read(payin).get("transfer_amount").asLong();
    }

    Reply send(String text) {
        return finance.upload(TREE + "?name=statement.xml", text);
    }

    String sent(String text) {
        return send(text).expect(201).word("id");
    }

    JsonNode preview(String file) {
        return finance.get(TREE + "/" + file + "/preview").expect(200).data();
    }

    Reply decide(String file, String action, String more) {
        var version = finance.get(TREE + "/" + file).expect(200).number("version");
        return finance.post(
                TREE + "/" + file + "/" + action, String.format(Locale.ROOT, "{\"version\":%d%s}", version, more));
    }

    void imported(String file) {
        var reply = decide(file, "import", "");
        if (reply.status() == 202) {
            colleague
                    .post("/admin/v1/approvals/" + reply.word("approval_id") + "/approve")
                    .expect(200);
        } else {
            reply.expect(200);
        }
        assertThat(finance.get(TREE + "/" + file).word("status")).isEqualTo("imported");
        // Background work looks at each entry first, and may change it.
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
    }

    JsonNode entry(String reference) {
        return finance.get("/admin/v1/bank-entries?limit=100")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("bank_reference").asText().equals(reference))
                .findFirst()
                .orElseThrow();
    }

    String proof(String payin) {
        return finance.get("/admin/v1/payment-proofs/" + payin).expect(200).word("status");
    }

    long available() {
        return live.balance("THB").get("available").asLong();
    }

    Reply explain(String reference, String action, String more) {
        var entry = entry(reference);
        return finance.post(
                "/admin/v1/bank-entries/" + entry.get("id").asText() + "/" + action,
                String.format(
                        Locale.ROOT, "{\"version\":%d%s}", entry.get("version").asLong(), more));
    }
}

package io.tical.server.paymentfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.bank.CamtText;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Tests of payments that leave in files of the account for baht, of a merchant with live funds. */
abstract class FiledPayments extends OperatedService {
    static final String FILES = "/admin/v1/payment-files";
    static final ZoneId ZONE = ZoneId.of("Asia/Bangkok");
    static final AtomicInteger NUMBERS = new AtomicInteger();

    String account;
    String accountNo;
    Merchant live;

    @BeforeAll
    void payingAccount() {
        var shown = finance.bankAccount("THB");
        account = shown.get("id").asText();
        accountNo = shown.get("account_no").asText();
        service.approved(finance.put("/admin/v1/paying-accounts/" + account, """
            {"version":0,"format":"pain.001.001.09","zone":"Asia/Bangkok","note":"agreed with the bank"}\
            """));
    }

    @BeforeEach
    void newMerchant() {
        live = service.fundedLive(service.merchant(), 100_000_000);
    }

    /** The next test finds nothing that waits. */
    @AfterEach
    void nothingWaits() {
        for (var file : finance.get(FILES + "?limit=100").expect(200).data()) {
            if (List.of("draft", "released").contains(file.get("status").asText())) {
                decide(finance, file.get("id").asText(), "discard", "").expect(200);
            }
        }
        var waiting = finance.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                .expect(200)
                .data();
        for (var payout : waiting) {
            finance.post(
                            "/admin/v1/payouts/" + payout.get("id").asText() + "/steps/1/outcome",
                            "{\"version\":" + payout.get("version").asLong() + ",\"outcome\":\"failed\"}")
                    .expect(200);
        }
    }

    String payout(long amount) {
        var id = live.payout("file-" + NUMBERS.incrementAndGet(), amount)
                .expect(201)
                .word("id");
        awaitWithStaff(id);
        return id;
    }

    void awaitWithStaff(String id) {
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                        .data()
                        .toString()
                        .contains(id));
    }

    JsonNode payout(String id) {
        return finance.get("/admin/v1/payouts/" + id).expect(200).data();
    }

    String status(String payout) {
        return payout(payout).get("status").asText();
    }

    Reply create() {
        return finance.post(FILES, "{\"account_id\":\"" + account + "\"}");
    }

    String created() {
        return create().expect(201).word("id");
    }

    JsonNode file(String id) {
        return finance.get(FILES + "/" + id).expect(200).data();
    }

    Reply decide(OperatorClient by, String file, String action, String more) {
        return by.post(
                FILES + "/" + file + "/" + action,
                String.format(
                        Locale.ROOT,
                        "{\"version\":%d%s}",
                        file(file).get("version").asLong(),
                        more));
    }

    /** Releases a file as two people do, and takes its bytes. */
    String handedOut() {
        var file = created();
        service.approved(decide(finance, file, "release", ""));
        finance.file(FILES + "/" + file + "/file");
        return file;
    }

    List<JsonNode> lines(String file) {
        return finance.get(FILES + "/" + file + "/payments")
                .expect(200)
                .data()
                .valueStream()
                .toList();
    }

    JsonNode line(String file, String payout) {
        return lines(file).stream()
                .filter(one -> one.get("transaction_id").asText().equals(payout))
                .findFirst()
                .orElseThrow();
    }

    String reference(String file, String payout) {
        return line(file, payout).get("reference").asText();
    }

    void imported(CamtText statement) {
        var file = finance.upload("/admin/v1/bank-statements?name=statement.xml", statement.text(1_000_000_000))
                .expect(201);
        finance.post(
                        "/admin/v1/bank-statements/" + file.word("id") + "/import",
                        "{\"version\":" + file.number("version") + ",\"accept_conflicts\":true}")
                .expect(200);
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
    }

    CamtText statement() {
        return new CamtText(accountNo, "F" + NUMBERS.incrementAndGet(), LocalDate.now(ZONE));
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

    void awaitStatus(String payout, String status) {
        await().atMost(SOON).untilAsserted(() -> assertThat(status(payout)).isEqualTo(status));
    }
}

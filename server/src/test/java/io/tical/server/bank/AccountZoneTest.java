package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.OperatedService;
import io.tical.server.Reply;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** Days and times of an account's statements are read in the time zone of its bank. */
class AccountZoneTest extends OperatedService {
    private static final ZoneId BANK = ZoneId.of("Pacific/Honolulu");

    private String path;

    private Reply change(String fields) {
        var version = finance.get(path).expect(200).number("version");
        return finance.patch(path, "{\"version\":" + version + ",\"note\":\"as agreed\"," + fields + "}");
    }

    @Test
    void aPaymentIsFoundOnceTheAccountSaysItsZoneAndNoZoneChangesUnderClosedDays() {
        var account = finance.bankAccount("THB");
        path = "/admin/v1/collection-accounts/" + account.get("id").asText();
        change("\"zone\":\"Nowhere/City\"").expect(400, "VALIDATION_FAILED");
        var payin = service.live(service.merchant()).payin("zone", 77_000).expect(201);
        var at = Instant.now().atZone(BANK);
        var statement = new CamtText(account.get("account_no").asText(), "ZONE", at.toLocalDate())
                .entry(payin.number("transfer_amount"), "ZONE-1", LocalTime.of(at.getHour(), at.getMinute()));
        var file = finance.upload("/admin/v1/bank-statements?name=zone.xml", statement.text())
                .expect(201);
        finance.post(
                        "/admin/v1/bank-statements/" + file.word("id") + "/import",
                        "{\"version\":" + file.number("version") + "}")
                .expect(200);
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
        assertThat(service.count("SELECT count(*) FROM bank_entry WHERE status = 'open'"))
                .as("in Bangkok that was before the payin was created")
                .isEqualTo(1);

        service.approved(change("\"zone\":\"" + BANK + "\""));
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/payins/" + payin.word("id"))
                        .word("status")
                        .equals("success"));
        assertThat(finance.get(path).word("bank_zone")).isEqualTo(BANK.getId());
        assertThat(LocalDate.now(BANK)).isNotNull();
    }
}

package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Settlements, as a merchant's users see them. */
class DashboardSettlementsTest extends AuditedService {
    private static final String LIST = "/api/settlements";
    private static final String TEST = LIST + "?environment=test";
    private static final String OPERATION = UUID.randomUUID().toString();

    private Merchant merchant;
    private DashboardClient owner;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        merchant = service.merchant().funded("THB", 1_000_000);
        owner = service.owner(merchant);
        var customer = merchant.account();
        settle(customer, 10_050, ",\"client_operation_id\":\"" + OPERATION + "\"");
        settle(customer, 20_000, "");
        var account =
                merchant.post("/v1/organizations/accounts", """
            {"bank_code":"KBANK","account_no":"1234567890","holder_name":"Shop"}""").expect(201).word("id");
        merchant.post("/v1/organization-settlements", """
            {"organization_account_id":"%s","source_currency_code":"THB","source_amount":30000}\
            """.formatted(account)).expect(201);
    }

    private void settle(String customer, long amount, String more) {
        merchant.post("/v1/settlements", String.format(Locale.ROOT, """
            {"dest_account_id":"%s","amount":%d%s}\
            """, customer, amount, more))
                .expect(201);
    }

    private List<Long> found(DashboardClient user, String path) {
        return user.all(path).stream().map(one -> one.get("amount").asLong()).toList();
    }

    @Test
    void usersSeeTheSettlementsOfTheirOrganization() {
        assertThat(found(owner, TEST)).containsExactly(30_000L, 20_000L, 10_050L);
        assertThat(found(service.viewer(merchant), TEST)).hasSize(3);
        assertThat(found(owner, LIST)).isEmpty();
        assertThat(found(service.owner(service.merchant()), TEST)).isEmpty();
    }

    @Test
    void filtersAreOfOperationStatusCurrencyDaysAndAmount() {
        var yesterday = LocalDate.now(TestService.CLOCK.withZone(ZoneId.of("Asia/Bangkok")))
                .minusDays(1);
        assertThat(found(owner, TEST + "&client_operation_id=" + OPERATION)).containsExactly(10_050L);
        assertThat(found(owner, TEST + "&q=" + OPERATION.substring(0, 8))).containsExactly(10_050L);
        assertThat(found(owner, TEST + "&status=failed")).isEmpty();
        assertThat(found(owner, TEST + "&currency=THB&from=" + yesterday)).hasSize(3);
        assertThat(found(owner, TEST + "&to=" + yesterday.minusDays(1))).isEmpty();
        assertThat(found(owner, TEST + "&currency=THB&amount_min=15000&amount_max=25000"))
                .containsExactly(20_000L);
        owner.get(TEST + "&status=sent").expect(400, "VALIDATION_FAILED");
        owner.get(TEST + "&from=soon").expect(400, "VALIDATION_FAILED");
    }

    @Test
    void oneSettlementHasAPageAndTheListIsAFile() {
        var id = owner.all(TEST + "&client_operation_id=" + OPERATION)
                .getFirst()
                .get("id")
                .asText();
        var shown = (ObjectNode) owner.get(LIST + "/" + id).expect(200).data();
        assertThat(shown.remove("finalized_at").isNull()).isTrue();
        assertThat(shown.remove("target_currency_code").asText()).isEqualTo("THB");
        assertThat(shown.remove("target_amount").asLong()).isEqualTo(10_050);
        assertThat(shown.remove("rate").asText()).isEqualTo("1");
        assertThat(shown)
                .isEqualTo(merchant.get("/v1/settlements/" + id).expect(200).data());
        assertThat(owner.get(LIST + "/" + id + "/timeline").expect(200).data())
                .isEqualTo(merchant.get("/v1/settlements/" + id + "/timeline")
                        .expect(200)
                        .data());
        service.owner(service.merchant()).get(LIST + "/" + id).expect(404, "SETTLEMENT_NOT_FOUND");
        assertThat(owner.get(LIST + ".csv?environment=test&client_operation_id=" + OPERATION)
                        .expect(200)
                        .text())
                .contains("\r\n" + id + "," + OPERATION + ",", ",THB,100.50,10050,");
    }
}

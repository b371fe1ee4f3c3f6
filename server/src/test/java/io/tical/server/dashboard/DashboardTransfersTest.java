package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transfers between organizations, as users of both see them. */
class DashboardTransfersTest extends AuditedService {
    private static final String LIST = "/api/organization-transfers";
    private static final String TEST = LIST + "?environment=test";

    private Merchant sender;
    private Merchant receiver;
    private DashboardClient owner;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        sender = service.merchant().funded("THB", 1_000_000);
        receiver = service.merchant();
        owner = service.owner(sender);
        send(10_050, "rent-1");
        send(20_000, "rent-2");
    }

    private void send(long amount, String reference) {
        var code =
                service.tical().organizations().read(receiver.organizationId()).code();
        sender.post("/v1/organization-transfers", String.format(Locale.ROOT, """
            {"target_code":"%s","currency_code":"THB","amount":%d,"merchant_ref_id":"%s"}\
            """, code, amount, reference))
                .expect(201);
    }

    private List<String> found(DashboardClient user, String path) {
        return user.all(path).stream()
                .map(one ->
                        one.get("direction").asText() + " " + one.get("amount").asLong())
                .toList();
    }

    @Test
    void eachSideSeesItsOwn() {
        assertThat(found(owner, TEST)).containsExactly("outgoing 20000", "outgoing 10050");
        var other = service.viewer(receiver);
        assertThat(found(other, TEST)).containsExactly("incoming 20000", "incoming 10050");
        assertThat(found(owner, LIST)).isEmpty();
        assertThat(found(service.owner(service.merchant()), TEST)).isEmpty();
    }

    @Test
    void filtersAreOfDirectionCurrencyReferenceAndDays() {
        var yesterday = LocalDate.now(TestService.CLOCK.withZone(ZoneId.of("Asia/Bangkok")))
                .minusDays(1);
        assertThat(found(owner, TEST + "&merchant_ref_id=rent-1")).containsExactly("outgoing 10050");
        assertThat(found(owner, TEST + "&direction=incoming")).isEmpty();
        assertThat(found(owner, TEST + "&currency=THB&direction=outgoing&from=" + yesterday))
                .hasSize(2);
        assertThat(found(owner, TEST + "&to=" + yesterday.minusDays(1))).isEmpty();
        assertThat(found(owner, TEST + "&currency=THB&to=" + yesterday.minusDays(1)))
                .isEmpty();
        owner.get(TEST + "&direction=up").expect(400, "VALIDATION_FAILED");
        owner.get(TEST + "&from=soon").expect(400, "VALIDATION_FAILED");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "&amount_min=10050                                  | outgoing 20000, outgoing 10050",
                "&amount_min=10051                                  | outgoing 20000",
                "&amount_max=19999&direction=outgoing               | outgoing 10050",
                "&amount_min=20000&amount_max=20000&limit=1         | outgoing 20000",
                "&amount_min=1&limit=1&offset=1                     | outgoing 10050",
                "&amount_min=1&merchant_ref_id=rent-2               | outgoing 20000",
                "&amount_min=20000&merchant_ref_id=rent-1           | none",
                "&amount_min=1&direction=incoming                   | none",
                "&amount_min=20001                                  | none",
                "&amount_min=1&account=1234567890                   | outgoing 20000, outgoing 10050",
            })
    void amountsAreARangeInOneCurrency(String query, String expected) {
        assertThat(found(owner, TEST + "&currency=THB" + query))
                .isEqualTo(expected == null ? List.of() : List.of(expected.split(", ")));
    }

    @Test
    void anAmountNeedsACurrencyAndAnUnknownOneHasNoTransfers() {
        owner.get(TEST + "&amount_min=1").expect(400, "VALIDATION_FAILED");
        owner.get(TEST + "&currency=THB&amount_min=2&amount_max=1").expect(400, "VALIDATION_FAILED");
        assertThat(found(owner, TEST + "&currency=T'B&amount_min=1")).isEmpty();
    }

    @Test
    void oneTransferHasAPageAndTheListIsAFile() {
        var id =
                owner.all(TEST + "&merchant_ref_id=rent-1").getFirst().get("id").asText();
        assertThat(owner.get(LIST + "/" + id).expect(200).data())
                .isEqualTo(sender.get("/v1/organization-transfers/" + id)
                        .expect(200)
                        .data());
        assertThat(owner.get(LIST + "/" + id + "/timeline").expect(200).data())
                .isEqualTo(sender.get("/v1/organization-transfers/" + id + "/timeline")
                        .expect(200)
                        .data());
        service.owner(service.merchant()).get(LIST + "/" + id).expect(404, "ORGANIZATION_TRANSFER_NOT_FOUND");
        assertThat(owner.get(LIST + ".csv?environment=test&merchant_ref_id=rent-1")
                        .expect(200)
                        .text())
                .contains("\r\n" + id + ",outgoing,success,rent-1,", ",THB,100.50,10050,");
    }
}

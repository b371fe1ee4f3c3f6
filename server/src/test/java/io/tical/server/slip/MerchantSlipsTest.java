package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.read;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.transaction.StaffDecision;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A merchant's users see the slips of their payins, and of no others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MerchantSlipsTest {
    private TestService service;
    private Merchant live;
    private DashboardClient viewer;
    private String payin;
    private String path;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of());
    }

    @AfterAll
    void stop() {
        service.requireNoConnectionInUse();
        service.requireCleanAudit();
        service.close();
    }

    @BeforeEach
    void newPayin() {
        var merchant = service.merchant();
        live = service.live(merchant);
        viewer = service.viewer(merchant);
        payin = live.payin("order-1", 40_000).expect(201).word("id");
        path = "/api/payins/" + payin + "/slips";
    }

    private JsonNode slips() {
        return viewer.get(path).expect(200).data();
    }

    @Test
    void aSlipIsShownFromItsUploadToItsDecision() {
        assertThat(slips()).isEmpty();
        var reference = reference();
        live.slip(payin, slip(reference)).expect(200);
        var id = id(service, live, true, payin, 1);
        awaitReview(service, id);

        var pending = slips().get(0);
        assertThat(pending.get("id").asText()).isEqualTo(id.toString());
        assertThat(pending.get("number").asInt()).isEqualTo(1);
        assertThat(pending.get("source").asText()).isEqualTo("api");
        assertThat(pending.get("status").asText()).isEqualTo("pending");
        assertThat(pending.get("reference").asText()).isEqualTo(reference);
        // The code on the slip names the bank; nothing else is known before the verification.
        assertThat(pending.at("/sender/bank_code").asText()).isEqualTo("KBANK");
        assertThat(pending.at("/sender/account_no").isNull()).isTrue();
        assertThat(pending.get("verified").asBoolean()).isFalse();
        assertThat(pending.get("amount").isNull()).isTrue();
        assertThat(pending.get("decided_at").isNull()).isTrue();

        read(service, id, 39_000, "THB", null);
        var verified = slips().get(0);
        assertThat(verified.get("verified").asBoolean()).isTrue();
        assertThat(verified.get("amount").asLong()).isEqualTo(39_000);
        assertThat(verified.get("currency").asText()).isEqualTo("THB");

        var version = service.tical().slipReview().get(id).slip().version();
        var note = "the payer sent it to another shop too";
        service.tical()
                .slipReview()
                .decide(
                        id,
                        new SlipAction.Reject(Slip.Reason.WRONG_AMOUNT),
                        new StaffDecision("anna", version, note, "request-of-anna", "127.0.0.1"));
        var rejected = slips().get(0);
        assertThat(rejected.get("status").asText()).isEqualTo("rejected");
        assertThat(rejected.get("reason").asText()).isEqualTo("wrong_amount");
        assertThat(rejected.get("decided_at").isNumber()).isTrue();
        // What operators write among themselves, and who of them decided, is not for merchants.
        assertThat(rejected.toString()).doesNotContain(note, "anna", "checklist", "earlier");
    }

    @Test
    void thePictureIsTheStoredOneAndIsKeptNowhere() {
        live.slip(payin, slip(reference())).expect(200);
        var picture = viewer.file(path + "/1/image");
        assertThat(picture.statusCode()).isEqualTo(200);
        assertThat(picture.body()).startsWith(0xFF, 0xD8).hasSizeGreaterThan(1_000);
        assertThat(picture.headers().firstValue("Content-Type")).hasValue("image/jpeg");
        assertThat(picture.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(picture.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(picture.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        assertThat(picture.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'");
        for (var number : new String[] {"0", "2", "01", "1.0", "-1", "x"}) {
            viewer.get(path + "/" + number + "/image").expect(404, "SLIP_NOT_FOUND");
        }
    }

    @Test
    void slipsAreOfThePayinAndItsOrganizationOnly() {
        live.slip(payin, slip(reference())).expect(200);
        var stranger = service.owner(service.merchant());
        stranger.get(path).expect(404, "PAYIN_NOT_FOUND");
        stranger.get(path + "/1/image").expect(404, "PAYIN_NOT_FOUND");
        var nobody = new DashboardClient(service.port(), "nobody", "");
        nobody.get(path + "/1/image").expect(401, "SESSION_REQUIRED");

        // Another payin of the same merchant, also in the other environment, has none of these slips.
        var other = live.payin("order-2", 41_000).expect(201).word("id");
        assertThat(viewer.get("/api/payins/" + other + "/slips").expect(200).data())
                .isEmpty();
        viewer.get("/api/payins/" + other + "/slips/1/image").expect(404, "SLIP_NOT_FOUND");
    }
}

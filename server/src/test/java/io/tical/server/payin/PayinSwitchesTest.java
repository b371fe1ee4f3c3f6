package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.merchant.AmountLimits;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.merchant.Method;
import io.tical.server.merchant.OneChange;
import io.tical.server.merchant.Switches;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators switch off for an organization is refused on both surfaces, and says so. */
class PayinSwitchesTest {
    private static final AtomicLong AMOUNTS = new AtomicLong(2_700_000);
    private static TestService service;

    private final Merchant merchant = service.merchant();
    private final long amount = AMOUNTS.addAndGet(1_000);

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private void channels(Boolean bank, Boolean qrcode, Boolean crypto) {
        service.tical()
                .organizations()
                .change(
                        merchant.organizationId(),
                        OneChange.channels(new Switches.Channels.Change(bank, qrcode, crypto, null)));
    }

    private Reply v1(String more) {
        return merchant.post(
                "/v1/payins",
                String.format(
                        Locale.ROOT,
                        "{\"order_ref\":\"order-%d\",\"amount\":%d,\"currency\":\"THB\"%s}",
                        AMOUNTS.incrementAndGet(),
                        amount,
                        more));
    }

    private Reply guide(String currency, String more) {
        var body = merchant.guidePayinBody("ref-" + AMOUNTS.incrementAndGet(), amount, currency);
        return merchant.post("/v2/payins", body.substring(0, body.length() - 1) + more + "}");
    }

    @Test
    void aChannelThatIsOffIsRefusedOnBothSurfacesAndTheOthersGoOn() {
        channels(false, null, null);
        v1("").expect(422, "CHANNEL_DISABLED");
        v1(",\"channel\":\"bank\"").expect(422, "CHANNEL_DISABLED");
        guide("THB", "").expect(422, "CHANNEL_DISABLED");
        v1(",\"channel\":\"qrcode\"").expect(201);
        guide("THB", ",\"channel\":\"qrcode\"").expect(201);

        channels(true, false, false);
        var refused = v1(",\"channel\":\"qrcode\"").expect(422, "CHANNEL_DISABLED");
        assertThat(refused.json().get("error").asText()).contains("qrcode", "use another channel");
        guide("THB", ",\"channel\":\"qrcode\"").expect(422, "CHANNEL_DISABLED");
        v1(",\"channel\":\"crypto\"").expect(422, "CHANNEL_DISABLED");
        v1("").expect(201);
    }

    @Test
    void theServiceDoesNotChooseDisabledQrCodes() {
        channels(null, false, null);
        var payin = merchant.payin(guide("THB", "").expect(201).word("id"));
        assertThat(payin.word("receiving_type")).isEqualTo("BANK_TRANSFER");
    }

    /** Limits by one method that exclude {@link #amount}: all amounts, a range, or amounts below a minimum or above a maximum. */
    private void exclude(Method method, String how) {
        var range =
                how.equals("range") ? List.of(new AmountLimits.Range(amount, amount)) : List.<AmountLimits.Range>of();
        var max = how.equals("maintenance") ? 0 : how.equals("maximum") ? amount - 1 : 200_000_000;
        var min = how.equals("minimum") ? amount + 1 : how.equals("maintenance") ? 0 : 1;
        service.payinLimit(merchant, method, min, max, range);
    }

    private JsonNode opened(Reply created) {
        return merchant.payin(created.expect(201).word("id")).json().get("data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"maintenance", "range", "minimum"})
    void theServiceDoesNotChooseQrCodesWhoseLimitsExcludeTheAmount(String how) {
        exclude(Method.QRCODE, how);
        v1(",\"channel\":\"qrcode\"").expect(423);
        guide("THB", ",\"channel\":\"qrcode\"").expect(423);
        for (var payin : List.of(opened(guide("THB", "")), opened(v1("")))) {
            assertThat(payin.get("receiving_type").asText()).isEqualTo("BANK_TRANSFER");
            assertThat(service.count("SELECT count(*) FROM payin WHERE promptpay_id IS NULL AND payin_id = '"
                            + payin.get("id").asText() + "'"))
                    .isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"maintenance", "range", "minimum"})
    void theServiceChoosesAQrCodeWhereTheLimitsOfBankTransfersExcludeTheAmount(String how) {
        exclude(Method.BANK, how);
        v1("").expect(423);
        assertThat(opened(guide("THB", "")).get("receiving_type").asText()).isEqualTo("QRCODE");
        exclude(Method.QRCODE, how);
        guide("THB", "").expect(423);
        service.payinLimit(merchant, Method.QRCODE, 1, 200_000_000, List.of());
        channels(null, false, null);
        guide("THB", "").expect(423);
    }

    @Test
    void aNetworkThatIsOffIsRefusedByName() {
        service.tical()
                .organizations()
                .change(merchant.organizationId(), OneChange.networks(new Switches.Networks.Change(false, null, null)));
        for (var network : List.of(",\"network\":\"TRC20\"", "")) {
            v1(",\"channel\":\"crypto\"" + network).expect(422, "NETWORK_DISABLED");
        }
        v1(",\"channel\":\"crypto\",\"network\":\"BEP20\"").expect(201);
        v1(",\"channel\":\"crypto\",\"network\":\"SOL\"").expect(400, "VALIDATION_FAILED");
    }

    @Test
    void aPayinWithoutAMatchFallsBackInTheConfiguredOrder() {
        var p2p = ",\"receiving_type\":\"p2p\"";
        assertThat(v1(p2p).expect(201).word("channel")).isEqualTo("bank");
        service.matching(merchant, MatchFallback.QR_THEN_BANK);
        assertThat(v1(p2p).expect(201).word("channel")).isEqualTo("qrcode");
        channels(null, false, null);
        assertThat(v1(p2p).expect(201).word("channel")).isEqualTo("bank");
        channels(false, false, null);
        v1(p2p).expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
        channels(true, true, null);
        service.matching(merchant, MatchFallback.OFF);
        v1(p2p).expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
        assertThat(v1(p2p + ",\"channel\":\"bank\"").expect(201).word("channel"))
                .isEqualTo("bank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"maintenance", "range", "minimum", "maximum"})
    void aPayinWithoutAMatchFallsBackOnlyToChannelsWhoseLimitsAllowTheAmount(String how) {
        var p2p = ",\"receiving_type\":\"p2p\"";
        var refusal = how.equals("range") ? "AMOUNT_RANGE_MAINTENANCE" : "INVALID_AMOUNT_RANGE";
        for (var fallback : List.of(MatchFallback.BANK_THEN_QR, MatchFallback.QR_THEN_BANK)) {
            service.matching(merchant, fallback);
            exclude(Method.BANK, how);
            assertThat(v1(p2p).expect(201).word("channel")).isEqualTo("qrcode");
            allow(Method.BANK);
            exclude(Method.QRCODE, how);
            assertThat(v1(p2p).expect(201).word("channel")).isEqualTo("bank");
            exclude(Method.BANK, how);
            v1(p2p).expect(423, refusal);
            guide("THB", p2p).expect(423, refusal);
            allow(Method.QRCODE);
        }
        channels(true, false, null);
        v1(p2p).expect(423, refusal);
        service.matching(merchant, MatchFallback.OFF);
        v1(p2p).expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
    }

    private void allow(Method method) {
        service.payinLimit(merchant, method, 1, 200_000_000, List.of());
    }
}

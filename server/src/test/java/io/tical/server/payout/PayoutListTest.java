package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PayoutListTest {
    private static TestService service;
    private static Merchant merchant;
    private static final List<String> IDS = new ArrayList<>();

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        merchant = service.merchant().funded("THB", 1_000_000);
        for (int i = 0; i < 45; i++) {
            IDS.addFirst(merchant.payout(String.format(Locale.ROOT, "order-%02d", i), 1_000)
                    .expect(201)
                    .word("id"));
        }
        merchant.post("/v1/payouts/" + IDS.getFirst() + "/cancel").expect(200);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static List<String> ids(JsonNode data) {
        return data.findValues("id").stream()
                .map(JsonNode::asText)
                .filter(IDS::contains)
                .toList();
    }

    @Test
    void cursorsWalkEveryPayoutOnceNewestFirst() {
        var seen = new ArrayList<String>();
        var path = "/v1/payouts?limit=10";
        for (int page = 0; page < 5; page++) {
            var reply = merchant.get(path).expect(200);
            seen.addAll(ids(reply.data()));
            var meta = reply.json().get("meta");
            assertThat(meta.get("has_more").asBoolean()).isEqualTo(page < 4);
            if (page < 4) {
                var link = reply.headers().firstValue("Link").orElseThrow();
                assertThat(link)
                        .endsWith("; rel=\"next\"")
                        .contains(meta.get("next_cursor").asText());
                path = link.substring(1, link.indexOf('>'));
            } else {
                assertThat(meta.has("next_cursor")).isFalse();
                assertThat(reply.headers().firstValue("Link")).isEmpty();
            }
        }
        assertThat(seen).containsExactlyElementsOf(IDS);
    }

    @Test
    void offsetSkipsRowsAndTheDefaultPageHasTwenty() {
        assertThat(ids(merchant.get("/v1/payouts").expect(200).data())).containsExactlyElementsOf(IDS.subList(0, 20));
        assertThat(ids(merchant.get("/v1/payouts?offset=40&limit=10")
                        .expect(200)
                        .data()))
                .containsExactlyElementsOf(IDS.subList(40, 45));
    }

    @Test
    void wrongPagingParametersAreRefused() {
        for (var limit : List.of("0", "101", "-1", "x", "1.5", "99999999999")) {
            merchant.get("/v1/payouts?limit=" + limit).expect(400, "LIMIT_INVALID");
        }
        for (var offset : List.of("-1", "10001", "x")) {
            merchant.get("/v1/payouts?offset=" + offset).expect(400, "OFFSET_INVALID");
        }
        var cursor = merchant.get("/v1/payouts?limit=1")
                .expect(200)
                .json()
                .get("meta")
                .get("next_cursor")
                .asText();
        merchant.get("/v1/payouts?offset=1&cursor=" + cursor).expect(400, "OFFSET_INVALID");
        merchant.get("/v1/payouts?status=processing&cursor=" + cursor).expect(400, "CURSOR_INVALID");
        merchant.get("/v1/payouts?cursor=" + cursor.substring(1)).expect(400, "CURSOR_INVALID");
        merchant.get("/v1/payouts?cursor=x").expect(400, "CURSOR_INVALID");
        merchant.get("/v1/payouts?status=paid").expect(400, "VALIDATION_FAILED");
        merchant.get("/v1/payouts?q=" + "x".repeat(201)).expect(400, "VALIDATION_FAILED");
        merchant.get("/v1/payouts?q=%00").expect(400, "VALIDATION_FAILED");
        merchant.get("/v1/payouts?q=%ff").expect(400, "VALIDATION_FAILED");
        merchant.get("/v1/payouts?limit=1&limit=2").expect(400, "VALIDATION_FAILED");
    }

    @Test
    void filtersSelectByStatusCurrencyAndReference() {
        assertThat(ids(merchant.get("/v1/payouts?status=cancelled").expect(200).data()))
                .containsExactly(IDS.getFirst());
        assertThat(merchant.get("/v1/payouts?currency=USD").expect(200).data()).isEmpty();
        assertThat(ids(merchant.get("/v1/payouts?currency=thb&limit=1")
                        .expect(200)
                        .data()))
                .hasSize(1);
        assertThat(ids(merchant.get("/v1/payouts?order_ref=order-03")
                        .expect(200)
                        .data()))
                .containsExactly(IDS.get(41));
        assertThat(ids(merchant.get("/v1/payouts?merchant_ref_id=order-03")
                        .expect(200)
                        .data()))
                .containsExactly(IDS.get(41));
        assertThat(merchant.get("/v1/payouts?order_ref=order-0").expect(200).data())
                .isEmpty();
    }

    @Test
    void theSearchTextIsAPrefixOfReferenceIdOrHolder() {
        assertThat(ids(merchant.get("/v1/payouts?q=order-4&limit=100")
                        .expect(200)
                        .data()))
                .containsExactlyElementsOf(IDS.subList(0, 5));
        assertThat(ids(merchant.get("/v1/payouts?q=" + IDS.get(7)).expect(200).data()))
                .containsExactly(IDS.get(7));
        assertThat(ids(merchant.get("/v1/payouts?q=somchai&limit=100")
                        .expect(200)
                        .data()))
                .hasSize(45);
        assertThat(merchant.get("/v1/payouts?q=jaidee").expect(200).data()).isEmpty();
        assertThat(merchant.get("/v1/payouts?q=%25").expect(200).data()).isEmpty();
        assertThat(merchant.get("/v1/payouts?q=_rder").expect(200).data()).isEmpty();
    }

    @Test
    void anotherMerchantAndTheOtherEnvironmentSeeNothingOfIt() {
        assertThat(service.merchant().get("/v1/payouts").expect(200).data()).isEmpty();
        assertThat(service.live(merchant).get("/v1/payouts").expect(200).data()).isEmpty();
    }
}

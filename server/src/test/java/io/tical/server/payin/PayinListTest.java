package io.tical.server.payin;

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

class PayinListTest {
    private static TestService service;
    private static Merchant merchant;
    private static final List<String> IDS = new ArrayList<>();

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        merchant = service.merchant();
        for (int i = 0; i < 45; i++) {
            var reference = String.format(Locale.ROOT, "order-%02d", i);
            var amount = 1_000 + i % 2 * 1_000L;
            var created = i % 9 == 0 ? merchant.guidePayin(reference, amount) : merchant.payin(reference, amount);
            IDS.addFirst(created.expect(201).word("id"));
        }
        merchant.post("/v1/payins/" + IDS.getFirst() + "/cancel").expect(200);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static List<String> ids(String path) {
        return merchant.get(path).expect(200).data().findValues("id").stream()
                .map(JsonNode::asText)
                .filter(IDS::contains)
                .toList();
    }

    @Test
    void cursorsWalkEveryPayinOnceNewestFirst() {
        var seen = new ArrayList<String>();
        var path = "/v1/payins?limit=10";
        for (int page = 0; page < 5; page++) {
            seen.addAll(ids(path));
            var reply = merchant.get(path).expect(200);
            assertThat(reply.json().at("/meta/has_more").asBoolean()).isEqualTo(page < 4);
            path = reply.headers()
                    .firstValue("Link")
                    .map(link -> link.substring(1, link.indexOf('>')))
                    .orElse("");
        }
        assertThat(seen).containsExactlyElementsOf(IDS);
    }

    @Test
    void offsetSkipsRowsAndTheDefaultPageHasTwenty() {
        assertThat(ids("/v1/payins")).containsExactlyElementsOf(IDS.subList(0, 20));
        assertThat(ids("/v1/payins?offset=40&limit=10")).containsExactlyElementsOf(IDS.subList(40, 45));
    }

    @Test
    void wrongParametersAreRefused() {
        merchant.get("/v1/payins?limit=0").expect(400, "LIMIT_INVALID");
        merchant.get("/v1/payins?offset=-1").expect(400, "OFFSET_INVALID");
        merchant.get("/v1/payins?cursor=x").expect(400, "CURSOR_INVALID");
        merchant.get("/v1/payins?status=in_review").expect(400, "VALIDATION_FAILED");
        merchant.get("/v1/payins?q=" + "x".repeat(201)).expect(400, "VALIDATION_FAILED");
        merchant.get("/v1/payins?order_ref=a&merchant_ref_id=a").expect(400, "VALIDATION_FAILED");
        var cursor = merchant.get("/v1/payins?limit=1")
                .expect(200)
                .json()
                .at("/meta/next_cursor")
                .asText();
        merchant.get("/v1/payins?status=pending&cursor=" + cursor).expect(400, "CURSOR_INVALID");
    }

    @Test
    void filtersSelectByStatusCurrencyAndReference() {
        assertThat(ids("/v1/payins?status=cancelled")).containsExactly(IDS.getFirst());
        assertThat(ids("/v1/payins?status=pending&limit=100")).hasSize(44);
        assertThat(ids("/v1/payins?currency=USD")).isEmpty();
        assertThat(ids("/v1/payins?currency=thb&limit=1")).hasSize(1);
        for (var name : List.of("order_ref", "merchant_ref_id")) {
            assertThat(ids("/v1/payins?" + name + "=order-03")).containsExactly(IDS.get(41));
            assertThat(ids("/v1/payins?" + name + "=order-0")).isEmpty();
        }
    }

    @Test
    void theSearchTextIsAPrefixOfReferenceIdOrHolder() {
        assertThat(ids("/v1/payins?q=order-4&limit=100")).containsExactlyElementsOf(IDS.subList(0, 5));
        assertThat(ids("/v1/payins?q=" + IDS.get(7))).containsExactly(IDS.get(7));
        assertThat(ids("/v1/payins?q=somchai&limit=100")).hasSize(5);
        assertThat(ids("/v1/payins?q=%25")).isEmpty();
        assertThat(ids("/v1/payins?q=_rder")).isEmpty();
    }

    @Test
    void anotherMerchantAndTheOtherEnvironmentSeeNothingOfIt() {
        assertThat(service.merchant().get("/v1/payins").expect(200).data()).isEmpty();
        assertThat(service.live(merchant).get("/v1/payins").expect(200).data()).isEmpty();
    }
}

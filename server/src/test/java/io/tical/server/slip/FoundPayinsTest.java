package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Searches find payins by their pay links, by the bank references of their slips, and by notes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FoundPayinsTest {
    private TestService service;
    private Merchant test;
    private Merchant live;
    private DashboardClient viewer;
    private DashboardClient stranger;
    private OperatorClient anna;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        test = service.merchant();
        live = service.live(test);
        viewer = service.viewer(test);
        var other = service.merchant();
        service.live(other).payin("of-another-shop", 30_000).expect(201);
        stranger = service.viewer(other);
        anna = service.operator(Operator.Role.SUPPORT);
    }

    @AfterAll
    void stop() {
        service.requireNoConnectionInUse();
        service.close();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static List<String> found(DashboardClient user, String list, String environment, String text) {
        return user.get("/api/" + list + "?environment=" + environment + "&q=" + encoded(text))
                .expect(200)
                .data()
                .valueStream()
                .map(one -> one.get("id").asText())
                .toList();
    }

    private static String id(Reply payin) {
        return payin.expect(201).word("id");
    }

    @Test
    void aPayinIsFoundByItsPayLinkAndByTheTokenAlone() {
        var payin = live.payin("linked", 30_000).expect(201);
        live.payin("another", 31_000).expect(201);
        var url = payin.word("paypage_url");
        for (var text :
                List.of(url, url + "?theme=dark", url.substring(url.indexOf("//") + 2), payin.word("pay_token"))) {
            assertThat(found(viewer, "payins", "live", text)).as(text).containsExactly(id(payin));
            assertThat(found(viewer, "payins", "test", text)).as(text).isEmpty();
            assertThat(found(stranger, "payins", "live", text)).as(text).isEmpty();
            var hit =
                    anna.get("/admin/v1/search?q=" + encoded(text)).expect(200).data();
            assertThat(hit.findValuesAsText("id")).as(text).containsExactly(id(payin));
            assertThat(hit.findValuesAsText("matched")).containsExactly("pay_link");
            assertThat(anna.get("/admin/v1/search?livemode=false&q=" + encoded(text))
                            .expect(200)
                            .data())
                    .isEmpty();
        }
        // A link is nothing else, so the first request answers it.
        var answer =
                viewer.get("/api/payins?environment=live&q=" + encoded(url)).expect(200);
        assertThat(answer.json().at("/meta/has_more").asBoolean()).isFalse();
        // Other filters hold for it.
        assertThat(viewer.get("/api/payins?environment=live&status=failed&q=" + encoded(url))
                        .expect(200)
                        .data())
                .isEmpty();
        assertThat(found(viewer, "payins", "live", url.substring(0, url.length() - 1)))
                .isEmpty();
        assertThat(new String(
                        viewer.file("/api/payins.csv?environment=live&q=" + encoded(url))
                                .body(),
                        StandardCharsets.UTF_8))
                .contains(id(payin))
                .doesNotContain("another");
    }

    @Test
    void aPayinIsFoundByTheBankReferenceOfItsSlip() {
        var payin = id(live.payin("with-a-slip", 32_000));
        var reference = "a" + reference();
        live.slip(payin, slip("004", reference.toUpperCase(Locale.ROOT), 5)).expect(200);
        for (var text : List.of(reference, reference.toUpperCase(Locale.ROOT), " " + reference + " ")) {
            assertThat(found(viewer, "payins", "live", text)).as(text).containsExactly(payin);
            assertThat(found(viewer, "payins", "test", text)).as(text).isEmpty();
            assertThat(found(stranger, "payins", "live", text)).as(text).isEmpty();
        }
        assertThat(found(viewer, "payins", "live", reference.substring(0, 8))).isEmpty();
        // Another payin with a slip of the same transfer is found too, each of them once.
        var second = id(live.payin("with-the-same-slip", 33_000));
        live.slip(second, slip("004", reference.toUpperCase(Locale.ROOT), 6)).expect(200);
        live.slip(second, slip("004", reference.toUpperCase(Locale.ROOT), 7)).expect(200);
        assertThat(found(viewer, "payins", "live", reference)).containsExactly(second, payin);
    }

    @Test
    void anyPartOfANoteFindsPayinsAndPayouts() {
        var notes = "\"notes\":\"Table 7, Room of Orchids\"";
        var body = test.guidePayinBody("noted", 30_000, "THB");
        var payin = id(test.post("/v2/payins", body.replace("}", "," + notes + "}")));
        assertThat(found(viewer, "payins", "test", "room of ORCHIDS")).containsExactly(payin);
        assertThat(found(viewer, "payins", "live", "room of orchids")).isEmpty();
        assertThat(found(stranger, "payins", "test", "room of orchids")).isEmpty();

        var account = test.get("/v1/customers/" + test.account()).expect(200);
        var payout = id(test.funded("THB", 100_000)
                .post("/v1/payouts", """
                {"merchant_ref_id":"noted","request_amount":10000,"currency_code":"THB","customer_id":"%s","customer_account_id":"%s",
                 "sender_type":"BANK_TRANSFER",%s}""".formatted(account.word("customer_id"), test.account(), notes)));
        assertThat(found(viewer, "payouts", "test", "of orchids")).containsExactly(payout);
        assertThat(found(stranger, "payouts", "test", "of orchids")).isEmpty();
    }
}

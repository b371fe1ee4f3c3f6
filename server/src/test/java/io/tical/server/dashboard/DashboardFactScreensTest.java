package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tical.server.InBrowser;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What screens say of payins, callback endpoints and days, in a real browser. */
@InBrowser
class DashboardFactScreensTest extends RecordedScreens {
    private static final String SETTLEMENT = "019aa3c4-5001-7c21-9f3e-5b1d2a7e8001";
    private static final String PAYIN = "019aa3c4-2040-7c21-9f3e-5b1d2a7e5340";

    private String shown(String card) {
        return page.locator("section.card")
                .filter(new Locator.FilterOptions()
                        .setHas(page.getByRole(
                                AriaRole.HEADING,
                                new Page.GetByRoleOptions().setName(card).setExact(true))))
                .innerText();
    }

    @Test
    void whatHappenedToAPayinIsToldInSentences() {
        open("/live/payins/" + PAYIN, "Payin");
        assertThat(shown("Timeline"))
                .contains(
                        "in the dashboard by mali",
                        "Slip received",
                        "sent by the payer on the pay page",
                        "Slip rejected",
                        "it shows another amount",
                        "our staff check it",
                        "no payment was confirmed in time",
                        "the payment was confirmed",
                        "Credited to the balance",
                        "bank → available",
                        "Payment unallocated",
                        "the payin was already paid",
                        "Match ended")
                .doesNotContain("not reviewed in time", "slip_id", "slip id", "source", "pay_page", "_", "suspense");
    }

    @ParameterizedTest
    @CsvSource({"2026-11-24.2,version 2026-11-24.2", "unstated,on a page of your own"})
    void whatAPayerAcceptedIsToldWithItsVersion(String version, String words) {
        var request = "GET /api/payins/" + PAYIN + "/timeline";
        var timeline = (ArrayNode) service.recorded(request);
        var consent = timeline.addObject().put("at", 1_795_239_450).put("kind", "consent");
        consent.put("title", "conditions accepted").putObject("detail").put("text_version", version);
        service.answer(request, timeline);
        open("/live/payins/" + PAYIN, "Payin");
        assertThat(shown("Timeline")).contains("Conditions accepted by the payer", words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "processing | true  | Expires | Credited once paid (estimate)",
                "expired    | true  | Expired | Credited / Nothing",
                "success    | false | Confirmed | Nothing (test)",
                "success    | true  | Confirmed | Credited / 55,495.06 THB"
            })
    void aPayinsPageSaysWhatBecameOfItsMoney(String status, boolean livemode, String time, String money) {
        var payin = (ObjectNode) service.recorded("GET /api/payins/" + PAYIN);
        var open = status.equals("processing");
        payin.put("status", status).put("livemode", livemode);
        payin.put(
                "paid_amount",
                status.equals("success") ? payin.get("transfer_amount").asLong() : 0);
        payin.put("finalized_at", open ? null : payin.get("finalized_at").asLong());
        service.answer("GET /api/payins/" + PAYIN, payin);
        open((livemode ? "/live" : "/test") + "/payins/" + PAYIN, "Payin");
        var facts = page.locator("section.card").first().locator("dt").allTextContents();
        assertThat(facts).contains(time).doesNotContain("Final");
        assertThat(facts.contains("Expired")).isEqualTo(status.equals("expired"));
        assertThat(shown("Money").replaceAll("\\n+", " / ")).contains(money);
    }

    @Test
    void aFailedSettlementSaysWhen() {
        var request = "GET /api/settlements/" + SETTLEMENT;
        var settlement = (ObjectNode) service.recorded(request);
        service.answer(request, settlement.put("status", "failed").putNull("completed_at"));
        open("/test/settlements/" + SETTLEMENT, "Settlement");
        var facts = page.locator("section.card").first().locator("dt").allTextContents();
        assertThat(facts).contains("Failed").doesNotContain("Completed");
    }

    @ParameterizedTest
    @CsvSource({"completed,Converted,Sent to the account", "processing,To be converted,To be sent to the account"})
    void aConvertedSettlementSaysWhatTheAccountReceives(String status, String converted, String sent) {
        service.answer("GET /api/currencies", """
            [{"code":"THB","scale":2,"active":true},{"code":"USDT","scale":6,"active":false}]""");
        var request = "GET /api/settlements/" + SETTLEMENT;
        var settlement = (ObjectNode) service.recorded(request);
        settlement.put("status", status).put("currency", "USDT").put("amount", 20_000_000);
        settlement.put("fee_amount", 200_005).put("net_amount", 19_799_995);
        service.answer(request, settlement.put("target_amount", 69_544).put("rate", "35.123456"));
        open("/test/settlements/" + SETTLEMENT, "Settlement");
        assertThat(page.locator("section.card").first().innerText().replaceAll("\\n+", " / "))
                .contains(converted + " / 19.799995 USDT", "Rate / 1 USDT = 35.123456 THB", sent + " / 695.44 THB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unset          | neutral | Not set up | ''",
                "untried        | neutral | Not tried yet | ''",
                "ok             | success | Working | ''",
                "partly_failing | warning | Partly failing | 135 of 200 in the last 24 h",
                "failing        | failure | Failing | since 21 Nov 2026, 15:02",
                "suspended      | warning | Suspended | since 21 Nov 2026, 15:02"
            })
    void aCallbackEndpointSaysHowItGoes(String status, String tone, String word, String more) {
        for (var request : new String[] {"GET /api/callbacks", "GET /api/overview"}) {
            var answer = service.recorded(request);
            answer.findParents("failing_since")
                    .forEach(one -> ((ObjectNode) one)
                            .put("status", status)
                            .put("url", status.equals("unset") ? null : "https://shop.example/hooks")
                            .put("suspended_at", 1_795_248_140)
                            .put("failing_since", 1_795_248_140)
                            .put("recent_deliveries", 200)
                            .put("recent_failures", 135));
            service.answer(request, answer);
        }
        for (var screen :
                Map.of("/test", "Overview", "/test/callbacks", "Callbacks").entrySet()) {
            open(screen.getKey(), screen.getValue());
            var chip = page.locator("main .chip[data-status=" + status + "]").first();
            assertThat(page.locator("main .endpoint-status").first()).hasText(word + more);
            assertThat(chip).hasText(word);
            assertThat(chip).hasClass("chip " + tone);
            assertThat(chip.locator("svg")).isVisible();
            page.setViewportSize(375, 800);
            assertThat(screens.obstacles()).as(screen.getKey()).isEmpty();
            page.setViewportSize(1280, 900);
        }
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void thePlotIsReadWithTheArrowKeysAndAsATable() {
        open("/test", "Overview");
        page.locator(".plot-box").focus();
        page.keyboard().press("ArrowLeft");
        assertThat(page.locator(".reading b")).hasText("21 Nov");
        page.keyboard().press("Home");
        assertThat(page.locator(".reading b")).hasText("8 Nov");
        page.locator("summary").click();
        assertThat(page.locator(".plot tbody tr")).hasCount(14);
    }
}

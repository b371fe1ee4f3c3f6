package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.tical.server.InBrowser;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How merchants find callbacks, see what was sent and send it again, and how screens follow what happens, in a real browser. */
@InBrowser
class DashboardCallbackScreensTest extends RecordedScreens {
    private static final String DELIVERY = "019aa3c4-1602-7c21-9f3e-5b1d2a7e4502";
    private static final String PAYOUT = "019aa3c4-1020-7c21-9f3e-5b1d2a7e3f20";

    @AfterEach
    void nothingWentWrong() {
        assertThat(visit.complaints()).isEmpty();
        for (var width : new int[] {390, 1024, 1440, 1920}) {
            page.setViewportSize(width, 900);
            assertThat(screens.obstacles()).as("at " + width).isEmpty();
        }
    }

    private List<String> asked(String start) {
        return service.requests().stream().filter(one -> one.startsWith(start)).toList();
    }

    @Test
    void callbacksAreFoundByReferenceEventCodeAndEndpoint() {
        open("/test/callbacks", "Callbacks");
        assertThat(page.locator("main").getByText("HTTP 410").first()).isVisible();
        screens.field("Reference").fill("order-20479");
        screens.field("Event").selectOption("payout.failed");
        screens.field("HTTP code").fill("50");
        assertThat(page.locator(".wrong:visible")).hasText("Enter a code such as 503, or none for no answer");
        screens.field("HTTP code").fill("503");
        page.waitForURL("**code=503*");
        screens.button("More filters").click();
        screens.field("Endpoint").selectOption("payout");
        page.waitForURL("**/test/callbacks?*endpoint=payout*");
        screens.settled();
        assertThat(asked("GET /api/deliveries").getLast())
                .contains("reference=order-20479", "event=payout.failed", "code=503", "endpoint=payout");
        page.reload();
        screens.shows("Callbacks");
        assertThat(screens.field("HTTP code")).hasValue("503");
        assertThat(screens.field("Event")).hasValue("payout.failed");
    }

    private static String order(String status, long redelivered, long remaining) {
        var now = Instant.now().getEpochSecond();
        return String.format(
                Locale.ROOT, """
                {"id":"019aa3c4-7001-7c21-9f3e-5b1d2a7e9001","livemode":false,"status":"%s","endpoint":null,"event":null,"code":"503",
                 "reference":null,"transaction_id":null,"matched":1312,"redelivered":%d,"remaining":%d,"started_by":"mali",
                 "created_at":%d,"updated_at":%d,"ended_at":%s}""", status, redelivered, remaining, now, now, status.equals("running") ? null : now);
    }

    @Test
    void allFailedCallbacksThatMatchAreSentAgainByTheServiceAndTheirNumberIsShownFirst() {
        var count = "GET /api/redeliveries/count";
        var start = "POST /api/redeliveries";
        service.answer(count, "{\"matched\":1312}").answer(start, order("running", 0, 1_312));
        page.clock().install();
        open("/test/callbacks?code=503&status=failed", "Callbacks");
        screens.button("Send all failed again").click();
        assertThat(screens.dialog())
                .containsText("These filters match 1,312 failed callbacks of test mode: HTTP code 503.");
        assertThat(screens.dialog()).containsText("you can leave this page");
        assertThat(asked(count)).containsExactly(count + "?environment=test&code=503");
        service.answer("GET /api/redeliveries", "[" + order("running", 1_000, 312) + "]");
        var sent = page.waitForRequest(
                "**/api/redeliveries?*", () -> screens.answer("Send them again").click());
        assertThat(sent.headerValue("Idempotency-Key")).isNotBlank();
        assertThat(asked(start)).containsExactly(start + "?environment=test&code=503");
        assertThat(page.locator("#announcements")).containsText("The failed callbacks are being sent again");
        var panel = page.getByLabel("Failed callbacks that are sent again");
        assertThat(panel).containsText("1,000 of 1,312 failed callbacks are sent again");
        assertThat(panel).containsText("HTTP code 503");
        assertThat(panel.locator("progress")).hasJSProperty("value", 1_000);

        // Another visit shows the same, and the end is shown when it comes.
        page.reload();
        screens.shows("Callbacks");
        assertThat(panel).containsText("1,000 of 1,312");
        service.answer("GET /api/redeliveries", "[" + order("completed", 1_312, 0) + "]");
        var lists = asked("GET /api/deliveries").size();
        page.clock().runFor(4_000);
        assertThat(page.locator(".notice.success")).containsText("1,312 failed callbacks were sent again");
        page.waitForCondition(() -> asked("GET /api/deliveries").size() > lists);
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void sendingAgainIsShownToEverybodyAndStoppedByOwners() {
        var stop = "POST /api/redeliveries/019aa3c4-7001-7c21-9f3e-5b1d2a7e9001/stop";
        service.answer("GET /api/redeliveries", "[" + order("running", 1_000, 10_000) + "]")
                .answer(stop, order("stopped", 1_000, 0))
                .answer("GET /api/redeliveries/count", "{\"matched\":10000}");
        open("/test/callbacks", "Callbacks");
        var panel = page.getByLabel("Failed callbacks that are sent again");
        assertThat(panel).containsText("1,000 of 11,000 or more");
        screens.button("Send all failed again").click();
        assertThat(screens.dialog()).containsText("at least 10,000 failed callbacks");
        screens.answer("Cancel").click();
        screens.button("Stop").click();
        service.answer("GET /api/redeliveries", "[" + order("stopped", 1_000, 0) + "]");
        screens.answer("Stop it").click();
        assertThat(page.locator(".notice.info")).containsText("Stopped: 1,000 failed callbacks were sent again");
        assertThat(asked(stop)).hasSize(1);

        service.answer("GET /api/redeliveries/count", "{\"matched\":0}");
        screens.button("Send all failed again").click();
        assertThat(screens.dialog()).containsText("No failed callback matches these filters");
        screens.answer("Close").click();

        var session = (ObjectNode) service.recorded("GET /api/session");
        service.answer("GET /api/session", session.put("role", "viewer"))
                .answer("GET /api/redeliveries", "[" + order("running", 5, 5) + "]");
        open("/test/callbacks", "Callbacks");
        assertThat(panel).containsText("5 of 10");
        assertThat(screens.button("Stop")).hasCount(0);
    }

    @Test
    void aCallbackShowsItsRequestAndGivesACommandThatRepeatsIt() {
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        open("/test/callbacks/" + DELIVERY, "Callback");
        assertThat(page).hasTitle("payout.succeeded 019aa3c4\u20262a7e3f22 \u00b7 Callback \u00b7 Tical");
        assertThat(page.getByLabel("Headers", new Page.GetByLabelOptions().setExact(true)))
                .containsText("X-P2P-Signature: v1=");
        assertThat(page.getByLabel("Signature base", new Page.GetByLabelOptions().setExact(true)))
                .containsText("1795254255.{\"id\":");
        screens.button("Copy as curl").click();
        assertThat(page.locator("#announcements")).containsText("Command copied");
        assertThat((String) page.evaluate("() => navigator.clipboard.readText()"))
                .startsWith("curl 'https://shop.example/hooks/payouts' \\\n  -H 'Content-Type: application/json' \\\n")
                .endsWith("--data-binary '{\"note\":\"it'\\''s here\"}'");
        var earlier = (ObjectNode) service.recorded("GET /api/deliveries/" + DELIVERY);
        service.answer("GET /api/deliveries/" + DELIVERY, earlier.putNull("sent"));
        open("/test/callbacks/" + DELIVERY, "Callback");
        assertThat(page.locator("main")).containsText("was changed after it");
    }

    @Test
    void aSecretOfTheFirstStartIsExplainedWhenItsAddressIsSet() {
        var endpoint = (ObjectNode) service.recorded("GET /api/callbacks").get(0);
        endpoint.put("kind", "payin").put("status", "untried").put("url", "https://shop.example/in");
        service.answer("PUT /api/callbacks/payin", endpoint);
        var unset = service.recorded("GET /api/callbacks");
        ((ObjectNode) unset.get(0)).put("kind", "payin").put("status", "unset").putNull("url");
        service.answer("GET /api/callbacks", unset);
        open("/test/callbacks", "Callbacks");
        screens.button("Set the address").first().click();
        screens.field("URL").fill("https://shop.example/in");
        screens.answer("Save").click();
        assertThat(screens.dialog()).containsText("credentials.json in its home folder as payin_webhook_secret");
        screens.answer("Understood").click();
        assertThat(page.locator("#announcements")).containsText("The address is saved");
    }

    @Test
    void aPayoutFollowsWhatHappensUntilItIsFinal() {
        var path = "GET /api/payouts/" + PAYOUT;
        var payout = (ObjectNode) service.recorded(path);
        service.answer(path, payout.put("status", "processing").putNull("finalized_at"));
        page.clock().install();
        open("/test/payouts/" + PAYOUT, "Payout");
        var reference = payout.get("order_ref").asText();
        assertThat(page).hasTitle(reference + " \u00b7 Payout \u00b7 Tical");
        assertThat(page.locator("main")).containsText("updates automatically until the payout has an outcome");
        service.answer(path, payout.put("status", "success").put("finalized_at", 1_795_255_440));
        page.clock().runFor(4_000);
        assertThat(page.locator("main .card-head .chip").first()).hasText("Success");
        assertThat(page.locator("main")).not().containsText("updates automatically");
        screens.settled();
        var before = asked(path).size();
        page.clock().runFor(60_000);
        assertThat(asked(path)).hasSize(before);
    }

    @Test
    void aSearchGoesOnToOlderRowsUntilAPageIsFull() {
        var list = "GET /api/payouts";
        var rows = service.recorded(list).get("data");
        var first = "\"has_more\":true,\"next_cursor\":\"n1\",\"searched_to\":1795168800";
        service.answer(list, "{\"data\":[],\"meta\":{%s}}".formatted(first));
        open("/test/payouts?q=47", "Payouts");
        assertThat(page.locator(".search-bar")).containsText("Searching back to 20 Nov 2026, 17:00");
        var steps = new ArrayList<Route>();
        page.route("**/api/payouts?*cursor=n1*", steps::add);
        page.waitForCondition(() -> !steps.isEmpty());
        screens.button("Stop").click();
        assertThat(page.locator(".search-bar")).containsText("Searched back to 20 Nov 2026, 17:00");
        service.answer(list, "{\"data\":[%s],\"meta\":{\"has_more\":false}}".formatted(rows.get(1)));
        // The step that was stopped is still asked for, and is not asked for twice.
        screens.button("Search older").click();
        assertThat(page.locator(".search-bar")).containsText("Searching back");
        page.unroute("**/api/payouts?*cursor=n1*");
        steps.forEach(Route::resume);
        assertThat(page.locator(".search-bar")).hasCount(0);
        assertThat(page.locator("tbody tr")).hasCount(1);
        assertThat(asked(list).getLast()).contains("q=47", "cursor=n1", "limit=");
        service.answer(
                list, "{\"data\":[],\"meta\":{\"has_more\":true,\"next_cursor\":\"n2\",\"searched_to\":1795168800}}");
        screens.field("Search").fill("nothing");
        assertThat(page.locator(".search-bar")).containsText("no payout found so far");
        service.answer(list, "{\"data\":[],\"meta\":{\"has_more\":false}}");
        assertThat(page.locator(".empty")).containsText("No payouts match");
    }
}

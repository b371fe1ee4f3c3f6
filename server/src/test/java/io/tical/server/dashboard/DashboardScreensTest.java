package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tical.common.Json;
import io.tical.server.Browser;
import io.tical.server.Browser.Visit;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every screen in a real browser, with recorded answers behind it: what it shows rarely is shown here. */
@InBrowser
class DashboardScreensTest {
    private static final String PAYOUT = "019aa3c4-1020-7c21-9f3e-5b1d2a7e3f20";
    private static final String PAYIN = "019aa3c4-2040-7c21-9f3e-5b1d2a7e5340";
    private static final String SETTLEMENT = "019aa3c4-5001-7c21-9f3e-5b1d2a7e8001";
    private static final String TRANSFER = "019aa3c4-4001-7c21-9f3e-5b1d2a7e7001";
    private static final String TICKET = "019aa3c4-3001-7c21-9f3e-5b1d2a7e6001";
    private static final String KEY = "019aa3c4-1900-7c21-9f3e-5b1d2a7e4800";
    private static final String DELIVERY = "019aa3c4-1602-7c21-9f3e-5b1d2a7e4502";

    static final Map<String, String> SCREENS = screens();

    private static Browser browser;

    private RecordedApi service;
    private Visit visit;
    private Page page;
    private Screens screens;

    private static Map<String, String> screens() {
        var screens = new LinkedHashMap<String, String>();
        screens.put("/test", "Overview");
        screens.put("/test/payins", "Payins");
        screens.put("/live/payins/" + PAYIN, "Payin");
        screens.put("/test/payouts", "Payouts");
        screens.put("/test/payouts/" + PAYOUT, "Payout");
        screens.put("/test/customers", "Customers");
        screens.put("/test/balances", "Balances");
        screens.put("/test/settlements", "Settlements");
        screens.put("/test/settlements/" + SETTLEMENT, "Settlement");
        screens.put("/test/transfers", "Transfers");
        screens.put("/test/transfers/" + TRANSFER, "Transfer");
        screens.put("/test/tickets", "Tickets");
        screens.put("/test/tickets/" + TICKET, "Ticket");
        screens.put("/test/keys", "API keys");
        screens.put("/test/keys/" + KEY, "API key");
        screens.put("/test/callbacks", "Callbacks");
        screens.put("/test/callbacks/" + DELIVERY, "Callback");
        screens.put("/live/allowlist", "Allowlist");
        screens.put("/live/pay-page", "Pay page");
        screens.put("/live/limits", "Limits and fees");
        screens.put("/live/users", "Users");
        screens.put("/live/audit", "Audit log");
        screens.put("/live/account", "Your account");
        screens.put("/live/nowhere", "Page not found");
        return screens;
    }

    @BeforeAll
    static void take(Browser shared) {
        browser = shared;
    }

    @BeforeEach
    void start() {
        service = new RecordedApi();
        visit(Window.DESK);
    }

    @AfterEach
    void stop() {
        visit.close();
        service.close();
    }

    private void visit(Window window) {
        if (visit != null) {
            visit.close();
        }
        visit = browser.visit(window);
        page = visit.page();
        screens = new Screens(page);
    }

    private Screens open(String path, String heading) {
        page.navigate(service.url("/dashboard" + path));
        return screens.shows(heading);
    }

    /** The title of the window begins with the name of the object that is shown. */
    private static String title(String path, String heading) {
        return (path.matches(".*/[0-9a-f-]{36}") ? ".+ · " : "") + heading + " · Tical";
    }

    @Test
    void everyScreenFitsFrom375To1440AndComplainsOfNothing() {
        SCREENS.forEach((path, heading) -> {
            open(path, heading);
            assertThat(page.title()).matches(title(path, heading));
            assertThat(screens.focused()).isEqualTo("h1 " + heading);
            for (var width : new int[] {375, 768, 1024, 1280, 1440}) {
                page.setViewportSize(width, 800);
                assertThat(screens.obstacles()).as(path + " at " + width).isEmpty();
            }
        });
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void hostileNamesAreTextAndNothingElse() {
        var hostile = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>";
        var json = Json.mapper().createObjectNode();
        for (var request : new String[] {
            "GET /api/session",
            "GET /api/payouts",
            "GET /api/payouts/" + PAYOUT,
            "GET /api/payouts/" + PAYOUT + "/timeline",
            "GET /api/customers",
            "GET /api/keys",
            "GET /api/callbacks",
            "GET /api/deliveries",
            "GET /api/deliveries/" + DELIVERY,
            "GET /api/users",
            "GET /api/audit"
        }) {
            json.set(request, service.recorded(request));
        }
        json.findParents("order_ref").forEach(one -> ((ObjectNode) one).put("order_ref", hostile));
        for (var name : new String[] {
            "holder_name",
            "name",
            "customer_name",
            "notes",
            "url",
            "username",
            "organization_name",
            "response_excerpt",
            "body",
            "title",
            "bank_code",
            "actor",
            "source",
            "failure_message"
        }) {
            json.findParents(name).forEach(one -> ((ObjectNode) one).put(name, hostile));
        }
        json.properties().forEach(one -> service.answer(one.getKey(), one.getValue()));
        SCREENS.forEach((path, heading) -> {
            open(path, heading);
            assertThat(page.locator("img:not([src^='/api/']), #app script, iframe")
                            .count())
                    .as(path)
                    .isZero();
            assertThat(page.title()).matches(title(path, heading));
            assertThat(screens.obstacles()).as(path).isEmpty();
        });
        open("/test/payouts", "Payouts");
        assertThat(page.locator("tbody th").first().textContent()).isEqualTo(hostile);
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void testModeCannotBeMistakenAndTheSwitchKeepsTheScreen() {
        open("/test/payouts?status=failed", "Payouts");
        assertThat(page.locator(".band").textContent()).isEqualTo("Test mode: nothing here moves real money");
        screens.link("Live").click();
        screens.shows("Payouts");
        assertThat(page.url()).endsWith("/dashboard/live/payouts?status=failed");
        assertThat(page.locator(".band").count()).isZero();
        assertThat(service.requests()).contains("GET /api/payouts?environment=live&status=failed");
        // Who comes back is where they were last.
        open("", "Overview");
        assertThat(page.url()).endsWith("/dashboard/live");
    }

    @Test
    void whoComesFirstSeesTheEnvironmentInWhichMoneyHasMoved() {
        open("", "Overview");
        assertThat(page.url()).endsWith("/dashboard/test");
        visit(Window.DESK);
        service.answer("GET /api/balances", """
            [{"currency":"THB","livemode":true,"available":5,"held":0,"in_transit":0,"total":5,"updated_at":1795000000}]\
            """);
        open("", "Overview");
        assertThat(page.url()).endsWith("/dashboard/live");
    }

    @Test
    void filtersAreInTheAddressAndPagesGoForwardsAndBack() {
        open("/test/payouts", "Payouts");
        screens.field("Search").fill("order-2");
        screens.field("Status").selectOption("success");
        page.waitForURL("**/payouts?q=order-2&status=success");
        screens.settled();
        assertThat(service.requests()).contains("GET /api/payouts?environment=test&q=order-2&status=success");
        screens.button("Next").click();
        page.waitForURL("**&cursor=djE6bmV4dA");
        screens.settled();
        assertThat(screens.field("Search").inputValue()).isEqualTo("order-2");
        screens.button("Previous").click();
        page.waitForURL("**/payouts?q=order-2&status=success");
        screens.settled();
        // Somebody who is given the address of a later page can go to the first.
        open("/test/payouts?cursor=djE6bmV4dA", "Payouts");
        screens.button("First page").click();
        page.waitForURL("**/test/payouts");
    }

    @Test
    void leavingTheSearchFieldDoesNotLoadTheListAgain() {
        open("/test/payouts", "Payouts");
        screens.field("Search").fill("order-2");
        page.waitForURL("**/payouts?q=order-2");
        screens.settled();
        screens.field("Search").blur();
        screens.button("Next").click();
        page.waitForURL("**&cursor=djE6bmV4dA");
        screens.settled();
        var search = "GET /api/payouts?environment=test&q=order-2";
        assertThat(service.requests()).filteredOn(search::equals).hasSize(1);
    }

    @Test
    void nothingAndNothingFoundSayWhatToDo() {
        service.answer("GET /api/payouts", "{\"data\": [], \"meta\": {}}");
        open("/test/payouts", "Payouts");
        assertThat(page.locator(".empty").textContent()).contains("No payouts in test mode yet", "API keys");
        open("/test/payouts?q=zebra", "Payouts");
        assertThat(page.locator(".empty").textContent()).contains("No payouts match", "Clear filters");
        assertThat(page.locator("#heard").textContent()).isEqualTo("0 payouts");
    }

    @Test
    void aFailureShowsItsCodeAndRequestIdAndCanBeTriedAgain() {
        service.refuse("GET /api/payouts", 500, "INTERNAL_ERROR", "Something went wrong on our side");
        open("/test/payouts", "Payouts");
        var alert = page.getByRole(AriaRole.ALERT);
        assertThat(alert.textContent())
                .contains("Something went wrong on our side.", "INTERNAL_ERROR", "01890000-recorded");
        service.answer("GET /api/payouts", service.recorded("GET /api/payouts"));
        screens.button("Try again").click();
        page.locator("tbody tr").first().waitFor();
        visit.complaints().clear();
    }

    @Test
    void aRefusedFileSaysWhy() {
        service.refuse("GET /api/payouts.csv", 429, "RATE_LIMITED", "Your organization has 4 exports in progress");
        open("/live/payouts", "Payouts");
        screens.link("Export CSV").click();
        var alert = page.getByRole(AriaRole.ALERT);
        assertThat(alert.textContent()).contains("Your organization has 4 exports in progress.", "RATE_LIMITED");
        service.answer("GET /api/payouts.csv", "[]");
        page.waitForDownload(() -> screens.link("Export CSV").click());
        assertThat(alert.count()).isZero();
        visit.complaints().clear();
    }

    @Test
    void whoMayOnlyLookIsToldSoAndCanChangeNothing() {
        var session = (ObjectNode) service.recorded("GET /api/session");
        service.answer("GET /api/session", session.put("role", "viewer"));
        for (var path :
                new String[] {"/test/keys", "/test/keys/" + KEY, "/test/callbacks", "/test/allowlist", "/test/users"}) {
            open(path, SCREENS.getOrDefault(path, SCREENS.get(path.replace("/test", "/live"))));
            assertThat(page.locator(".notice").first().textContent()).contains("ask an owner");
            assertThat(page.locator("main button.primary:enabled, main button.danger:enabled")
                            .count())
                    .as(path)
                    .isZero();
        }
    }

    @Test
    void whatDestroysIsNeverThePrimaryButtonAndEnterKeepsThings() {
        open("/test/keys/" + KEY, "API key");
        screens.button("Revoke").click();
        assertThat(screens.dialog().locator(".primary").textContent()).isEqualTo("Keep the key");
        assertThat(screens.focused()).isEqualTo("button Keep the key");
        page.keyboard().press("Enter");
        page.waitForFunction("() => !document.querySelector('dialog')");
        assertThat(screens.focused()).isEqualTo("button Revoke");
        assertThat(service.requests()).noneMatch(request -> request.startsWith("DELETE"));
    }

    @Test
    void aSecretIsShownOnceCopiedAndNotLostByEscape() {
        open("/test/keys", "API keys");
        screens.button("Make a test key").click();
        screens.field("Name").fill("Reports");
        screens.answer("Read only").click();
        screens.answer("Make the key").click();
        screens.dialog().locator("[data-secret]").waitFor();
        assertThat(screens.dialog().textContent()).contains("It is not shown again.");
        page.keyboard().press("Escape");
        assertThat(screens.dialog().count()).isEqualTo(1);
        screens.answer("Copy key").click();
        screens.answer("Copied").waitFor();
        assertThat(page.evaluate("() => navigator.clipboard.readText()"))
                .isEqualTo(service.recorded("POST /api/keys").get("key").asText());
        screens.answer("I have stored it").click();
        page.waitForFunction("() => !document.querySelector('dialog')");
        assertThat(page.content()).doesNotContain("sk_test_8Zp1mVt6");
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void theAllowlistWarnsBeforeSomebodyLocksThemselvesOut() {
        open("/test/allowlist", "Allowlist");
        assertThat(page.locator(".notice").first().textContent()).contains("127.0.0.1", "not allowed");
        service.answer("GET /api/ip-allowlist", "{\"entries\": [\"127.0.0.0/8\"], \"your_address\": \"127.0.0.1\"}");
        open("/test/allowlist", "Allowlist");
        assertThat(page.locator(".notice").count()).isZero();
        screens.button("Remove 127.0.0.0/8").click();
        assertThat(screens.dialog().textContent()).contains("It is the last entry");
        service.answer("GET /api/ip-allowlist", "{\"entries\": [], \"your_address\": \"127.0.0.1\"}");
        open("/test/allowlist", "Allowlist");
        assertThat(page.locator(".notice").first().textContent()).contains("The allowlist is empty");
    }

    @Test
    void theEndOfASessionLeadsToSigningInAndBackToWhereOneWas() {
        open("/test/payouts", "Payouts");
        service.refuse("GET /api/customers", 401, "SESSION_REQUIRED", "Sign in");
        service.answer("POST /api/session", service.recorded("GET /api/session"));
        screens.entry("Customers").click();
        screens.shows("Sign in");
        assertThat(page.locator("main").textContent()).contains("Your session has ended.");
        service.answer("GET /api/customers", service.recorded("GET /api/customers"));
        screens.field("Username").fill("mali");
        screens.field("Password").fill("correct horse battery");
        screens.button("Sign in").click();
        screens.shows("Customers");
        assertThat(page.url()).endsWith("/dashboard/test/customers");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/",
                "//example.com/",
                "/dashboard//example.com",
                "/docs",
                "javascript:alert(1)"
            })
    void signingInLeadsNowhereElse(String elsewhere) {
        service.refuse("GET /api/session", 401, "SESSION_REQUIRED", "Sign in");
        service.answer("POST /api/session", service.recorded("GET /api/session"));
        page.navigate(service.url("/dashboard/sign-in?return="
                + java.net.URLEncoder.encode(elsewhere, java.nio.charset.StandardCharsets.UTF_8)));
        screens.field("Username").fill("mali");
        screens.field("Password").fill("correct horse battery");
        screens.button("Sign in").click();
        screens.shows("Overview");
        assertThat(page.url()).endsWith("/dashboard/test");
    }

    @Test
    void theLookIsChosenAndKept() {
        open("/test", "Overview");
        screens.button("Account of mali").click();
        screens.button("Dark").click();
        assertThat(page.locator("body")).hasCSS("background-color", "rgb(11, 20, 32)");
        open("/test", "Overview");
        assertThat(page.locator("body")).hasCSS("background-color", "rgb(11, 20, 32)");
    }
}

package io.tical.server.docs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.tical.server.AuditedService;
import io.tical.server.Axe;
import io.tical.server.Browser;
import io.tical.server.Browser.Visit;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The reference as people use it: its search, its languages, its form that tries an operation, and its former links. */
@InBrowser
class ReferenceInBrowserTest extends AuditedService {
    private static final List<String> PLACES = List.of(
            "/docs",
            "/docs/guide/authentication",
            "/docs/guide/payout-statuses",
            "/docs/groups/payouts",
            "/docs/operations/createPayout",
            "/docs/operations/listPayouts",
            "/docs/operations/removeOrganizationAccount",
            "/docs/callbacks/payoutEventCallback",
            "/docs/objects/Payout",
            "/docs/errors",
            "/docs/errors/IP_NOT_ALLOWED");

    /** Pages whose parts differ from each other: the dark mode changes colours alone. */
    private static final List<String> KINDS = List.of(
            "/docs",
            "/docs/guide/authentication",
            "/docs/operations/createPayout",
            "/docs/objects/Payout",
            "/docs/errors/IP_NOT_ALLOWED");

    private static Browser browser;

    @BeforeAll
    static void use(Browser shared) {
        browser = shared;
    }

    private String url(String path) {
        return "http://127.0.0.1:" + service.port() + path;
    }

    private Visit visit(Window window, String path) {
        var visit = browser.visit(window);
        open(visit.page(), path);
        return visit;
    }

    private void open(Page page, String path) {
        page.navigate(url(path));
        page.waitForSelector("html[data-ready]");
    }

    /** The words in the first columns of tables that do not stand on one line. */
    private static final String BROKEN_WORDS = """
            [...document.querySelectorAll("td:first-child code")]
                .filter(code => !code.textContent.includes("_") && code.getClientRects().length > 1)
                .map(code => code.textContent)""";

    @Test
    void axeFindsNothingToObjectToAndEveryPageFitsItsWindow() throws IOException {
        var axe = new Axe();
        for (var window : List.of(
                new Window(1440, 900, false),
                new Window(1000, 900, true),
                new Window(390, 844, true),
                new Window(320, 640, false))) {
            try (var visit = browser.visit(window)) {
                axe.join(visit);
                for (var place : PLACES) {
                    var page = visit.page();
                    open(page, place);
                    assertThat(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
                            .as(place + " is too wide")
                            .isEqualTo(false);
                    assertThat(page.evaluate(BROKEN_WORDS)).as(place).isEqualTo(List.of());
                    picture(page, place, window);
                    // Between the two there is no other arrangement for axe.
                    if (window.width() == 1440 || (window.width() == 390 && KINDS.contains(place))) {
                        axe.check(page, place);
                    }
                }
                open(visit.page(), "/docs/operations/createPayout");
                visit.page().keyboard().press("Control+k");
                visit.page()
                        .getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName("Search the reference"))
                        .fill("payout");
                assertThat(visit.page().locator("#search-found li").first()).isVisible();
                axe.check(visit.page(), "search");
                picture(visit.page(), "/docs/search", window);
                assertThat(visit.complaints()).isEmpty();
            }
        }
    }

    /** With {@code -Dtical.docs.pictures=folder} what was looked at is kept there; with {@code -Dtical.pictures=true} for the README. */
    private static void picture(Page page, String place, Window window) {
        var folder = System.getProperty("tical.docs.pictures");
        if (folder != null) {
            var name = place.substring(1).replace('/', '-') + "-" + window.width() + ".png";
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(folder, name)));
        }
        if (Boolean.getBoolean("tical.pictures") && place.endsWith("/createPayout") && !window.dark()) {
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("../docs/images/reference.png")));
        }
    }

    @Test
    void aSearchIsOpenedByItsKeysAndItsFindingsByTheKeyboard() {
        try (var visit = visit(Window.DESK, "/docs")) {
            var page = visit.page();
            page.keyboard().press("Control+k");
            var search = page.getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName("Search the reference"));
            assertThat(search).isFocused();
            search.fill("insufficient");
            assertThat(page.locator("[role=option][aria-selected=true]")).containsText("INSUFFICIENT_BALANCE");
            page.keyboard().press("Enter");
            page.waitForURL("**/docs/errors/INSUFFICIENT_BALANCE");
            page.locator(".search-button").click();
            search.fill("dest_account_id");
            // The new page loads the index again; until then the keys have nothing to move to.
            assertThat(page.locator("[role=option]").first()).containsText("dest_account_id");
            page.keyboard().press("ArrowDown");
            assertThat(page.locator("[role=option]").nth(1)).hasAttribute("aria-selected", "true");
            page.keyboard().press("ArrowUp");
            page.keyboard().press("Enter");
            page.waitForURL("**#*dest_account_id");
            page.keyboard().press("Control+k");
            search.fill("payout.succeeded");
            assertThat(page.locator("[role=option]").first()).containsText("payout.succeeded");
            // A section of the guide is found by what it says.
            search.fill("hmac");
            assertThat(page.locator("[role=option]", new Page.LocatorOptions().setHasText("Signing requests")))
                    .isVisible();
            search.fill("qqqq");
            assertThat(page.locator(".search-state")).containsText("Nothing found");
            page.keyboard().press("Escape");
            assertThat(page.locator("dialog.search")).isHidden();
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @Test
    void theChosenLanguageIsShownEverywhereAndRememberedAndCopied() {
        try (var visit = visit(Window.DESK, "/docs/operations/createPayout")) {
            var page = visit.page();
            assertThat(page.locator(".code.curl").first()).isVisible();
            page.getByLabel("Python").first().check();
            assertThat(page.locator(".code.python").nth(1)).isVisible();
            assertThat(page.locator(".code.curl").first()).isHidden();
            open(page, "/docs/operations/readPayout");
            assertThat(page.locator(".code.python").first()).isVisible();
            page.locator(".code.python .copyable").hover();
            page.locator(".code.python .copy").click();
            assertThat(page.locator(".code.python .copy")).hasText("Copied");
            assertThat((String) page.evaluate("navigator.clipboard.readText()"))
                    .contains("urllib.request.Request(", url("/v1/payouts/"));
        }
    }

    @Test
    void aLinkToTheFormerSinglePageLeadsToThePageOfToday() {
        try (var visit = browser.visit(Window.DESK)) {
            var page = visit.page();
            page.navigate(url("/docs#payoutEventCallback"));
            page.waitForURL("**/docs/callbacks/payoutEventCallback");
            page.navigate(url("/docs#createPayout"));
            page.waitForURL("**/docs/operations/createPayout");
            page.navigate(url("/docs#RATE_LIMITED"));
            page.waitForURL("**/docs/errors/RATE_LIMITED");
            page.navigate(url("/docs#error-codes"));
            page.waitForURL("**/docs/errors");
        }
    }

    @Test
    void anOperationIsTriedWithATestKeyAndWithNoOther() {
        var key = service.merchant().key();
        try (var visit = visit(Window.DESK, "/docs/operations/topUp")) {
            var page = visit.page();
            var form = page.locator("#try form");
            form.getByLabel("Test key").fill("sk_live_" + "0".repeat(40));
            form.getByText("Send").click();
            assertThat(page.locator("#try .problem")).containsText("Only a test key");
            assertThat(form.getByLabel("Test key")).hasValue("");
            assertThat(page.evaluate("sessionStorage.length")).isEqualTo(0);
            form.getByLabel("Test key").fill(key);
            var first = form.getByLabel("Idempotency-Key").inputValue();
            form.getByText("Send").click();
            assertThat(page.locator(".answered")).containsText("201");
            assertThat(page.locator(".result")).containsText("x-request-id:");
            assertThat(form.getByLabel("Idempotency-Key").inputValue()).isNotEqualTo(first);

            open(page, "/docs/operations/registerCustomer");
            assertThat(form.getByLabel("Test key")).hasValue(key);
            form.getByText("Send").click();
            assertThat(page.locator(".answered")).containsText("201");
            // The account that was registered is that of the payout's body, and the payout that of the next page.
            open(page, "/docs/operations/createPayout");
            form.getByText("Send").click();
            assertThat(page.locator(".answered")).containsText("201");
            open(page, "/docs/operations/readPayout");
            form.getByText("Send").click();
            assertThat(page.locator(".answered")).containsText("200");
            picture(page, "/docs/tried", Window.DESK);
            assertThat(page.evaluate("JSON.stringify(localStorage)").toString()).doesNotContain(key);

            open(page, "/docs/operations/createPayout");
            form.locator("textarea").fill("{\"order_ref\": 5}");
            form.getByText("Send").click();
            assertThat(page.locator(".advice a")).hasAttribute("href", "/docs/errors/VALIDATION_FAILED");
        }
    }

    @Test
    void aRefusalOfTheAddressIsExplained() {
        try (var visit = visit(Window.DESK, "/docs/operations/readBalance")) {
            var page = visit.page();
            page.route(
                    "**/v1/balance",
                    route -> route.fulfill(
                            new Route.FulfillOptions()
                                    .setStatus(403)
                                    .setContentType("application/json")
                                    .setBody(
                                            "{\"success\":false,\"data\":null,\"error\":\"Requests from 203.0.113.7 are not on this merchant's IP"
                                                    + " allowlist; add the address in the dashboard\",\"code\":\"IP_NOT_ALLOWED\",\"meta\":{}}")));
            page.getByLabel("Test key").fill("sk_test_x");
            page.locator("#try form").getByText("Send").click();
            assertThat(page.locator(".advice"))
                    .containsText(
                            "only from addresses on its IP allowlist, also from this page. Requests from 203.0.113.7");
            assertThat(page.locator(".advice a").last()).hasAttribute("href", "/docs/errors/IP_NOT_ALLOWED");
        }
    }

    @Test
    void everythingIsReadWithoutScripts() {
        try (var visit = browser.visit(Window.DESK, options -> options.setJavaScriptEnabled(false))) {
            var page = visit.page();
            page.navigate(url("/docs#createPayout"));
            page.locator("#createPayout a").click();
            page.waitForURL("**/docs/operations/createPayout");
            assertThat(page.locator("#try")).isHidden();
            assertThat(page.locator(".search-button")).isHidden();
            page.locator(".languages label").getByText("Go").first().click();
            assertThat(page.locator(".code.go").first()).isVisible();
        }
    }
}

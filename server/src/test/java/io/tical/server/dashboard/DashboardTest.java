package io.tical.server.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tical.common.Json;
import io.tical.server.Browser;
import io.tical.server.Browser.Visit;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.webhook.CallbackSink;
import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The dashboard as a new user meets it: a real browser at the whole service, with the demo organization's credentials. */
@InBrowser
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    private Browser browser;
    private TestService service;
    private JsonNode credentials;

    private Visit visit;
    private Page page;
    private Screens screens;

    @BeforeAll
    void start(Browser shared) throws IOException {
        browser = shared;
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
        credentials = Json.mapper().readTree(Files.readAllBytes(service.home().resolve("credentials.json")));
    }

    @AfterAll
    void stop() {
        if (service != null) {
            service.close();
        }
    }

    @BeforeEach
    void visit() {
        visit = browser.visit(Window.DESK);
        page = visit.page();
        screens = new Screens(page);
    }

    @AfterEach
    void leave() {
        visit.close();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + service.port() + "/dashboard" + path;
    }

    private String username() {
        return credentials.at("/dashboard/username").asText();
    }

    private String password() {
        return credentials.at("/dashboard/password").asText();
    }

    private void signIn() {
        page.navigate(url(""));
        screens.shows("Sign in");
        screens.field("Username").fill(username());
        screens.field("Password").fill(password());
        screens.button("Sign in").click();
        screens.shows("Overview");
        // The browser notes that nobody was signed in at first.
        visit.complaints().removeIf(complaint -> complaint.contains("401") && complaint.contains("/api/session"));
    }

    private void go(String entry) {
        screens.entry(entry).click();
        screens.shows(entry);
    }

    private String makeKey(String name) {
        go("API keys");
        screens.button("Make a test key").click();
        screens.field("Name").fill(name);
        screens.answer("Send money").click();
        screens.answer("Make the key").click();
        return screens.takeSecret();
    }

    /** Sets where payout callbacks go, sees a test event arrive, and takes a new signing secret. */
    private String setCallback(String url) {
        go("Callbacks");
        var set = ofPayouts("Set the address");
        var first = set.count() > 0;
        (first ? set : ofPayouts("Change")).click();
        screens.field("URL").fill(url);
        screens.answer("Save").click();
        if (first) {
            // Where the secret is that the first start made.
            screens.answer("Understood").click();
        }
        ofPayouts("Send a test event").click();
        page.getByText("Your server answered 200").waitFor();
        ofPayouts("Rotate secret").click();
        screens.answer("Rotate the secret").click();
        return screens.takeSecret();
    }

    /** A button of the payout endpoint; payins have the same ones. */
    private Locator ofPayouts(String button) {
        return page.locator("section")
                .filter(new Locator.FilterOptions().setHasText("Payout callbacks"))
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(button).setExact(true));
    }

    @Test
    void aListIsExportedAsAFileThatTheBrowserStores() throws IOException {
        signIn();
        page.navigate(url("/live/balances"));
        screens.shows("Balances");
        var file = page.waitForDownload(() -> screens.link("Export CSV").click());
        assertThat(file.suggestedFilename()).matches("balances-live-\\d{4}-\\d\\d-\\d\\d\\.csv");
        assertThat(Files.readString(file.path())).contains("currency,environment,available,", "\r\nTHB,live,");
        assertThat(page.url()).endsWith("/live/balances");
        assertThat(visit.complaints()).isEmpty();
    }

    private String pay(String key) {
        var organizationId = UUID.fromString(credentials.get("organization_id").asText());
        var merchant = new Merchant(service.port(), key, organizationId).funded("THB", 5_000_000);
        var id = merchant.payout("first-order", 150_000).expect(201).word("id");
        merchant.post("/v1/payouts/" + id + "/test-confirm").expect(200);
        return id;
    }

    @Test
    void aNewUserSetsACallbackPaysAndSeesTheSignedDelivery() throws GeneralSecurityException {
        try (var sink = new CallbackSink()) {
            signIn();
            assertThat(page.url()).endsWith("/dashboard/test");
            var key = makeKey("Checkout");
            assertThat(key).startsWith("sk_test_");
            var secret = setCallback(sink.url());

            var payout = pay(key);
            await().atMost(SOON).until(() -> !sink.about(payout).isEmpty());
            var callback = sink.about(payout).getFirst();
            assertThat(callback.header("X-P2P-Signature").split(","))
                    .contains("v1=" + hmac(secret, callback.header("X-P2P-Timestamp") + "." + callback.body()));

            await().atMost(SOON).until(() -> {
                page.navigate(url("/test/callbacks?transaction_id=" + payout));
                screens.shows("Callbacks");
                return page.locator("tbody [data-status=delivered]").count() == 1;
            });
            screens.link("payout.succeeded").click();
            screens.shows("Callback");
            assertThat(page.locator("main").textContent()).contains("HTTP 200", "answer 200", payout);
            assertThat(screens.obstacles()).isEmpty();

            screens.link("See the payout").click();
            screens.shows("Payout");
            assertThat(page.locator("main").textContent())
                    .contains("1,500.00", "first-order", "Somchai Jaidee", "confirmed with a test key")
                    .contains("Created", "Callback queued", "Callback delivered");
            assertThat(screens.obstacles()).isEmpty();

            // Its volume is read again within a minute.
            await().atMost(Duration.ofSeconds(75)).untilAsserted(() -> {
                page.navigate(url("/test"));
                screens.shows("Overview");
                assertThat(page.locator("main").textContent())
                        .contains("48,500.00", "Payouts: 1,500.00 THB in 1 payout", "Working");
            });
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @Test
    void anOwnerAddsTestMoneyRegistersAnAccountAndTakesAPayment() {
        signIn();
        go("Balances");
        screens.button("Add test money").click();
        screens.field("Amount").fill("1,250.50");
        assertThat(screens.dialog().textContent()).contains("It adds 1,250.50 THB to the available test balance.");
        screens.answer("Add test money").click();
        page.getByText("1,250.50 THB of test money was added").waitFor();

        go("Customers");
        screens.button("Register an account").click();
        screens.field("Bank").first().selectOption("SCB");
        screens.field("Account number").fill("555-123-4567");
        screens.field("Account holder").fill("Malee Srisuk");
        screens.answer("Register the account").click();
        page.locator("tbody tr", new Page.LocatorOptions().setHasText("SCB 5551234567"))
                .waitFor();

        go("Payins");
        screens.button("Create a pay link").click();
        screens.field("Amount").fill("99");
        screens.answer("Create the pay link").click();
        screens.shows("Payin");
        page.waitForFunction("() => document.querySelector('.pay-link img')?.naturalWidth > 0");
        assertThat(page.locator(".pay-link code").textContent())
                .startsWith("http")
                .contains("/pay/");
        assertThat(screens.obstacles()).isEmpty();
        screens.button("Complete the test payin").click();
        screens.answer("Complete the test payin").click();
        page.locator(".card-head [data-status=success]").waitFor();
        screens.settled();
        assertThat(page.locator(".pay-link").count()).isZero();
        assertThat(screens.button("Cancel the payin").count()).isZero();
        assertThat(page.locator(".timeline").textContent()).contains("confirmed in the dashboard");

        go("Audit log");
        assertThat(page.locator("tbody").textContent())
                .contains(
                        "Payin confirmed in test mode", "Payin created", "Bank account registered", "Test money added")
                .contains("Amount1,250.50 THB", "ChannelQR code", "HolderMalee Srisuk");
        assertThat(screens.obstacles()).isEmpty();
        assertThat(visit.complaints()).isEmpty();
    }

    private static String hmac(String secret, String text) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
    }

    @Test
    void theKeyboardAloneSignsInGoesSomewhereAndSignsOut() {
        page.navigate(url("/test/users"));
        screens.shows("Sign in");
        assertThat(screens.focused()).isEqualTo("input Username");
        page.keyboard().type(username());
        page.keyboard().press("Tab");
        page.keyboard().type(password());
        page.keyboard().press("Enter");
        screens.shows("Users");
        assertThat(screens.focused()).isEqualTo("h1 Users");
        press("Shift+Tab", "a Skip to content");
        page.keyboard().press("Enter");
        assertThat(page.evaluate("() => document.activeElement.id")).isEqualTo("content");
        press("Shift+Tab", "button Account of " + username());
        page.keyboard().press("Enter");
        press("Tab", "button Sign out");
        page.keyboard().press("Enter");
        screens.shows("Sign in");
        assertThat(page.locator("main").textContent()).contains("You have signed out.");
        page.navigate(url("/test/users"));
        screens.shows("Sign in");
    }

    /** Presses a key until this has focus, and sees that focus is visible all the way. */
    private void press(String key, String until) {
        for (int i = 0; i < 30 && !screens.focused().equals(until); i++) {
            page.keyboard().press(key);
            assertThat(page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle"))
                    .as(screens.focused())
                    .isEqualTo("solid");
        }
        assertThat(screens.focused()).isEqualTo(until);
    }

    @Test
    void everyScreenFitsAPhoneAndComplainsOfNothing() {
        signIn();
        page.setViewportSize(375, 800);
        for (var screen : List.of(
                "Overview", "Payouts", "Customers", "API keys", "Callbacks", "Allowlist", "Users", "Your account")) {
            screens.button(screen.equals("Your account") ? "Account of " + username() : "Menu")
                    .click();
            page.locator(screen.equals("Your account") ? "#account" : "#navigation")
                    .getByText(screen, new com.microsoft.playwright.Locator.GetByTextOptions().setExact(true))
                    .click();
            screens.shows(screen);
            assertThat(screens.obstacles()).as(screen).isEmpty();
        }
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void ownersLetOthersInWhoMayOnlyLook() {
        signIn();
        go("Users");
        screens.button("Add a user").click();
        screens.field("Username").fill("chai");
        screens.answer("Add the user").click();
        var first = screens.takeSecret();
        screens.button("Remove chai").waitFor();
        try (var other = browser.visit(Window.DESK)) {
            var theirs = new Screens(other.page());
            other.page().navigate(url("/test/keys"));
            theirs.field("Username").fill("chai");
            theirs.field("Password").fill(first);
            theirs.button("Sign in").click();
            theirs.shows("API keys");
            assertThat(theirs.button("Make a test key").isDisabled()).isTrue();

            screens.button("Remove chai").click();
            screens.answer("Remove the user").click();
            page.waitForCondition(() -> screens.button("Remove chai").count() == 0);
            theirs.entry("Callbacks").click();
            theirs.shows("Sign in");
        }
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void anAddressThatWasRemovedInAnotherTabDoesNotComeBack() {
        signIn();
        go("Allowlist");
        screens.field("Addresses or ranges").fill("203.0.113.7");
        screens.button("Add").click();
        screens.button("Remove 203.0.113.7").waitFor();
        try (var tab = page.context().newPage()) {
            tab.navigate(page.url());
            var other = new Screens(tab);
            other.button("Remove 203.0.113.7").click();
            other.answer("Remove the address").click();
            tab.waitForCondition(() -> other.button("Remove 203.0.113.7").count() == 0);
        }
        // This tab still shows it, and adds another one.
        screens.field("Addresses or ranges").fill("203.0.113.8");
        screens.button("Add").click();
        screens.button("Remove 203.0.113.8").waitFor();
        assertThat(screens.button("Remove 203.0.113.7").count()).isZero();
    }

    @Test
    void theAllowlistAndRequestSigningAreChangedByHand() {
        signIn();
        go("Allowlist");
        assertThat(page.locator("main").textContent()).contains("127.0.0.1", "which is allowed");
        screens.field("Addresses or ranges").fill("203.0.113.7, not-an-address");
        screens.button("Add").click();
        page.locator(".wrong:visible").waitFor();
        assertThat(page.locator(".wrong:visible").textContent()).contains("not-an-address");
        screens.field("Addresses or ranges").fill("203.0.113.7 2001:db8::/32");
        screens.button("Add").click();
        screens.button("Remove 2001:db8::/32").click();
        screens.answer("Remove the address").click();
        page.waitForCondition(() -> screens.button("Remove 2001:db8::/32").count() == 0);

        var key = makeKey("Signed");
        screens.link("Signed").click();
        screens.shows("API key");
        screens.button("Turn on").click();
        screens.answer("Turn signing on").click();
        assertThat(screens.takeSecret()).startsWith("hs_");
        screens.button("Require signatures").waitFor();
        var merchant = new Merchant(
                service.port(),
                key,
                UUID.fromString(credentials.get("organization_id").asText()));
        merchant.get("/v1/balance").expect(200);
        page.reload();
        page.getByText("1 request without a signature since").waitFor();
        screens.button("Require signatures").click();
        assertThat(screens.dialog().locator(".notice.failure").textContent())
                .contains("1 request came without a signature");
        screens.answer("Require signatures").click();
        page.locator("[data-signing=required]").waitFor();
        await().atMost(SOON).until(() -> merchant.get("/v1/balance").code().equals("SIGNATURE_MISSING"));
        screens.button("Revoke").click();
        screens.answer("Revoke the key").click();
        page.locator("[data-status=revoked]").waitFor();
        await().atMost(SOON).until(() -> merchant.get("/v1/balance").code().equals("API_KEY_REVOKED"));
        assertThat(visit.complaints()).allMatch(complaint -> complaint.contains("400"));
    }
}

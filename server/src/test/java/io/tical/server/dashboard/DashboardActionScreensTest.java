package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.tical.common.BankCode;
import io.tical.common.Json;
import io.tical.server.InBrowser;
import io.tical.server.access.Scope;
import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What owners do, in a real browser: asked once, with its consequences, and once although an answer is lost. */
@InBrowser
class DashboardActionScreensTest extends RecordedScreens {
    private static final String PAYOUT = "019aa3c4-1020-7c21-9f3e-5b1d2a7e3f20";
    private static final String PAYIN = "019aa3c4-2040-7c21-9f3e-5b1d2a7e5340";
    private static final String PAYOUT_SCREEN = "/test/payouts/" + PAYOUT;

    private ObjectNode recorded(String path, String status, String... actions) {
        var object = (ObjectNode) service.recorded("GET " + path);
        var words = object.put("status", status).putArray("actions");
        List.of(actions).forEach(words::add);
        service.answer("GET " + path, object);
        return object;
    }

    private ObjectNode payout(String status, String... actions) {
        return recorded("/api/payouts/" + PAYOUT, status, actions);
    }

    private static JsonNode body(Request request) throws Exception {
        return Json.mapper().readTree(request.postData());
    }

    private void asViewer() {
        service.answer("GET /api/session", ((ObjectNode) service.recorded("GET /api/session")).put("role", "viewer"));
    }

    @Test
    void aPayoutIsCancelledByWhoHasReadWhatHappens() {
        payout("processing", "cancel", "test_confirm");
        service.answer(
                "POST /api/payouts/" + PAYOUT + "/cancel",
                payout("processing", "cancel").put("status", "cancelled"));
        open(PAYOUT_SCREEN, "Payout");
        screens.button("Cancel the payout").click();
        assertThat(screens.dialog().textContent())
                .contains("1,200,000.00", "Somchai Jaidee", "KBANK 1234567890", "order-20481")
                .contains("Nothing is sent to Somchai Jaidee.")
                .contains("It returns 1,200,025.00 THB to the available test balance.");
        assertThat(screens.dialog().locator(".primary")).hasText("Keep the payout");
        assertThat(screens.focused()).isEqualTo("button Keep the payout");
        page.keyboard().press("Enter");
        page.waitForFunction("() => !document.querySelector('dialog')");
        assertThat(service.requests()).noneMatch(request -> request.startsWith("POST"));

        screens.button("Cancel the payout").click();
        var sent = page.waitForRequest("**/cancel", () -> {
            payout("cancelled");
            screens.answer("Cancel the payout").click();
        });
        assertThat(sent.headerValue("Idempotency-Key")).matches("[0-9a-f]{32}");
        page.locator(".card-head [data-status=cancelled]").waitFor();
        assertThat(page.getByText("The payout is cancelled, and 1,200,025.00 THB is available again"))
                .isVisible();
        assertThat(screens.button("Cancel the payout")).hasCount(0);
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void aLostAnswerIsAskedForAgainWithTheSameKeyAndAnotherIntentHasAnother() {
        payout("processing", "cancel");
        service.answer(
                "POST /api/payouts/" + PAYOUT + "/cancel",
                payout("processing", "cancel").put("status", "success"));
        var keys = new ArrayList<String>();
        page.route("**/cancel", route -> {
            keys.add(route.request().headerValue("Idempotency-Key"));
            if (keys.size() == 1) {
                route.abort();
            } else {
                route.resume();
            }
        });
        open(PAYOUT_SCREEN, "Payout");
        screens.button("Cancel the payout").click();
        screens.answer("Cancel the payout").click();
        assertThat(screens.dialog().locator("[role=alert]"))
                .containsText("it is not known whether this was done. Try again: it takes effect only once.");
        screens.answer("Cancel the payout").click();
        // The answer tells what became of it: it had been delivered.
        assertThat(page.getByText("The payout is success already; nothing was changed"))
                .isVisible();
        screens.button("Cancel the payout").click();
        screens.answer("Cancel the payout").click();
        page.waitForFunction("() => !document.querySelector('dialog')");
        assertThat(keys).hasSize(3);
        assertThat(keys.get(1)).isEqualTo(keys.get(0));
        assertThat(keys.get(2)).isNotEqualTo(keys.get(0));
    }

    @Test
    void leavingAfterALostAnswerShowsWhatBecameOfIt() {
        payout("processing", "cancel");
        page.route("**/cancel", Route::abort);
        open(PAYOUT_SCREEN, "Payout");
        screens.button("Cancel the payout").click();
        screens.answer("Cancel the payout").click();
        assertThat(screens.dialog().locator("[role=alert]")).isVisible();
        payout("cancelled");
        screens.answer("Keep the payout").click();
        page.locator(".card-head [data-status=cancelled]").waitFor();
    }

    @Test
    void aRefusalSaysWhyAndKeepsTheDialog() {
        payout("processing", "cancel");
        service.refuse(
                "POST /api/payouts/" + PAYOUT + "/cancel",
                409,
                "PAYOUT_STATUS_TRANSITION_INVALID",
                "This payout was already sent to the bank and cannot be cancelled. Wait for its outcome; what is not"
                        + " delivered returns to the balance.");
        open(PAYOUT_SCREEN, "Payout");
        screens.button("Cancel the payout").click();
        screens.answer("Cancel the payout").click();
        assertThat(screens.dialog().locator("[role=alert]"))
                .containsText(
                        "This payout was already sent to the bank and cannot be cancelled. Wait for its outcome; what"
                                + " is not delivered returns to the balance.");
    }

    @Test
    void viewersAndLiveModeAreOfferedNothingThatWouldBeRefused() {
        payout("processing");
        open("/live/balances", "Balances");
        assertThat(screens.button("Add test money")).hasCount(0);
        service.answer("GET /api/sandbox/top-up", "{\"enabled\": false, \"amount_minor_max\": 10000000}");
        open("/test/balances", "Balances");
        assertThat(screens.button("Add test money")).hasCount(0);
        asViewer();
        for (var screen : List.of("Payins", "Payouts", "Customers", "Balances")) {
            open("/test/" + screen.toLowerCase(java.util.Locale.ROOT), screen);
            assertThat(page.locator("main .screen-head button")).hasCount(0);
        }
        open(PAYOUT_SCREEN, "Payout");
        assertThat(page.locator("main button:not(.copy)")).hasCount(0);
    }

    @Test
    void aPayLinkIsCreatedAndShownWithItsQrCode() throws Exception {
        var payin =
                recorded("/api/payins/" + PAYIN, "pending", "cancel").put("paypage_url", "https://pay.example/pay/abc");
        service.answer("GET /api/payins/" + PAYIN, payin);
        service.answer("POST /api/payins", payin);
        page.route(
                "**/pay-page.svg",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("image/svg+xml")
                        .setBody("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>")));
        open("/live/payins", "Payins");
        screens.button("Create a pay link").click();
        assertThat(screens.field("Reference").inputValue()).matches("link-[0-9a-f]{8}");
        screens.field("Amount").fill("12,5");
        screens.answer("Create the pay link").click();
        assertThat(screens.dialog()).containsText("Enter an amount in THB, such as 1,500.00");
        screens.field("Amount").fill("1,500.5");
        assertThat(screens.dialog())
                .containsText("anyone who has its link can pay 1,500.50 THB, once, until it expires.");
        screens.field("Reference").fill(" invoice-7 ");
        assertThat(screens.obstacles()).isEmpty();
        var sent = page.waitForRequest(
                request -> request.url().endsWith("/api/payins")
                        && request.method().equals("POST"),
                () -> screens.answer("Create the pay link").click());
        assertThat(body(sent).toString())
                .contains("\"amount\":150050", "\"currency\":\"THB\"", "\"environment\":\"live\"")
                .contains("\"order_ref\":\"invoice-7\"", "\"channel\":\"qrcode\"", "\"notes\":null");
        screens.shows("Payin");
        assertThat(page.locator(".pay-link code")).hasText("https://pay.example/pay/abc");
        assertThat(page.getByAltText("QR code of the pay link")).isVisible();
        screens.button("Copy link").click();
        assertThat(page.evaluate("() => navigator.clipboard.readText()")).isEqualTo("https://pay.example/pay/abc");
        for (var width : new int[] {375, 1024}) {
            page.setViewportSize(width, 800);
            assertThat(screens.obstacles()).isEmpty();
        }
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void aDepositsPageIsCopiedAndOpened() {
        var deposit = recorded("/api/payins/" + PAYIN, "pending", "cancel")
                .putNull("paypage_url")
                .put("channel", "crypto")
                .put("deposit_page_url", "https://pay.example/deposit/abc");
        service.answer("GET /api/payins/" + PAYIN, deposit);
        open("/live/payins/" + PAYIN, "Payin");
        screens.button("Copy link").click();
        assertThat(page.evaluate("() => navigator.clipboard.readText()")).isEqualTo("https://pay.example/deposit/abc");
        assertThat(page.locator(".pay-link a", new Page.LocatorOptions().setHasText("Open")))
                .hasAttribute("href", "https://pay.example/deposit/abc");
        // Also when nobody pays it any more.
        service.answer("GET /api/payins/" + PAYIN, deposit.put("status", "success"));
        open("/live/payins/" + PAYIN, "Payin");
        assertThat(page.locator(".pay-link")).hasCount(0);
        screens.button("Copy address of the deposit page").click();
        assertThat(page.locator("main a[href='https://pay.example/deposit/abc']"))
                .hasText("Open");
    }

    @Test
    void anAccountIsRegisteredWithItsBank() throws Exception {
        var customer = service.recorded("GET /api/customers").at("/data/0");
        service.answer(
                "POST /api/customers",
                customer.isMissingNode()
                        ? service.recorded("GET /api/customers").get(0)
                        : customer);
        open("/live/customers", "Customers");
        screens.button("Register an account").click();
        screens.answer("Register the account").click();
        assertThat(screens.dialog().locator(".wrong:visible")).hasText(new String[] {
            "Choose the bank", "Enter the 6 to 20 digits of the account number", "Enter the name of the account holder"
        });
        var banks = screens.dialog().locator("select[name=bank_code] option");
        for (var value : banks.all().stream()
                .skip(1)
                .map(one -> one.getAttribute("value"))
                .toList()) {
            assertThat(BankCode.of(value, "THB")).contains(value);
            assertThat(BankCode.number(value)).isPresent();
        }
        screens.field("Bank").first().selectOption("KBANK");
        screens.field("Account number").fill("123-4-56789-0");
        screens.field("Account holder").fill("Malee Srisuk");
        assertThat(screens.dialog())
                .containsText("payouts to it may wait for a review until the operator has verified it.");
        var sent = page.waitForRequest(
                request -> request.url().endsWith("/api/customers")
                        && request.method().equals("POST"),
                () -> screens.answer("Register the account").click());
        assertThat(body(sent).toString())
                .isEqualTo("{\"currency\":\"THB\",\"bank_code\":\"KBANK\",\"account_no\":\"1234567890\","
                        + "\"holder_name\":\"Malee Srisuk\",\"environment\":\"live\"}");
        screens.shows("Customers");
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void aKeyBeginsWithNoScopeAndSaysWhatItCanDo() throws Exception {
        open("/live/keys", "API keys");
        screens.button("Make a live key").click();
        assertThat(screens.dialog().locator("input:checked")).hasCount(0);
        screens.field("Name").fill("Till");
        screens.answer("Make the key").click();
        assertThat(screens.dialog().locator(".wrong:visible"))
                .hasText("Choose at least one scope: a key without scopes could do nothing");
        assertThat(service.requests()).doesNotContain("POST /api/keys");

        screens.answer("Accept payments").click();
        assertThat(screens.dialog().locator(".consequences"))
                .containsText("It can create payins and cancel them, verify transfer slips and read payins."
                        + "It cannot send money out of your balance.");
        assertThat(screens.answer("Accept payments")).hasAttribute("aria-pressed", "true");
        screens.answer("Read only").click();
        assertThat(screens.dialog().locator(".consequences"))
                .containsText("It cannot create payins, send money out of your balance or change anything.");
        screens.answer("Send money").click();
        assertThat(screens.dialog().locator(".consequences").textContent())
                .contains("send payouts from your balance", "It cannot create payins.")
                .contains("Whoever has this key can send away your whole balance, from any address on the allowlist.");
        var sent = page.waitForRequest(
                "**/api/keys", () -> screens.answer("Make the key").click());
        assertThat(body(sent).get("scopes"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrder(
                        "payouts:read",
                        "payouts:write",
                        "customers:read",
                        "customers:write",
                        "balance:read",
                        "bank:verify");
        screens.takeSecret();
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void everyScopeIsExplained() {
        open("/live/keys", "API keys");
        Modules.offer(visit.context());
        for (var scope : Scope.values()) {
            assertThat((List<?>) Modules.call(page, "scopes", "powers", List.of(scope.word())))
                    .as(scope.word())
                    .isNotEmpty()
                    .first()
                    .asString()
                    .startsWith("It can ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    off      |
                    optional | The new key has request signing too, not required yet, with a new signing secret
                    required | Requests with the new key must be signed too, with a new signing secret
                    """)
    void whoRegeneratesAKeyIsToldInRedWhatBecomesOfItsSigning(String signing, String warning) {
        var keys = service.recorded("GET /api/keys");
        ((ObjectNode) keys.get(0)).put("signing", signing);
        service.answer("GET /api/keys", keys);
        open("/test/keys/" + keys.get(0).get("id").asText(), "API key");
        screens.button("Regenerate").click();
        assertThat(screens.dialog()).containsText("The old key is revoked");
        var red = screens.dialog().locator(".notice.failure");
        if (warning == null) {
            assertThat(red).hasCount(0);
        } else {
            assertThat(red).containsText(warning);
        }
        assertThat(screens.focused()).isEqualTo("button Keep the key");
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void whoeverSavesWhatAnotherTabHasChangedIsToldWhatToDo() {
        open("/live/pay-page", "Pay page");
        screens.field("Name").fill("From the second tab");
        service.answer(
                "GET /api/pay-page",
                ((ObjectNode) service.recorded("GET /api/pay-page"))
                        .put("display_name", "From the first tab")
                        .put("version", "1123456789abcdef"));
        var refused = Problem.Conflict.changed("pay_page");
        service.refuse("PUT /api/pay-page", 409, refused.code(), Objects.requireNonNull(refused.getMessage()));
        screens.button("Save").click();
        assertThat(page.getByRole(AriaRole.ALERT))
                .containsText(
                        "The pay page has changed since you loaded it. Load it again and decide on its current state.");
        assertThat(screens.field("Name")).hasValue("From the second tab");
        screens.button("Load it again").click();
        assertThat(screens.field("Name")).hasValue("From the first tab");
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
    }

    @Test
    void aWideOpenAllowlistAsksOnceWithItsConsequence() {
        service.answer(
                "GET /api/ip-allowlist",
                Json.mapper().valueToTree(Map.of("entries", List.of("127.0.0.1"), "your_address", "127.0.0.1")));
        service.answer("POST /api/ip-allowlist/add", service.recorded("GET /api/ip-allowlist"));
        open("/live/allowlist", "Allowlist");
        screens.field("Addresses or ranges").fill("0.0.0.0/0, 10.0.0.0/4");
        screens.button("Add").click();
        assertThat(screens.dialog()).containsText("0.0.0.0/0 is every IPv4 address that there is.");
        assertThat(screens.dialog()).containsText("10.0.0.0/4 has 268,435,456 addresses.");
        assertThat(screens.dialog().locator(".primary")).hasText("Do not allow it");
        page.keyboard().press("Enter");
        page.waitForFunction("() => !document.querySelector('dialog')");
        assertThat(service.requests()).doesNotContain("POST /api/ip-allowlist/add");

        screens.button("Add").click();
        screens.answer("Allow the ranges").click();
        assertThat(page.getByText("2 addresses and ranges are allowed")).isVisible();
        assertThat(service.requests()).contains("POST /api/ip-allowlist/add");
        // A usual range is not asked about.
        screens.field("Addresses or ranges").fill("10.0.0.0/8");
        screens.button("Add").click();
        assertThat(page.getByText("10.0.0.0/8 is allowed")).isVisible();
        assertThat(visit.complaints()).isEmpty();
    }
}

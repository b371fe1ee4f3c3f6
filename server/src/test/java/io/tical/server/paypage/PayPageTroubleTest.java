package io.tical.server.paypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import io.tical.server.Browser;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import io.tical.server.payin.PayinStatus;
import io.tical.server.slip.SentSlip.Doubt;
import io.tical.server.slip.Slip.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page where networks fail, browsers are old or strict, and payers press twice, go back, or have it open twice. */
@InBrowser
class PayPageTroubleTest {
    private static final Window PHONE = new Window(360, 740, false);
    /** With the jitter of the page. */
    private static final Duration AFTER_A_MINUTE = Duration.ofSeconds(75);

    private static final String SHOP = "https://shop.example/orders?id=1";

    private static PayHost host;
    private static Browser browser;
    private static FilePayload slip;

    private Browser.Visit visit;
    private Page page;
    private StoppedClock clock;

    @BeforeAll
    static void start(Browser shared) {
        host = new PayHost();
        browser = shared;
        slip = new FilePayload("slip.png", "image/png", DrawnSlip.of(DrawnSlip.reference(), "1,250.37", "บจ. บ้านสวน"));
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @BeforeEach
    void visit() {
        visit = browser.visit(PHONE);
        page = visit.page();
    }

    @AfterEach
    void leave() {
        try {
            assertThat(visit.complaints()).isEmpty();
        } finally {
            visit.close();
        }
    }

    /** Seconds pass when the test says so. */
    private void stopTheClock() {
        clock = new StoppedClock(page);
    }

    private void open(SamplePayment sample) {
        page.navigate(host.put(sample));
    }

    private Locator heading(String name) {
        return page.getByRole(
                AriaRole.HEADING, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void anOutageIsToldQuietlyAndThePageComesBackByItself() {
        var sample = new SamplePayment();
        stopTheClock();
        open(sample);
        page.route("**/pay-api/**", route -> route.abort());
        clock.passUntilSeen(page.getByText("This page cannot be updated now. Trying again"));
        page.unroute("**/pay-api/**");
        sample.status = PayinStatus.SUCCESS;
        host.put(sample);
        clock.passUntilSeen(heading("Payment received"));
        assertThat(page.getByText("This page cannot be updated now. Trying again"))
                .isHidden();
        visit.complaints().removeIf(complaint -> complaint.contains("ERR_FAILED"));
    }

    @Test
    void aNetworkThatSwallowsRequestsIsNotWaitedForForEver() {
        var sample = new SamplePayment();
        stopTheClock();
        open(sample);
        page.route("**/pay-api/**", route -> {});
        clock.passUnansweredUntilSeen(page.getByText("This page cannot be updated now. Trying again"));
        assertThat(page.locator("#waits")).isHidden();
        page.unroute("**/pay-api/**");
        sample.status = PayinStatus.SUCCESS;
        host.put(sample);
        clock.passUntilSeen(heading("Payment received"));
    }

    @Test
    void whereEventsAreRefusedThePaymentIsPolled() {
        page.route("**/events", route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
        var sample = new SamplePayment();
        stopTheClock();
        open(sample);
        sample.status = PayinStatus.SUCCESS;
        host.put(sample);
        clock.passUntilSeen(heading("Payment received"));
        visit.complaints().removeIf(complaint -> complaint.contains("503"));
    }

    @Test
    void whoGoesBackFromTheShopIsNotSentAwayAgain() {
        page.route("https://shop.example/**", route -> route.fulfill(new Route.FulfillOptions().setBody("shop")));
        stopTheClock();
        var sample = SamplePayment.of(PayinStatus.SUCCESS);
        sample.redirectUrl = SHOP;
        open(sample);
        clock.pass(5_100);
        page.waitForURL(SHOP);
        visit.complaints().removeIf(complaint -> complaint.startsWith("asked for https://shop.example/"));
        page.goBack();
        for (int i = 0; i < 2; i++) {
            assertThat(heading("Payment received")).isVisible();
            clock.pass(10_000);
            assertThat(page.locator("#return")).isHidden();
            assertThat(page.locator("#return-link")).isVisible();
            assertThat(page).hasURL(host.page(sample, ""));
            page.reload();
        }
    }

    @Test
    void pressingTwiceSendsOneSlip() {
        open(new SamplePayment());
        page.locator("#file").setInputFiles(slip);
        var before = host.slips().received().size();
        page.setViewportSize(1280, 1200);
        var held = new ArrayList<Route>();
        page.route("**/slip", held::add);
        // The way to give up comes to where the second press falls.
        var box = button("Send slip").boundingBox();
        button("Send slip").dblclick(new Locator.DblclickOptions().setPosition(box.width - 24, box.height / 2));
        page.waitForCondition(() -> !held.isEmpty());
        held.getFirst().resume();
        heading("We are checking your slip").waitFor();
        assertThat(host.slips().received()).hasSize(before + 1);
    }

    @Test
    void aSlowNetworkShowsHowFarItIsAndCanBeGivenUp() {
        stopTheClock();
        open(new SamplePayment());
        var network = new JsonObject();
        network.addProperty("offline", false);
        network.addProperty("latency", 50);
        network.addProperty("downloadThroughput", 50_000);
        network.addProperty("uploadThroughput", 4_000);
        var devtools = visit.context().newCDPSession(page);
        devtools.send("Network.enable");
        devtools.send("Network.emulateNetworkConditions", network);
        page.locator("#file").setInputFiles(slip);
        button("Send slip").click();
        assertThat(page.locator("#percent")).containsText("Sending");
        page.keyboard().press("Enter");
        assertThat(page.locator("#percent")).containsText("Sending");
        page.keyboard().press("Tab");
        assertThat(button("Cancel")).isFocused();
        page.keyboard().press("Enter");
        assertThat(button("Send slip")).isFocused();
        assertThat(page.locator("#file-name")).hasText("slip.png");
        network.addProperty("uploadThroughput", -1);
        network.addProperty("latency", 0);
        devtools.send("Network.emulateNetworkConditions", network);
        button("Send slip").click();
        heading("We are checking your slip").waitFor();
    }

    @Test
    void anotherSlipDuringTheCheckIsConfirmed() {
        var sample = new SamplePayment();
        host.slips().stand(sample, TestSlips.checking(5));
        open(sample);
        page.locator("#file").setInputFiles(slip);
        button("Send slip").click();
        assertThat(page.locator("#arrived")).hasText("Your slip has arrived. We are checking it.");
        assertThat(page.locator("#file")).isFocused();
    }

    @Test
    void aPageThatChecksDoesNotPromiseToUpdateWithoutAConnection() {
        open(new SamplePayment());
        page.locator("#file").setInputFiles(slip);
        button("Send slip").click();
        heading("We are checking your slip").waitFor();
        var promise =
                page.getByText("This page updates automatically").filter(new Locator.FilterOptions().setVisible(true));
        assertThat(promise).hasCount(1);
        visit.context().setOffline(true);
        assertThat(page.locator("#offline")).containsText("cannot be updated now");
        assertThat(promise).hasCount(0);
        visit.context().setOffline(false);
        assertThat(promise).hasCount(1);
        visit.complaints().removeIf(complaint -> complaint.contains("ERR_INTERNET_DISCONNECTED"));
    }

    @Test
    void theWayToPayIsATouchAwayWhileASlipIsChecked() {
        var sample = new SamplePayment();
        open(sample);
        page.locator("#file").setInputFiles(slip);
        button("Send slip").click();
        heading("We are checking your slip").waitFor();
        assertThat(page.locator("#account-number")).isHidden();
        assertThat(page.locator("#fold-time")).hasText(Pattern.compile("0\\d:\\d\\d"));
        page.getByText("How to pay").click();
        assertThat(page.locator("#account-number")).isVisible();
        assertThat(page.locator("#qr")).isVisible();
        assertThat(page.getByText("Transfer only if you have not transferred yet"))
                .isVisible();
        page.reload();
        assertThat(page.locator("#account-number")).isHidden();
        page.getByText("How to pay").click();
        assertThat(page.locator("#account-number")).hasText("012-3-45678-9");
        host.slips().stand(sample, TestSlips.rejected(Reason.UNREADABLE, 8));
        page.reload();
        assertThat(page.locator("#account-number")).isVisible();
        assertThat(page.locator("#time")).isVisible();
    }

    @Test
    void theWayToPayIsOpenWhereThePageAsksForAnotherTransfer() {
        var sample = new SamplePayment();
        host.slips().stand(sample, TestSlips.checking(9));
        stopTheClock();
        open(sample);
        assertThat(page.locator("#account-number")).isHidden();
        host.slips().stand(sample, TestSlips.doubted(Doubt.DUPLICATE, 9));
        clock.passUntilSeen(page.locator("#rejected-why").getByText("This slip was used for another payment"));
        assertThat(page.locator("#account-number")).isVisible();
        // The payer may fold it again.
        page.getByText("How to pay").click();
        clock.pass(11_000);
        assertThat(page.locator("#account-number")).isHidden();
        page.reload();
        assertThat(page.locator("#account-number")).isVisible();
    }

    @Test
    void nothingLooksPayableOnceTheTimeIsUp() {
        var sample = new SamplePayment();
        stopTheClock();
        page.route("**/pay-api/**", route -> {});
        open(sample);
        clock.pass(Duration.between(Instant.now(), sample.expiresAt).toMillis());
        clock.passAnywayUntilSeen(page.locator("#waiting", new Page.LocatorOptions().setHasText("Time is up.")));
        assertThat(page.locator("#waiting")).hasText("Time is up. Checking the status of this payment …");
        for (var payable : List.of("#amount", "#account-number", "#qr", "#save", ".exact", ".strip")) {
            assertThat(page.locator(payable)).isHidden();
        }
        assertThat(page.locator("#file")).isVisible();
    }

    @Test
    void conditionsCannotBeAcceptedOnceTheTimeIsUp() {
        var sample = SamplePayment.matched();
        stopTheClock();
        page.route("**/pay-api/**", route -> {});
        open(sample);
        clock.pass(Duration.between(Instant.now(), sample.expiresAt).toMillis());
        clock.passAnywayUntilSeen(page.locator("#waiting", new Page.LocatorOptions().setHasText("Time is up.")));
        assertThat(page.locator("#waiting")).hasText("Time is up. Checking the status of this payment …");
        assertThat(page.locator("#accept")).isHidden();
    }

    @Test
    void aLostNetworkIsSaidAtOnceAndNothingElseIsWaitedFor() {
        var sample = new SamplePayment();
        stopTheClock();
        open(sample);
        assertThat(page.locator("#waits")).isVisible();
        page.context().setOffline(true);
        assertThat(page.getByText("This page cannot be updated now. Trying again"))
                .isVisible();
        assertThat(page.locator("#waits")).isHidden();
        page.context().setOffline(false);
        clock.passUntilSeen(page.locator("#waits"));
        assertThat(page.getByText("This page cannot be updated now. Trying again"))
                .isHidden();
        visit.complaints().removeIf(complaint -> complaint.contains("ERR_INTERNET_DISCONNECTED"));
    }

    /** It was sent before the connection was lost, and read after it. */
    @Test
    void anAnswerThatWasOnItsWayDoesNotSayThatThereIsAConnection() {
        stopTheClock();
        open(new SamplePayment());
        var held = new ArrayList<Route>();
        page.route(Pattern.compile("/pay-api/(?!.*/events$)"), held::add);
        page.waitForCondition(() -> {
            if (held.isEmpty()) {
                clock.pass(1_000);
            }
            return !held.isEmpty();
        });
        page.context().setOffline(true);
        var lost = page.getByText("This page cannot be updated now. Trying again");
        assertThat(lost).isVisible();

        var answered = held.getFirst();
        answered.fulfill(new Route.FulfillOptions().setResponse(answered.fetch()));

        // The page asks again at once, without a connection.
        page.waitForCondition(() -> held.size() > 1);
        assertThat(lost).isVisible();
        held.get(1).abort("internetdisconnected");
        assertThat(lost).isVisible();
        page.context().setOffline(false);
        visit.complaints().removeIf(complaint -> complaint.contains("ERR_INTERNET_DISCONNECTED"));
    }

    @Test
    void aSlipThatWasRejectedIsNotBeingChecked() {
        var sample = new SamplePayment();
        stopTheClock();
        open(sample);
        page.locator("#file").setInputFiles(slip);
        button("Send slip").click();
        assertThat(page.locator("#arrived")).hasText("Your slip has arrived. We are checking it.");
        host.slips().stand(sample, TestSlips.rejected(Reason.UNREADABLE, 9));
        clock.passUntilSeen(page.locator("#rejected-why").getByText("Your slip could not be read"));
        assertThat(page.locator("#arrived")).isHidden();
    }

    @Test
    void aRefundIsFollowedToItsEnd() {
        var sample = SamplePayment.of(PayinStatus.REJECTED);
        stopTheClock();
        open(sample);
        assertThat(page.getByText("is returning your payment to you")).isVisible();
        sample.status = PayinStatus.REFUNDED;
        host.put(sample);
        clock.passUntilSeen(heading("Your payment was returned"));
    }

    @Test
    void whatBecomesOfAPaymentThatSucceededIsShownOnThePageThatIsStillOpen() {
        var sample = SamplePayment.of(PayinStatus.SUCCESS);
        stopTheClock();
        open(sample);
        assertThat(heading("Payment received")).isVisible();
        sample.paid = 100_000L;
        host.put(sample);
        clock.passAnswered(AFTER_A_MINUTE);
        page.locator(".brief").getByText("฿1,000.00").waitFor();
        sample.status = PayinStatus.REJECTED;
        host.put(sample);
        clock.passAnswered(AFTER_A_MINUTE);
        page.getByText("is returning your payment to you").waitFor();
        sample.status = PayinStatus.REFUNDED;
        host.put(sample);
        clock.passUntilSeen(heading("Your payment was returned"));
    }

    @Test
    void aPaymentThatSucceededIsAskedForRarelyAndNotWhileThePageIsHidden() {
        var asked = new AtomicInteger();
        page.onRequest(request -> {
            if (request.url().contains("/pay-api/")) {
                assertThat(request.url()).doesNotContain("/events");
                asked.incrementAndGet();
            }
        });
        var sample = SamplePayment.of(PayinStatus.SUCCESS);
        stopTheClock();
        open(sample);
        clock.passAnswered(Duration.ofMinutes(10));
        assertThat(asked.get()).isBetween(8, 10);

        hide(true);
        var before = asked.get();
        clock.passAnswered(Duration.ofMinutes(10));
        assertThat(asked.get()).isEqualTo(before);
        sample.status = PayinStatus.REJECTED;
        host.put(sample);
        hide(false);
        page.getByText("is returning your payment to you").waitFor();
    }

    /** Another tab is shown, or this one is again. */
    private void hide(boolean hidden) {
        page.evaluate(
                "hidden => {"
                        + " Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
                        + " document.dispatchEvent(new Event('visibilitychange')); }",
                hidden);
    }

    @Test
    void whatTheServiceRefusesIsSaidAndAnotherCanBeChosenAtOnce() {
        open(new SamplePayment());
        page.route(
                "**/slip",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(400)
                        .setContentType("application/json")
                        .setBody("{\"success\":false,\"code\":\"IMAGE_UNREADABLE\"}")));
        page.locator("#file").setInputFiles(slip);
        button("Send slip").click();
        assertThat(page.locator("#refusal")).containsText("We could not open this picture");
        assertThat(page.locator("#file")).isFocused();
        visit.complaints().removeIf(complaint -> complaint.contains("400"));
    }

    @Test
    void aPictureThatIsTooLongToBeReadIsRefusedWithWhatToSend() {
        open(new SamplePayment());
        page.route(
                "**/slip",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(400)
                        .setContentType("application/json")
                        .setBody("{\"success\":false,\"code\":\"IMAGE_TOO_LONG\"}")));
        page.locator("#file").setInputFiles(slip);
        button("Send slip").click();
        assertThat(page.locator("#refusal")).containsText("Take a screenshot of your slip alone");
        visit.complaints().removeIf(complaint -> complaint.contains("400"));
    }

    @Test
    void aConnectionThatBreaksKeepsThePicture() {
        open(new SamplePayment());
        page.route("**/slip", Route::abort);
        page.locator("#file").setInputFiles(slip);
        button("Send slip").click();
        assertThat(page.locator("#refusal")).containsText("The connection was lost. Your picture is still selected");
        page.unroute("**/slip");
        button("Send slip").click();
        heading("We are checking your slip").waitFor();
        visit.complaints().removeIf(complaint -> complaint.contains("ERR_FAILED"));
    }

    @Test
    void whatHappensInOneTabIsSeenInTheOther() {
        var sample = SamplePayment.matched();
        open(sample);
        var other = visit.another();
        other.navigate(host.page(sample, ""));
        page.getByLabel("I have read this and accept it.").check();
        button("Accept and show the account").click();
        heading("Transfer to this account").waitFor();
        other.bringToFront();
        assertThat(other.locator("#account-number")).hasText("407-1-23456-7");
        page.bringToFront();
        page.locator("#file").setInputFiles(slip);
        button("Send slip").click();
        heading("We are checking your slip").waitFor();
        other.bringToFront();
        assertThat(other.locator("h1:visible")).hasText("We are checking your slip");
    }

    @Test
    void whatCannotBeCopiedIsMarked() {
        page.addInitScript("navigator.clipboard.writeText = () => Promise.reject(new Error('no'));"
                + "document.execCommand = () => false;");
        open(new SamplePayment());
        button("Copy the account number").click();
        page.waitForFunction("() => getSelection().toString().trim() === '012-3-45678-9'");
        assertThat(page.locator("#heard")).containsText("Select the text and copy it");
    }

    @Test
    void withoutScriptsItCanBeReadAcceptedAndLookedAtAgain() {
        var asked = new AtomicInteger();
        try (var plain = browser.visit(PHONE, options -> options.setJavaScriptEnabled(false))) {
            plain.page().onRequest(request -> asked.addAndGet(request.url().contains("/pay-api/") ? 1 : 0));
            var matched = SamplePayment.matched();
            plain.page().navigate(host.put(matched));
            assertThat(plain.page().locator("#account-number")).isHidden();
            plain.page().getByLabel("I have read this and accept it.").check();
            plain.page().getByText("Accept and show the account").click();
            assertThat(plain.page().locator("#account-number")).hasText("407-1-23456-7");
            assertThat(plain.page().locator("#account-number")).isVisible();
            assertThat(host.acceptedVersions(matched)).containsExactly(Disclosures.TEXT_VERSION);

            var sample = new SamplePayment();
            plain.page().navigate(host.put(sample));
            assertThat(plain.page().locator("#amount")).hasText("฿1,250.37");
            assertThat(plain.page().locator("#qr svg")).isVisible();
            assertThat(plain.page().locator("#clock")).containsText("Pay before");
            assertThat(plain.page().locator("button:visible, input:visible")).hasCount(0);
            assertThat(plain.page().getByText("To send a slip, allow JavaScript"))
                    .isVisible();
            sample.status = PayinStatus.SUCCESS;
            host.put(sample);
            plain.page().getByText("Check again").click();
            assertThat(plain.page().locator("h1:visible")).hasText("Payment received");
            assertThat(plain.complaints()).isEmpty();
            assertThat(asked).hasValue(0);
        }
    }
}

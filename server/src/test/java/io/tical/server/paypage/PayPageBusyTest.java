package io.tical.server.paypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.tical.server.Browser;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a payer sees whose page was asked for too often: how long to wait, and then the page. */
@InBrowser
class PayPageBusyTest {
    private static final Window PHONE = new Window(360, 740, false);
    /** One request every five seconds, once the first of them are used up: a slow browser is still refused. */
    private static final int PER_MINUTE = 12;

    private PayHost host;

    @BeforeEach
    void start() {
        host = new PayHost(PER_MINUTE);
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private SamplePayment usedUp(SamplePayment sample) {
        host.put(sample);
        while (host.get(PayHost.api(sample, "")).status() == 200) {}
        return sample;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itSaysHowLongAndLoadsItselfAgainWithAndWithoutScripts(boolean scripts, Browser browser) {
        try (var visit = browser.visit(PHONE, options -> options.setJavaScriptEnabled(scripts))) {
            var page = visit.page();
            var sample = usedUp(new SamplePayment());
            page.navigate(host.page(sample, "?lang=en"));
            assertThat(page.locator("h1:visible")).hasText("One moment, please");
            assertThat(page.getByText("It reloads automatically in")).isVisible();
            page.getByText("฿1,250.37").first().waitFor();
            assertThat(page).hasURL(host.page(sample, "?lang=en"));
            visit.complaints().removeIf(complaint -> complaint.contains("429"));
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @Test
    void itSaysSoInThai(Browser browser) {
        try (var visit = browser.visit(PHONE)) {
            var page = visit.page();
            var sample = usedUp(new SamplePayment());
            page.navigate(host.page(sample, "?lang=th"));
            assertThat(page.locator("h1:visible")).hasText("โปรดรอสักครู่");
            assertThat(page.getByText("หน้านี้จะโหลดใหม่เองใน")).isVisible();
        }
    }

    @Test
    void whoAcceptsTheConditionsMeanwhileIsBackOnThePage(Browser browser) {
        var sample = SamplePayment.matched();
        try (var visit = browser.visit(PHONE, options -> options.setJavaScriptEnabled(false))) {
            var page = visit.page();
            page.navigate(host.put(sample));
            while (host.get(PayHost.api(sample, "")).status() == 200) {}
            page.getByLabel("I have read this and accept it.").check();
            page.locator("#consent button").click();
            assertThat(page.locator("h1:visible")).hasText("One moment, please");
            page.locator("#consent").waitFor();
            assertThat(page.url()).startsWith(host.page(sample, "?lang="));
        }
    }

    @Test
    void aPageThatPollsDoesNotAskBeforeItMay(Browser browser) {
        try (var free = new PayHost();
                var visit = browser.visit(PHONE)) {
            var page = visit.page();
            var clock = new StoppedClock(page);
            // A page that is told of changes polls rarely.
            page.route("**/events", route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
            var sample = new SamplePayment();
            page.navigate(free.put(sample));
            var asked = new AtomicInteger();
            page.route(free.url(PayHost.api(sample, "")), route -> {
                asked.incrementAndGet();
                route.fulfill(new Route.FulfillOptions()
                        .setStatus(429)
                        .setContentType("application/json")
                        .setHeaders(Map.of("Retry-After", "30", "X-RateLimit-After", "30"))
                        .setBody("{\"success\":false,\"code\":\"RATE_LIMITED\"}"));
            });
            page.waitForCondition(() -> {
                clock.pass(500);
                return asked.get() == 1;
            });
            // What was answered is heard before anything passes.
            page.evaluate("() => new Promise(resolve => queueMicrotask(resolve))");
            clock.pass(29_000);
            assertThat(asked).hasValue(1);
            page.waitForCondition(() -> {
                clock.pass(1_000);
                return asked.get() == 2;
            });
            assertThat(page.getByRole(
                            AriaRole.HEADING, new Page.GetByRoleOptions().setName("Transfer to this account")))
                    .isVisible();
        }
    }
}

package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.tical.server.Browser;
import io.tical.server.Browser.Visit;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Merchants see what the bank's statements prove; with -Dtical.pictures=true it leaves its pictures in target/pages. */
@InBrowser
class DashboardProofScreensTest {
    private static final boolean PICTURES = Boolean.getBoolean("tical.pictures");
    private static final String PAYIN = "019aa3c4-2040-7c21-9f3e-5b1d2a7e5340";

    private static final List<Integer> WIDTHS = List.of(375, 768, 1280);

    private RecordedApi service;
    private Visit visit;
    private Page page;
    private Screens screens;

    @BeforeEach
    void start(Browser browser) {
        service = new RecordedApi();
        visit = browser.visit(Window.DESK);
        page = visit.page();
        screens = new Screens(page);
    }

    @AfterEach
    void stop() {
        visit.close();
        service.close();
    }

    private void open(String path, String heading) {
        page.navigate(service.url("/dashboard" + path));
        screens.shows(heading);
    }

    private void fits(String name) {
        for (var width : WIDTHS) {
            page.setViewportSize(width, 900);
            assertThat(screens.obstacles()).as(name + " at " + width).isEmpty();
        }
        for (var width : PICTURES ? WIDTHS : List.<Integer>of()) {
            page.setViewportSize(width, 900);
            page.screenshot(new Page.ScreenshotOptions()
                    .setFullPage(true)
                    .setPath(Path.of("target", "pages", name + "-" + width + ".png")));
        }
    }

    @Test
    void aPayinSaysThatTheBankProvedItsPayment() {
        open("/test/payins", "Payins");
        var proved = page.locator("tbody .under", new Page.LocatorOptions().setHasText("Paid by bank transfer"));
        assertThat(proved.count()).isPositive();
        assertThat(proved.first().textContent()).isEqualTo("Paid by bank transfer, proved 21 Nov 2026, 17:21");
        fits("payins");
        open("/live/payins/" + PAYIN, "Payin");
        assertThat(page.locator(".facts").first().textContent())
                .contains("By bank transfer, proved by the bank\u2019s statement 21 Nov 2026, 17:21:20");
        fits("payin");
    }

    @Test
    void theStatementSaysHowMuchOfThePayinsTheBankProves() {
        open("/test/balances", "Balances");
        var results = page.locator("section.card", new Page.LocatorOptions().setHasText("Statement"));
        assertThat(results.textContent())
                .contains(
                        "What the bank proves",
                        "987,654.00 THB212 payins",
                        "980,154.00 THB209 payins",
                        "7,500.00 THB3 payins");
        fits("balances");
        service.answer("GET /api/proved-payins", "{\"count\":0,\"amount\":0,\"proved\":0,\"proved_amount\":0}");
        open("/test/balances", "Balances");
        assertThat(results.textContent())
                .contains("No payin in THB that was created on these days was paid by bank transfer.");
    }
}

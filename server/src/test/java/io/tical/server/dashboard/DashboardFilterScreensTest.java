package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.InBrowser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The filters of lists in a real browser. */
@InBrowser
class DashboardFilterScreensTest extends RecordedScreens {
    private static final String ALL_FILTERS =
            "?status=success&currency=THB&channel=qrcode&from=2026-11-01&to=2026-11-21"
                    + "&amount_min=150050&amount_max=200000&account=1234567890&q=order";

    @AfterEach
    void nothingWentWrong() {
        assertThat(visit.complaints()).isEmpty();
    }

    private String last() {
        return service.requests().getLast();
    }

    @Test
    void everyFilterIsInTheAddressAndComesBackFromIt() {
        open("/test/payins" + ALL_FILTERS, "Payins");
        assertThat(screens.field("Status")).hasValue("success");
        assertThat(screens.field("Currency")).hasValue("THB");
        assertThat(screens.field("Channel")).hasValue("qrcode");
        assertThat(screens.field("From")).hasValue("2026-11-01");
        assertThat(screens.field("To")).hasValue("2026-11-21");
        assertThat(screens.field("Amount from")).hasValue("1500.50");
        assertThat(screens.field("Amount to")).hasValue("2000.00");
        assertThat(screens.field("Account number")).hasValue("1234567890");
        assertThat(screens.field("Search")).hasValue("order");
        var asked = last();
        assertThat(asked)
                .startsWith("GET /api/payins?environment=test&")
                .contains("amount_min=150050", "to=2026-11-21");
        page.reload();
        screens.shows("Payins");
        assertThat(last()).isEqualTo(asked);
        screens.entry("Customers").click();
        screens.shows("Customers");
        page.goBack();
        screens.shows("Payins");
        assertThat(page.url()).endsWith("/payins" + ALL_FILTERS);
        assertThat(screens.field("Amount from")).hasValue("1500.50");
    }

    @Test
    void oneClickClearsAllOfThem() {
        open("/test/payins" + ALL_FILTERS, "Payins");
        screens.button("Clear filters").click();
        page.waitForURL("**/test/payins");
        screens.settled();
        assertThat(screens.focused()).isEqualTo("input Search");
        assertThat(screens.field("Amount from")).hasValue("");
        assertThat(screens.field("Status")).hasValue("");
        assertThat(screens.button("Clear filters")).isHidden();
        assertThat(last()).isEqualTo("GET /api/payins?environment=test");
    }

    @Test
    void furtherFiltersAreShownOnRequestAndTheirNumberIsTold() {
        open("/test/payouts", "Payouts");
        assertThat(screens.field("From")).isHidden();
        var more = page.locator("[aria-controls=more-filters]");
        assertThat(more).hasAttribute("aria-expanded", "false");
        more.focus();
        page.keyboard().press("Enter");
        assertThat(more).hasAttribute("aria-expanded", "true");
        assertThat(screens.focused()).isEqualTo("input From");
        screens.field("From").fill("2026-11-01");
        page.waitForURL("**?from=2026-11-01");
        assertThat(more).hasText("More filters1 set");
        for (var width : new int[] {375, 768, 1024, 1280, 1440}) {
            page.setViewportSize(width, 800);
            assertThat(screens.obstacles()).as("at " + width).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"'', '1,500.5', THB, 150050", "JPY, 1500, JPY, 1500", "KWD, 1.234, KWD, 1234", "USDT, 5, USDT, 5000000"
    })
    void amountsAreTypedAsDecimalsOfTheirCurrency(String chosen, String typed, String currency, String minor) {
        service.answer("GET /api/currencies", """
            [{"code":"THB","scale":2,"active":true},{"code":"JPY","scale":0,"active":true},
             {"code":"KWD","scale":3,"active":true},{"code":"USDT","scale":6,"active":false}]\
            """);
        open("/test/payins", "Payins");
        screens.button("More filters").click();
        screens.field("Currency").selectOption(chosen);
        screens.field("Amount from").fill(typed);
        page.waitForURL("**amount_min=" + minor);
        screens.settled();
        assertThat(screens.field("Currency")).hasValue(currency);
        assertThat(last()).contains("currency=" + currency, "amount_min=" + minor);
        // Without a currency there are no amounts.
        screens.field("Currency").selectOption("");
        page.waitForURL("**/test/payins");
        assertThat(screens.field("Amount from")).hasValue("");
    }

    @ParameterizedTest
    @CsvSource({"transfers, Transfers, organization-transfers", "settlements, Settlements, settlements"})
    void transfersAndSettlementsHaveAmountsToo(String path, String heading, String api) {
        open("/test/" + path, heading);
        screens.button("More filters").click();
        screens.field("Amount from").fill("12.50");
        page.waitForURL("**amount_min=1250");
        screens.settled();
        assertThat(screens.field("Currency")).hasValue("THB");
        assertThat(last()).startsWith("GET /api/" + api + "?").contains("currency=THB", "amount_min=1250");
    }

    @Test
    void aWrongEntrySaysWhatIsWrongAndIsNotApplied() {
        open("/test/payins?currency=THB&from=2026-11-10", "Payins");
        var before = service.requests().size();
        screens.field("Amount from").fill("12.345");
        assertThat(page.locator(".wrong:visible")).hasText("Enter an amount such as 1,500.00");
        assertThat(screens.field("Amount from")).hasAttribute("aria-invalid", "true");
        screens.field("Amount from").fill("20");
        screens.field("Amount to").fill("10");
        assertThat(page.locator(".wrong:visible")).hasText("This amount is below the smallest");
        screens.field("Amount to").fill("");
        screens.field("Amount from").fill("");
        screens.field("Account number").fill("123");
        assertThat(page.locator(".wrong:visible")).hasText("Enter at least 4 digits");
        screens.field("Account number").fill("");
        screens.field("To").fill("2026-11-09");
        assertThat(page.locator(".wrong:visible")).hasText("This day is before the first");
        assertThat(service.requests().subList(before, service.requests().size()))
                .noneMatch(request ->
                        request.contains("to=") || request.contains("account=") || request.contains("amount_max="));
        screens.field("To").fill("2026-11-10");
        page.waitForURL("**to=2026-11-10");
        assertThat(page.locator(".wrong:visible")).hasCount(0);
    }

    @Test
    void nothingFoundSaysWhatMayFindSomething() {
        service.answer("GET /api/payins", "{\"data\": [], \"meta\": {}}");
        open("/test/payins?status=failed&from=2026-11-01", "Payins");
        assertThat(page.locator(".empty"))
                .containsText(
                        "No payins matchA row must match all filters: remove one. Widen the days or the amounts.");
        screens.link("Clear filters").click();
        page.waitForURL("**/test/payins");
        screens.settled();
        assertThat(page.locator(".empty")).containsText("No payins in test mode yet");
    }

    @Test
    void theFileHasTheFiltersThatAreShown() {
        open("/live/payouts?status=failed&cursor=djE6bmV4dA", "Payouts");
        var file = screens.link("Export CSV");
        assertThat(file).hasAttribute("href", "/api/payouts.csv?environment=live&status=failed");
        assertThat(file).hasAttribute("download", "");
        screens.field("Status").selectOption("success");
        page.waitForURL("**?status=success");
        assertThat(file).hasAttribute("href", "/api/payouts.csv?environment=live&status=success");
        for (var path : new String[] {"customers", "balances", "callbacks", "audit"}) {
            page.navigate(service.url("/dashboard/live/" + path));
            assertThat(screens.link("Export CSV")).isVisible();
        }
    }
}

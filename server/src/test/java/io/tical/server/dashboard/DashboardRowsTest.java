package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.options.KeyboardModifier;
import com.microsoft.playwright.options.MouseButton;
import io.tical.server.InBrowser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of lists open where they are clicked, in a real browser. */
@InBrowser
class DashboardRowsTest extends RecordedScreens {
    private Locator row() {
        return page.locator("tr.leads").first();
    }

    /** A cell without a button of its own. */
    private Locator lastCell() {
        return row().locator("td").last();
    }

    private String address() {
        return row().locator("th a").first().getAttribute("href");
    }

    private void opened(String address) {
        page.waitForURL("**" + address.replace("?", "\\?"));
    }

    @ParameterizedTest
    @CsvSource({
        "/test/payins, Payins",
        "/test/payouts, Payouts",
        "/test/settlements, Settlements",
        "/test/transfers, Transfers",
        "/test/customers, Customers",
        "/test/tickets, Tickets",
        "/test/keys, API keys",
        "/test/callbacks, Callbacks"
    })
    void aClickAnywhereInARowOpensItAndSoDoesTheKeyboard(String path, String heading) {
        open(path, heading);
        var address = address();
        lastCell().click();
        opened(address);

        open(path, heading);
        // The row is wide: its edge belongs to no text.
        row().scrollIntoViewIfNeeded();
        var box = row().boundingBox();
        page.mouse().click(box.x + box.width - 3, box.y + box.height / 2);
        opened(address);

        open(path, heading);
        row().locator("th a").first().focus();
        page.keyboard().press("Enter");
        opened(address);
    }

    @Test
    void onAPhoneACardOpensWhereItIsTapped() {
        page.setViewportSize(390, 844);
        open("/test/payouts", "Payouts");
        var address = address();
        var box = row().boundingBox();
        page.mouse().click(box.x + box.width / 2, box.y + box.height - 6);
        opened(address);
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void onAPhoneTheValuesAtTheRightOfACardEndAtOneEdge() {
        page.setViewportSize(390, 844);
        open("/test/payouts/019aa3c4-1020-7c21-9f3e-5b1d2a7e3f20", "Payout");
        var values = page.locator("tr.leads")
                .filter(new Locator.FilterOptions().setHasText("HTTP"))
                .first();
        var edges = values.locator(".aside").all().stream()
                .map(cell -> Math.round(cell.boundingBox().x + cell.boundingBox().width))
                .toList();
        assertThat(edges).hasSize(2);
        assertThat(edges.getFirst()).isEqualTo(edges.getLast());
    }

    @Test
    void aModifierOrTheMiddleButtonOpensANewTab() {
        open("/test/payouts", "Payouts");
        var address = service.url(address());
        for (var target : List.of(lastCell(), row().locator("th a"))) {
            var byModifier = visit.context()
                    .waitForPage(() ->
                            target.click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.CONTROL))));
            byModifier.waitForURL(address);
            assertThat(byModifier.evaluate("() => window.opener")).isNull();
            byModifier.close();
            var byMiddle = visit.context()
                    .waitForPage(() -> target.click(new Locator.ClickOptions().setButton(MouseButton.MIDDLE)));
            byMiddle.waitForURL(address);
            byMiddle.close();
        }
        assertThat(page.url()).endsWith("/dashboard/test/payouts");
    }

    @Test
    void selectingTextAndButtonsOfARowDoNotOpenIt() {
        open("/test/payouts", "Payouts");
        var text = row().locator("td .clip").first();
        var box = text.boundingBox();
        page.mouse().move(box.x + 1, box.y + box.height / 2);
        page.mouse().down();
        page.mouse().move(box.x + box.width - 2, box.y + box.height / 2, new Mouse.MoveOptions().setSteps(5));
        page.mouse().up();
        assertThat((String) page.evaluate("() => getSelection().toString()")).isNotEmpty();
        assertThat(page.url()).endsWith("/dashboard/test/payouts");

        open("/test/customers", "Customers");
        row().locator("button.copy").first().click();
        page.getByText("Account number copied").waitFor();
        assertThat(page.url()).endsWith("/dashboard/test/customers");
    }

    @Test
    void anEntryOfTheAuditLogOpensItsObjectAndItsOtherLinksLeadWhereTheySay() {
        open("/live/audit", "Audit log");
        var entry = page.locator("tr.leads").first();
        var address = entry.getByText("Open", new Locator.GetByTextOptions().setExact(true))
                .first()
                .getAttribute("href");
        entry.locator("time").click();
        opened(address);
        // An entry without a page opens nothing.
        open("/live/audit", "Audit log");
        page.locator("tbody tr:not(.leads) time").first().click();
        assertThat(page.url()).endsWith("/dashboard/live/audit");
        page.locator("tr.leads").first().locator("td a").first().click();
        page.waitForURL("**/dashboard/live/audit?actor=*");
        assertThat(visit.complaints()).isEmpty();
    }
}

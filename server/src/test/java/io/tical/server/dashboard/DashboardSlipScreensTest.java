package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.KeyboardModifier;
import io.tical.server.InBrowser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The slips of a payin in a real browser. */
@InBrowser
class DashboardSlipScreensTest extends RecordedScreens {
    private static final String PAYIN = "019aa3c4-2040-7c21-9f3e-5b1d2a7e5340";
    private static final String SLIPS = "GET /api/payins/" + PAYIN + "/slips";

    private Locator slip(int number) {
        return page.locator("li.slip").nth(number - 1);
    }

    @Test
    void eachSlipTellsWhoPaidWhatAndWhatBecameOfIt() {
        open("/live/payins/" + PAYIN, "Payin");
        assertThat(page.locator("li.slip")).hasCount(2);
        assertThat(slip(1).innerText())
                .contains(
                        "Slip 1",
                        "Rejected",
                        "It shows another amount than was to be paid.",
                        "500.06 THB",
                        "Somchai J.",
                        "KBANK xxxxx6789x",
                        "013013112233AAB00001",
                        "Verified\nYes",
                        "sent by the payer on the pay page")
                .doesNotContain("null", "undefined", "wrong_amount");
        assertThat(slip(2).innerText())
                .contains("Accepted", "It shows a payment of this payin.", "55,500.06 THB", "KBANK")
                .contains("No, our staff read it")
                .doesNotContain("Transferred", "Accepted amount");
        assertThat(screens.obstacles()).isEmpty();
        assertThat(visit.complaints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pending  |              |                | It is being checked.",
                "pending  |              | duplicate      | Its transfer was used before. Our staff decide.",
                "pending  |              | earlier        | It shows a transfer from before the payin was created.",
                "rejected | unreadable   |                | The picture cannot be read.",
                "rejected | not_received |                | The transfer did not arrive.",
                "rejected | a_later_word |                | It does not show the payment of this payin."
            })
    void aSlipSaysInASentenceWhatBecameOfIt(String status, String reason, String doubt, String sentence) {
        var slips = (ArrayNode) service.recorded(SLIPS);
        ((ObjectNode) slips.get(0)).put("status", status).put("reason", reason).put("doubt", doubt);
        service.answer(SLIPS, slips);
        open("/live/payins/" + PAYIN, "Payin");
        assertThat(slip(1)).containsText(sentence);
    }

    @Test
    void thePictureOpensLargeAndInATabOfItsOwn() {
        open("/live/payins/" + PAYIN, "Payin");
        var picture = slip(1).locator("a.picture");
        var address = service.url("/api/payins/" + PAYIN + "/slips/1/image");
        picture.click();
        var large = screens.dialog().locator("img");
        assertThat(large).isVisible();
        page.waitForFunction("() => document.querySelector('dialog img').naturalWidth > 0");
        assertThat(large.boundingBox().width).isGreaterThan(picture.boundingBox().width);
        assertThat(screens.focused()).isEqualTo("button Close");
        assertThat(page.locator("dialog a.button").getAttribute("target")).isEqualTo("_blank");
        page.keyboard().press("Escape");
        assertThat(screens.dialog()).hasCount(0);
        // The keyboard opens it too, and has its place again afterwards.
        assertThat(screens.focused()).isEqualTo("a Picture of slip 1");
        page.keyboard().press("Enter");
        screens.answer("Close").click();

        var tab = visit.context()
                .waitForPage(() ->
                        picture.click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.CONTROL))));
        tab.waitForURL(address);
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void aPayinWithoutASlipSaysWhereSlipsComeFromAndADepositHasNone() {
        service.answer(SLIPS, "[]");
        open("/live/payins/" + PAYIN, "Payin");
        assertThat(page.getByText("Nobody sent a slip for this payin.")).isVisible();

        var payin = (ObjectNode) service.recorded("GET /api/payins/" + PAYIN);
        service.answer(
                "GET /api/payins/" + PAYIN, payin.put("status", "pending").putNull("paypage_url"));
        open("/live/payins/" + PAYIN, "Payin");
        assertThat(page.getByText("Slips that the payer uploads on the pay page"))
                .isVisible();

        service.answer(
                "GET /api/payins/" + PAYIN, payin.put("channel", "crypto").put("status", "success"));
        open("/live/payins/" + PAYIN, "Payin");
        assertThat(page.getByText("Callbacks").last()).isVisible();
        assertThat(page.getByText("Slips")).hasCount(0);
        assertThat(visit.complaints()).isEmpty();
    }
}

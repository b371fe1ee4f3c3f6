package io.tical.server.paypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tical.server.InBrowser;
import io.tical.server.payin.PayinStatus;
import io.tical.server.slip.Slips.Outlook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When payers are taken back to the merchant, and when they stay on the page. */
@InBrowser
class PayPageReturnTest extends PayerInBrowser {
    @ParameterizedTest
    @EnumSource(
            value = PayinStatus.class,
            names = {"SUCCESS", "EXPIRED"})
    void thePayerIsTakenBackAfterFiveSeconds(PayinStatus status) {
        var returned = "https://shop.example/orders?id=1";
        page.route("https://shop.example/**", route -> route.fulfill());
        stopTheClock();
        var sample = SamplePayment.of(status);
        sample.redirectUrl = returned;
        open(sample, "");
        assertThat(page.locator("#return-count")).containsText("in 5 s");
        clock.pass(4_500);
        assertThat(page.locator("#return-count")).containsText("in 1 s");
        assertThat(page.url()).contains(sample.token);
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Go now"))
                        .getAttribute("href"))
                .isEqualTo(returned);
        clock.pass(600);
        page.waitForURL(returned);
        visit.complaints().removeIf(complaint -> complaint.equals("asked for " + returned));
    }

    @Test
    void whoWantsToStayStays() {
        var sample = SamplePayment.of(PayinStatus.SUCCESS);
        sample.redirectUrl = "https://shop.example/";
        stopTheClock();
        open(sample, "");
        button("Stay here").click();
        clock.pass(20_000);
        assertThat(page.url()).contains(sample.token);
        assertThat(page.getByRole(
                                AriaRole.LINK, new Page.GetByRoleOptions().setName("Back to \u2068shop.example\u2069"))
                        .isVisible())
                .isTrue();
    }

    /** A way in which a payer begins to send a late slip. */
    private enum Touch {
        POINTER,
        FOCUS,
        KEY,
        CHOOSER,
        DRAG,
        PASTE
    }

    private void touch(Touch touch) {
        switch (touch) {
            case POINTER -> {
                page.locator("#drop").hover();
                page.mouse().down();
            }
            case FOCUS -> page.locator("#file").focus();
            case KEY -> page.locator("#file").dispatchEvent("keydown");
            case CHOOSER -> page.waitForFileChooser(() -> page.locator("#drop").click());
            case DRAG -> page.evaluate("""
                    () => {
                      const data = new DataTransfer();
                      data.items.add(new File(["x"], "slip.png", { type: "image/png" }));
                      document.body.dispatchEvent(
                        new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
                    }""");
            case PASTE -> page.evaluate("""
                    () => {
                      const data = new DataTransfer();
                      data.items.add(new File(["x"], "slip.png", { type: "image/png" }));
                      document.body.dispatchEvent(
                        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
                    }""");
        }
    }

    private SamplePayment expired() {
        var sample = SamplePayment.of(PayinStatus.EXPIRED);
        sample.redirectUrl = "https://shop.example/";
        return sample;
    }

    private void nothingTakesThemAway(SamplePayment sample) {
        clock.pass(20_000);
        assertThat(page.url()).contains(sample.token);
        assertThat(page.locator("#return-link")).isVisible();
        assertThat(page.locator("#return-link a")).hasAttribute("href", "https://shop.example/");
    }

    @ParameterizedTest
    @EnumSource(Touch.class)
    void whoBeginsToSendALateSlipIsNotTakenAway(Touch touch) {
        var sample = expired();
        stopTheClock();
        open(sample, "");
        assertThat(page.locator("#return-count")).containsText("in 5 s");
        touch(touch);
        assertThat(page.locator("#return-count")).hasText("You will stay on this page. Go back when you are done.");
        if (touch == Touch.POINTER) {
            // The place under the finger is where it was.
            assertThat(page.locator("#return-choices")).isVisible();
            page.mouse().up();
        }
        nothingTakesThemAway(sample);
        assertThat(page.locator("#return-choices")).isHidden();
    }

    @Test
    void whoseTimeEndsWhileTheyChooseASlipIsNotTakenAway() {
        var sample = new SamplePayment();
        sample.redirectUrl = "https://shop.example/";
        stopTheClock();
        open(sample, "");
        choose("slip.png", slip);
        sample.status = PayinStatus.EXPIRED;
        host.put(sample);
        clock.passUntilSeen(heading("The time for this payment is over"));
        nothingTakesThemAway(sample);
        assertThat(page.locator("#file-name")).hasText("slip.png");
    }

    @ParameterizedTest
    @EnumSource(
            value = Outlook.class,
            names = {"CHECKING", "REJECTED"})
    void nobodyIsTakenAwayWhileALateSlipIsCheckedOrCanBeReplaced(Outlook progress) {
        var sample = expired();
        host.slips().stand(sample, TestSlips.of(progress, 5));
        stopTheClock();
        open(sample, "");
        nothingTakesThemAway(sample);
    }

    @ParameterizedTest
    @EnumSource(
            value = PayinStatus.class,
            names = {"FAILED", "CANCELLED", "REFUNDED"})
    void nobodyIsTakenAnywhereFromAnotherEnd(PayinStatus status) {
        var sample = SamplePayment.of(status);
        sample.redirectUrl = "https://shop.example/";
        open(sample, "");
        page.locator("#return-link").waitFor();
        assertThat(page.locator("#return").isVisible()).isFalse();
    }
}

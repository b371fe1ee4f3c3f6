package io.tical.server.paypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import io.tical.server.Browser;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import io.tical.server.crypto.Transfer.State;
import io.tical.server.payin.PayinStatus;
import io.tical.server.slip.SentSlip.Doubt;
import io.tical.server.slip.Slip.Reason;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** On a wide screen, what is to be paid is beside how to pay it. */
@InBrowser
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayPageWideTest {
    private static final Window DESK = new Window(1280, 620, false);

    private PayHost host;
    private Browser browser;
    private Browser.Visit visit;
    private Page page;

    @BeforeAll
    void start(Browser shared) {
        host = new PayHost();
        browser = shared;
    }

    @AfterAll
    void stop() {
        host.close();
    }

    @BeforeEach
    void visit() {
        visit = browser.visit(DESK);
        page = visit.page();
    }

    @AfterEach
    void leave() {
        try {
            visit.complaints().removeIf(complaint -> complaint.contains("ERR_INTERNET_DISCONNECTED"));
            assertThat(visit.complaints()).isEmpty();
        } finally {
            visit.close();
        }
    }

    private void open(String address) {
        page.navigate(address);
    }

    private void areBeside(String left, String right) {
        var one = box(left);
        var other = box(right);
        assertThat(one.x + one.width).as("%s is left of %s", left, right).isLessThan(other.x);
        assertThat(one.y).as("%s and %s begin together", left, right).isEqualTo(other.y);
    }

    private void areInOneColumn(String upper, String lower) {
        var one = box(upper);
        var other = box(lower);
        assertThat(one.x).as("%s and %s", upper, lower).isEqualTo(other.x);
        assertThat(one.y + one.height).as("%s is above %s", upper, lower).isLessThan(other.y);
    }

    private BoundingBox box(String selector) {
        return visible(selector).boundingBox();
    }

    private Locator visible(String selector) {
        return page.locator(selector + ":visible").first();
    }

    @Test
    void amountAndTimeAreBesideTheWaysToPayAndStayInSight() {
        open(host.put(new SamplePayment()));
        areBeside(".sum", ".qr");
        areInOneColumn(".qr", ".account");
        areInOneColumn(".account", ".slip");
        areInOneColumn(".sum", "#waits");
        visible(".foot").scrollIntoViewIfNeeded();
        assertThat(page.locator("#drop")).isInViewport();
        assertThat(page.locator("#amount")).isInViewport();
        assertThat(page.locator("#time")).isInViewport();
    }

    @Test
    void theConditionsAreBesideTheAmount() {
        open(host.put(SamplePayment.matched()));
        areBeside(".sum", ".conditions");
    }

    @Test
    void whatIsCheckedIsBesideWhatCanBeDoneMeanwhile() {
        var sample = new SamplePayment();
        host.slips().stand(sample, TestSlips.doubted(Doubt.DUPLICATE, 8));
        open(host.put(sample));
        areBeside(".end", ".fold > summary");
        areInOneColumn(".end", "#rejected");
        areInOneColumn("#rejected", ".brief");
        areInOneColumn(".fold > summary", "#slips");
        areInOneColumn("#slips", "#sent");
    }

    @Test
    void anExpiredPaymentIsBesideItsSlipsIfThereAreAny() {
        var sample = SamplePayment.of(PayinStatus.EXPIRED);
        open(host.put(sample));
        areBeside(".end", "#slips");
        areInOneColumn(".end", ".brief");
        var used = SamplePayment.of(PayinStatus.EXPIRED);
        host.slips().stand(used, TestSlips.rejected(Reason.OTHER, 0));
        open(host.put(used));
        areBeside(".end", "#sent");
        areInOneColumn("#sent", "#used");
    }

    @Test
    void anEndIsInTheMiddleAlone() {
        for (var status : new PayinStatus[] {
            PayinStatus.SUCCESS, PayinStatus.FAILED, PayinStatus.CANCELLED, PayinStatus.REJECTED, PayinStatus.REFUNDED
        }) {
            open(host.put(SamplePayment.of(status)));
            areInOneColumn(".end", ".brief");
            var end = box(".end");
            assertThat(end.x + end.width / 2).as(status.word()).isEqualTo(DESK.width() / 2.0);
        }
    }

    @Test
    void aDepositIsTheSame() {
        open(host.put(new SampleDeposit().transfer(0, 10_000_000, 3, State.SEEN)));
        areBeside(".sum", ".sent");
        areInOneColumn(".sent", ".qr");
        open(host.put(new SampleDeposit().transfer(0, 25_500_000, 3, State.SEEN)));
        areBeside(".end", ".sent");
        open(host.put(SampleDeposit.of(PayinStatus.SUCCESS).transfer(0, 25_500_000, 20, State.CREDITED)));
        areInOneColumn(".end", ".brief");
        areInOneColumn(".brief", ".sent");
    }

    @Test
    void theModernThemeHasTheAmountAboveAccountAndSlip() {
        var sample = new SamplePayment();
        host.put(sample);
        open(host.page(sample, "?theme=modern"));
        areInOneColumn(".sum", ".account");
        areBeside(".account", ".slip");
    }

    @Test
    void whenTheTimeIsUpThereIsNothingBesideTheSlip() {
        var sample = new SamplePayment();
        sample.expiresAt = Instant.now().minusSeconds(1);
        host.put(sample);
        page.route("**/pay-api/**", route -> {});
        open(host.page(sample, ""));
        page.getByText("Time is up.").first().waitFor();
        areInOneColumn("#waits", ".slip");
    }

    private void loseTheConnection() {
        page.context().setOffline(true);
        page.getByText("This page cannot be updated now.").first().waitFor();
    }

    @Test
    void withoutConnectionTheTimeIsStillSaidToBeUp() {
        for (var theme : new String[] {"", "?theme=modern"}) {
            var sample = new SamplePayment();
            sample.expiresAt = Instant.now().minusSeconds(1);
            host.put(sample);
            page.route("**/pay-api/**", route -> {});
            open(host.page(sample, theme));
            loseTheConnection();
            assertThat(page.locator("#waits")).containsText("Time is up.");
            areInOneColumn("#waits", ".slip");
            var slip = box(".slip");
            assertThat(slip.x + slip.width / 2).as(theme).isEqualTo(DESK.width() / 2.0);
            assertThat(slip.width).as(theme).isEqualTo(box("#waits").width);
            page.context().setOffline(false);
        }
    }

    @Test
    void aLostConnectionIsSaidInTheMiddleAndCoversNoMoreThanItsWords() {
        open(host.put(new SamplePayment()));
        loseTheConnection();
        var notice = box("#offline");
        assertThat(notice.x + notice.width / 2).isCloseTo(DESK.width() / 2.0, within(1.0));
        assertThat(notice.width).isLessThan(box(".how").width);
    }

    @Test
    void largeTextIsInOneColumnOnTheSameScreen() {
        visit.textSize(32);
        open(host.put(new SamplePayment()));
        areInOneColumn(".sum", ".qr");
    }
}

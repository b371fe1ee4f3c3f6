package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Browser;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import io.tical.server.crypto.Transfer.State;
import io.tical.server.payin.PayinStatus;
import io.tical.server.slip.SentSlip.Doubt;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payers who have set their browser to large text read and use all of the page. */
@InBrowser
class LargeTextTest {
    @ParameterizedTest(name = "text of {0} pixels in a window of {1}")
    @CsvSource({"32, 320", "24, 1280"})
    void nothingIsCutAndNothingIsBesideTheWindow(int textPx, int width, Browser browser) {
        try (var host = new PayHost();
                var visit = browser.visit(new Window(width, 700, false))) {
            visit.textSize(textPx);
            for (var language : List.of("en", "th", "my")) {
                for (var status : PayinStatus.values()) {
                    var sample = SamplePayment.of(status);
                    sample.livemode = false;
                    sample.amount = 1_234_567_89;
                    sample.redirectUrl = "https://a-shop-with-a-long-name.example/";
                    visit.page().navigate(host.put(sample) + "?lang=" + language);
                    assertThat(visit.cut()).as("%s %s", language, status).isEmpty();
                    visit.page().navigate(host.page(sample, "?theme=modern&lang=" + language));
                    assertThat(visit.cut()).as("modern %s %s", language, status).isEmpty();
                }
                var matched = SamplePayment.matched();
                visit.page().navigate(host.put(matched) + "?lang=" + language);
                assertThat(visit.cut()).as("%s conditions", language).isEmpty();
                var slips = new SamplePayment();
                host.slips().stand(slips, TestSlips.doubted(Doubt.DUPLICATE, 8));
                visit.page().navigate(host.put(slips) + "?lang=" + language);
                assertThat(visit.cut()).as("%s slips", language).isEmpty();
                var deposit = new SampleDeposit().transfer(0, 10_000_000, 3, State.SEEN);
                visit.page().navigate(host.put(deposit) + "?lang=" + language);
                assertThat(visit.cut()).as("%s deposit", language).isEmpty();
            }
            assertThat(visit.page().evaluate("() => matchMedia('(min-width: 20em)').matches"))
                    .isEqualTo(width >= 20 * textPx);
            assertThat(visit.complaints()).isEmpty();
        }
    }
}

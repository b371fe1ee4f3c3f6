package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Browser;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People who have set their browser to large text read and use all of the dashboard. */
@InBrowser
class DashboardLargeTextTest {
    @ParameterizedTest(name = "text of {0} pixels in a window of {1}")
    @CsvSource({"32, 320", "24, 1280"})
    void nothingIsCutAndNothingIsBesideTheWindow(int textPx, int width, Browser browser) {
        try (var service = new RecordedApi();
                var visit = browser.visit(new Window(width, 900, false))) {
            visit.textSize(textPx);
            var screens = new Screens(visit.page());
            DashboardScreensTest.SCREENS.forEach((path, heading) -> {
                visit.page().navigate(service.url("/dashboard" + path));
                screens.shows(heading);
                assertThat(visit.cut()).as(path).isEmpty();
            });
            assertThat(visit.page().evaluate("() => getComputedStyle(document.body).fontSize"))
                    .isEqualTo(textPx * 7 / 8 + "px");
            assertThat(visit.complaints()).isEmpty();
        }
    }
}

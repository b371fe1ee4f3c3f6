package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.tical.server.Browser;
import io.tical.server.InBrowser;
import io.tical.server.crypto.Transfer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a visit of the page costs on the wire. */
@InBrowser
class PayPageWeightTest {
    private static final int FIRST_VISIT_BYTES_MAX = 25_000;

    /** The page, two style sheets, two scripts, and the payment when it has loaded. A browser with tabs also asks for the icon. */
    private static final int ANSWERS = 6;

    @Test
    void theFirstVisitIsSmallAndARepeatedOneAsksForThePageAlone(Browser browser) {
        try (var host = new PayHost()) {
            check(browser, host.put(new SamplePayment()));
            check(browser, host.put(new SampleDeposit().transfer(0, 10_000_000, 3, Transfer.State.SEEN)));
        }
    }

    private static void check(Browser browser, String address) {
        try (var visit = browser.visit(Browser.Window.PHONE)) {
            var page = visit.page();
            // Head and body of each answer as Chromium received it. What comes from its cache is not received.
            var received = new ArrayList<Long>();
            var kept = new HashSet<String>();
            var devtools = visit.context().newCDPSession(page);
            devtools.send("Network.enable");
            devtools.on("Network.requestServedFromCache", cached -> kept.add(id(cached)));
            devtools.on("Network.responseReceived", answer -> {
                if (answer.getAsJsonObject("response").get("fromDiskCache").getAsBoolean()) {
                    kept.add(id(answer));
                }
            });
            devtools.on("Network.loadingFinished", finished -> {
                if (!kept.contains(id(finished))) {
                    received.add(finished.get("encodedDataLength").getAsLong());
                }
            });
            page.navigate(address + "?lang=th");
            page.waitForCondition(() -> received.size() >= ANSWERS);
            assertThat(received.stream().mapToLong(bytes -> bytes).sum())
                    .as("%s", received)
                    .isLessThan(FIRST_VISIT_BYTES_MAX);

            received.clear();
            page.navigate(address + "?lang=th&again=1");
            page.waitForCondition(() -> received.size() >= 2);
            assertThat(received)
                    .as("the page, and the payment when it has loaded")
                    .hasSize(2);
            assertThat(visit.complaints()).isEqualTo(List.of());
        }
    }

    private static String id(JsonObject event) {
        return event.get("requestId").getAsString();
    }
}

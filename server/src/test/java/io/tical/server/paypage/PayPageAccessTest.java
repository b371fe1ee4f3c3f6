package io.tical.server.paypage;

import com.microsoft.playwright.Page;
import io.tical.server.Axe;
import io.tical.server.Browser;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import io.tical.server.crypto.Transfer;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Theme;
import io.tical.server.slip.SentSlip.Doubt;
import io.tical.server.slip.Slip.Reason;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** axe finds nothing to object to, on any screen, in any theme and in any language. */
@InBrowser
class PayPageAccessTest {
    private static PayHost host;
    private static Browser browser;
    private static Axe axe;

    @BeforeAll
    static void start(Browser shared) throws IOException {
        axe = new Axe();
        browser = shared;
        host = new PayHost();
    }

    @AfterAll
    static void stop() {
        if (host != null) {
            host.close();
        }
    }

    private static void check(Page page, String what, String url) {
        page.navigate(url);
        axe.check(page, what);
    }

    private static String put(SamplePayment sample, String query) {
        host.put(sample);
        return host.page(sample, query);
    }

    @Test
    void everyScreen() {
        try (var visit = browser.visit(Window.PHONE)) {
            axe.join(visit);
            for (var status : PayinStatus.values()) {
                var sample = SamplePayment.of(status);
                sample.livemode = false;
                sample.redirectUrl = "https://shop.example/";
                check(visit.page(), status.word(), put(sample, ""));
            }
            check(visit.page(), "consent", put(SamplePayment.matched(), ""));
            check(visit.page(), "missing", host.url("/pay/none"));
            var doubted = new SamplePayment();
            host.slips().stand(doubted, TestSlips.doubted(Doubt.DUPLICATE, 3));
            check(visit.page(), "doubted", put(doubted, ""));
            var rejected = new SamplePayment();
            host.slips().stand(rejected, TestSlips.rejected(Reason.OTHER, 0));
            check(visit.page(), "rejected", put(rejected, ""));
        }
    }

    @Test
    void everyScreenOfADeposit() {
        for (var window : List.of(Window.PHONE, Window.DESK.darkened())) {
            try (var visit = browser.visit(window)) {
                axe.join(visit);
                for (var status : PayinStatus.values()) {
                    var sample = SampleDeposit.of(status)
                            .transfer(0, 10_000_000, 3, Transfer.State.SEEN)
                            .transfer(1, 1_000_000, 20, Transfer.State.REVIEW);
                    sample.livemode = false;
                    check(visit.page(), status.word(), host.put(sample));
                }
                check(visit.page(), "waiting", host.put(new SampleDeposit()) + "?theme=modern");
                check(
                        visit.page(),
                        "covered",
                        host.put(new SampleDeposit().transfer(0, 25_500_000, 3, Transfer.State.SEEN)));
            }
        }
    }

    @Test
    void everyTheme() {
        for (var window : List.of(Window.DESK, Window.DESK.darkened())) {
            try (var visit = browser.visit(window)) {
                axe.join(visit);
                for (var theme : Theme.values()) {
                    check(visit.page(), theme.word(), put(new SamplePayment(), "?theme=" + theme.word()));
                }
            }
        }
    }

    @Test
    void everyLanguage() {
        try (var visit = browser.visit(Window.PHONE)) {
            axe.join(visit);
            for (var language : Language.values()) {
                check(visit.page(), language.word(), put(new SamplePayment(), "?lang=" + language.word()));
                check(visit.page(), language.word(), put(SamplePayment.matched(), "?lang=" + language.word()));
                check(visit.page(), language.word(), host.put(new SampleDeposit()) + "?lang=" + language.word());
            }
        }
    }
}

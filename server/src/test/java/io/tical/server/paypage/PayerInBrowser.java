package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import io.tical.server.Browser;
import io.tical.server.Browser.Window;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Tests of the page as payers use it, in a browser on a phone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PayerInBrowser {
    private static final Window PHONE = new Window(360, 740, false);

    PayHost host;
    byte[] slip;
    Browser.Visit visit;
    Page page;
    StoppedClock clock;

    private Browser browser;

    @BeforeAll
    void start(Browser shared) throws IOException {
        host = new PayHost();
        browser = shared;
        var picture = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(300, 500, BufferedImage.TYPE_INT_RGB), "png", picture);
        slip = picture.toByteArray();
    }

    @AfterAll
    void stop() {
        host.close();
    }

    @BeforeEach
    void visit() {
        visit = browser.visit(PHONE);
        page = visit.page();
    }

    @AfterEach
    void leave() {
        try {
            assertThat(visit.complaints()).isEmpty();
        } finally {
            visit.close();
        }
    }

    void open(SamplePayment sample, String query) {
        host.put(sample);
        page.navigate(host.page(sample, query));
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    Locator heading(String name) {
        return page.getByRole(
                AriaRole.HEADING, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    void choose(String name, byte[] bytes) {
        page.locator("#file").setInputFiles(new FilePayload(name, "application/octet-stream", bytes));
    }

    /** Seconds pass when the test says so. */
    void stopTheClock() {
        clock = new StoppedClock(page);
    }
}

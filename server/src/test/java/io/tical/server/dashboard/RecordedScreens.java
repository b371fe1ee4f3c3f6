package io.tical.server.dashboard;

import com.microsoft.playwright.Page;
import io.tical.server.Browser;
import io.tical.server.Browser.Visit;
import io.tical.server.Browser.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests that look at screens of the dashboard on a desk, with recorded answers behind them. */
abstract class RecordedScreens {
    RecordedApi service;
    Visit visit;
    Page page;
    Screens screens;

    @BeforeEach
    final void visit(Browser browser) {
        service = new RecordedApi();
        visit = browser.visit(Window.DESK);
        page = visit.page();
        screens = new Screens(page);
    }

    @AfterEach
    final void leave() {
        visit.close();
        service.close();
    }

    void open(String path, String heading) {
        page.navigate(service.url("/dashboard" + path));
        screens.shows(heading);
    }
}

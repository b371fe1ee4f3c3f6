package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Page;
import io.tical.server.Browser;
import io.tical.server.Browser.Visit;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** After signing out nothing of the session is seen any more: not by Back, not in another tab, not on a page left open. */
@InBrowser
class DashboardSignOutTest {
    private static final String BALANCE = "4,821,500.00";

    private static Browser browser;

    private RecordedApi service;
    private Visit visit;
    private Page page;
    private Screens screens;

    @BeforeAll
    static void start() {
        browser = Browser.withBackForwardCache();
    }

    @AfterAll
    static void stop() {
        browser.close();
    }

    @BeforeEach
    void open() {
        service = new RecordedApi();
        service.answer("DELETE /api/session", "{}");
        visit = browser.visit(Window.DESK);
        page = visit.page();
        screens = new Screens(page);
    }

    @AfterEach
    void close() {
        visit.close();
        service.close();
    }

    private void seesTheBalance() {
        page.navigate(service.url("/dashboard/test"));
        screens.shows("Overview");
        assertThat(page.locator("main")).containsText(BALANCE);
    }

    private void signedOut() {
        service.refuse("GET /api/session", 401, "SESSION_REQUIRED", "Sign in");
    }

    private void signsOut() {
        screens.button("Account of mali").click();
        signedOut();
        screens.button("Sign out").click();
        screens.shows("Sign in");
    }

    private static void showsNothing(Page page) {
        new Screens(page).shows("Sign in");
        assertThat(page.content()).doesNotContain(BALANCE, "Demo Store", "fixture-token");
    }

    @Test
    void backAfterSigningOutShowsNoBalance() {
        seesTheBalance();
        page.navigate(service.url("/dashboard/test/keys"));
        screens.shows("API keys");
        signsOut();
        showsNothing(page);
        page.goBack();
        showsNothing(page);
    }

    @Test
    void aPageThatTheBrowserKeptShowsNoBalanceWhenItComesBack() {
        seesTheBalance();
        // Somebody signs out elsewhere while this page is left.
        page.navigate(service.url("/api/currencies"));
        signedOut();
        page.goBack();
        showsNothing(page);
    }

    /** What a browser does that keeps a page although it should not. */
    private void leave() {
        page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
        assertThat(page.getByText(BALANCE).first()).isHidden();
    }

    private void comeBack() {
        page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    }

    @Test
    void aKeptPageIsHiddenUntilItsSessionIsKnownToLast() {
        seesTheBalance();
        leave();
        comeBack();
        assertThat(page.getByText(BALANCE).first()).isVisible();
        leave();
        signedOut();
        comeBack();
        showsNothing(page);
    }

    @Test
    void aKeptPageOfSomebodyElseIsLoadedAnew() {
        seesTheBalance();
        leave();
        var other = (ObjectNode) service.recorded("GET /api/session");
        service.answer("GET /api/session", other.put("username", "anan"));
        comeBack();
        screens.button("Account of anan").waitFor();
    }

    @Test
    void everyOtherTabIsSignedOutToo() {
        seesTheBalance();
        var other = visit.another();
        other.navigate(service.url("/dashboard/test"));
        new Screens(other).shows("Overview");
        page.bringToFront();
        signsOut();
        showsNothing(page);
        assertThat(other.getByText(BALANCE)).hasCount(0);
        showsNothing(other);
    }

    @Test
    void aTabOfSomebodyElseIsLoadedAnewWhenTheySignIn() {
        seesTheBalance();
        var session = (ObjectNode) service.recorded("GET /api/session");
        service.answer("GET /api/session", session.put("username", "anan"));
        var other = visit.another();
        other.navigate(service.url("/dashboard/test"));
        new Screens(other).shows("Overview");
        screens.button("Account of anan").waitFor();
    }

    @Test
    void aPageThatWasOutOfSightForAWhileIsAskedAbout() {
        page.clock().install(new Clock.InstallOptions().setTime(System.currentTimeMillis()));
        seesTheBalance();
        sight(true);
        page.clock().fastForward(31_000);
        signedOut();
        sight(false);
        showsNothing(page);
        assertThat(page.locator("main")).containsText("Your session has ended.");
    }

    private void sight(boolean hidden) {
        page.evaluate("""
                (hidden) => {
                  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
                  document.dispatchEvent(new Event("visibilitychange"));
                }""", hidden);
    }
}

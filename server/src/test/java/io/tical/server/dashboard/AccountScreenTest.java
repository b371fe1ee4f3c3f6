package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tical.server.Browser;
import io.tical.server.Browser.Visit;
import io.tical.server.Browser.Window;
import io.tical.server.DashboardClient;
import io.tical.server.InBrowser;
import io.tical.server.TestService;
import io.tical.server.session.Authenticator;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A user's own account, in a real browser at a real service. */
@InBrowser
class AccountScreenTest {
    private static Browser browser;
    private static TestService service;

    private DashboardClient user;
    private Visit visit;
    private Page page;
    private Screens screens;

    @BeforeAll
    static void start(Browser shared) {
        browser = shared;
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void open() {
        user = service.owner(service.merchant());
        visit = browser.visit(Window.DESK);
        page = visit.page();
        screens = new Screens(page);
    }

    @AfterEach
    void close() {
        visit.close();
    }

    private void enterPassword() {
        screens.field("Username").fill(user.username());
        screens.field("Password").fill(user.password());
        screens.button("Sign in").click();
    }

    private void account() {
        page.navigate("http://127.0.0.1:" + service.port() + "/dashboard/test/account");
        screens.shows("Sign in");
        enterPassword();
        screens.shows("Your account");
    }

    private void signOut() {
        screens.button("Account of " + user.username()).click();
        screens.button("Sign out").click();
        screens.shows("Sign in");
    }

    /** Presses a button of the open dialog and waits until the dialog is another one. */
    private void answer(String name, Consumer<Screens> then) {
        screens.answer(name).click();
        then.accept(screens);
    }

    private void titled(String title) {
        page.getByRole(AriaRole.DIALOG, new Page.GetByRoleOptions().setName(title))
                .waitFor();
    }

    @Test
    void twoStepSignInIsSetUpUsedAndTurnedOff() {
        account();
        screens.button("Set up two-step sign-in").click();
        screens.field("Your password").fill(user.password());
        answer("Continue", _ -> titled("Connect your authenticator app"));
        assertThat(screens.dialog().getByRole(AriaRole.IMG)).isVisible();
        var app = new Authenticator(
                screens.dialog().locator("code").first().textContent().replace(" ", ""));
        screens.field("Code").fill(app.wrong());
        screens.answer("Turn on").click();
        assertThat(screens.dialog()).containsText("Code is wrong or was used before");
        screens.field("Code").fill(app.code());
        answer("Turn on", _ -> titled("Your recovery codes"));
        var codes = screens.dialog().locator(".codes code").allTextContents();
        assertThat(codes).hasSize(10);
        screens.answer("I have stored them").click();
        assertThat(page.locator("main")).containsText("10 of 10 recovery codes are left");

        signOut();
        enterPassword();
        screens.shows("Enter your code");
        assertThat(screens.obstacles()).isEmpty();
        screens.field("Code").fill(app.wrong());
        screens.button("Sign in").click();
        assertThat(page.locator("main")).containsText("The code is wrong, or was used before.");
        screens.button("Sign in as somebody else").click();
        screens.shows("Sign in");
        enterPassword();
        screens.shows("Enter your code");
        screens.field("Code").fill(codes.getFirst());
        screens.button("Sign in").click();
        screens.shows("Overview");
        page.navigate("http://127.0.0.1:" + service.port() + "/dashboard/test/account");
        screens.shows("Your account");
        assertThat(page.locator("main")).containsText("9 of 10 recovery codes are left");

        screens.button("Turn off").click();
        titled("Turn off two-step sign-in");
        screens.field("Code").fill(app.code());
        screens.answer("Turn off").click();
        screens.button("Set up two-step sign-in").waitFor();
        user.signIn().expect(200);
    }

    @Test
    void sessionsAreSeenAndEndedAndOneThatWasEndedLeavesItsPageWithinSeconds() {
        account();
        assertThat(page.locator("main")).containsText("Chrome on Linux (this one)");
        assertThat(page.locator("main")).containsText("Java-http-client");
        screens.button("End the session of Java-http-client").click();
        assertThat(page.locator("tbody tr")).hasCount(1);
        user.get("/api/session").expect(401, "SESSION_REQUIRED");

        user.signIn().expect(200);
        user.delete("/api/sessions").expect(200);
        screens.shows("Sign in");
        assertThat(page.locator("main")).containsText("Your session has ended.");
    }

    @Test
    void anOwnerSignsAnotherUserOutEverywhere() {
        user.post("/api/users", """
                {"username":"away-%s","password":"correct horse battery","role":"viewer"}""".formatted(user.username())).expect(201);
        var away = new DashboardClient(service.port(), "away-" + user.username(), "correct horse battery");
        away.signIn().expect(200);
        account();
        screens.entry("Users").click();
        screens.shows("Users");
        screens.button("Sign-in of " + away.username()).click();
        screens.answer("Sign out everywhere").click();
        screens.dialog()
                .waitFor(new com.microsoft.playwright.Locator.WaitForOptions()
                        .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
        away.get("/api/session").expect(401, "SESSION_REQUIRED");
    }
}

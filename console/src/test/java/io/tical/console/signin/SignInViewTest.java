package io.tical.console.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.OpenConsole;
import io.tical.server.TestService;
import io.tical.server.session.Authenticator;
import io.tical.server.staff.Operator;
import java.util.Map;
import javafx.scene.control.ButtonBase;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Signing in as an operator meets it; with -Dtical.pictures=true it leaves its pictures in target/screens. */
class SignInViewTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static OpenConsole console(Map<String, String> remembered) throws Exception {
        return OpenConsole.at(service.tical().ports().admin(), remembered);
    }

    @Test
    void whoSignsInSeesTheConsoleAndIsRememberedWithoutThePassword() throws Exception {
        var operator = service.operator(Operator.Role.FINANCE);
        try (var console = console(Map.of())) {
            console.picture("sign-in-light");
            console.signIn(operator.username(), "the password of " + operator.username());
            console.await(() -> console.exists("#nav-slips"));
            assertThat(console.remembered())
                    .containsEntry("username", operator.username())
                    .doesNotContainValue("the password of " + operator.username());
        }
    }

    @Test
    void anOperatorSetsUpTwoStepSignInAndThenSignsInWithACode() throws Exception {
        var operator = service.operator(Operator.Role.FINANCE);
        var password = "the password of " + operator.username();
        Authenticator app;
        try (var console = console(Map.of())) {
            console.signIn(operator.username(), password);
            console.await(() -> console.exists("#shell-two-step"));
            console.click("#shell-two-step");
            console.await(() -> console.exists("#two-step-set-up"));
            console.picture("two-step-off-light");
            console.type("#two-step-secret", "not the password");
            console.click("#two-step-set-up");
            console.await(() -> console.isVisible("#two-step-problem"));
            console.type("#two-step-secret", password);
            console.click("#two-step-set-up");
            console.await(() -> console.exists("#two-step-confirm"));
            console.picture("two-step-connect-light");
            var key = console.text("#two-step .copyable .label");
            app = new Authenticator(key.replace(" ", ""));
            console.type("#two-step-secret", app.code());
            console.click("#two-step-confirm");
            console.await(() -> console.exists("#two-step-stored"));
            requireHeld(console, () -> console.push(KeyCode.ESCAPE));
            console.picture("two-step-codes-light");
            requireHeld(console, () -> console.robot().clickOn(".header-mark"));
            requireHeld(console, console::closeWindow);
            console.click("#two-step-done"); // does nothing yet
            assertThat(console.exists("#two-step-stored")).isTrue();
            var recovery = console.text("#two-step .mono");
            console.click("#two-step-stored");
            assertThat(console.isVisible("#two-step-problem")).isFalse();
            console.click("#two-step-done");
            console.await(() -> console.text("#two-step-state").contains("10 of 10"));
            console.click("#two-step-close");
            assertThat(console.exists("#two-step")).isFalse();

            console.click("#shell-two-step");
            console.await(() -> console.exists("#two-step-renew"));
            console.type("#two-step-secret", recovery);
            console.click("#two-step-renew");
            console.await(() -> console.exists("#two-step-stored"));
            requireKeptWithoutSession(console, operator.username());
        }
        try (var console = console(Map.of("theme", "DARK"))) {
            assertThat(console.isVisible("#code")).isFalse();
            console.signIn(operator.username(), password);
            console.await(() -> console.isVisible("#code"));
            console.picture("sign-in-code-dark");
            console.type("#code", app.wrong());
            console.click("#sign-in");
            console.await(() -> console.isVisible("#problem"));
            assertThat(console.text("#problem-reference")).startsWith("SECOND_FACTOR_INVALID");
            console.type("#code", app.code());
            console.click("#sign-in");
            console.await(() -> console.exists("#nav-slips"));
            console.click("#shell-two-step");
            console.await(() -> console.exists("#two-step-disable"));
            console.picture("two-step-on-dark");
            console.type("#two-step-secret", app.code());
            console.click("#two-step-disable");
            console.await(() -> console.exists("#two-step-set-up"));
        }
    }

    /** Recovery codes are shown once, so what would close them says that they are lost then. */
    private static void requireHeld(OpenConsole console, Runnable close) {
        close.run();
        console.await(() -> console.isVisible("#two-step-problem"));
        assertThat(console.text("#two-step-problem")).startsWith("If you close now, these codes are lost.");
        assertThat(console.exists("#two-step-stored")).isTrue();
        console.click("#two-step-stored");
        console.click("#two-step-stored");
        assertThat(console.isVisible("#two-step-problem")).isFalse();
    }

    /** The service has replaced the earlier codes, so those that are shown stay although the session ends. */
    private static void requireKeptWithoutSession(OpenConsole console, String username) {
        service.sql(
                "DELETE FROM operator_session s USING operator o WHERE s.operator_id = o.operator_id AND o.username = '"
                        + username + "'");
        // What is under the panel refreshes itself, and is refused.
        console.robot()
                .interact(() ->
                        console.robot().lookup("#nav-slips").<ButtonBase>query().fire());
        console.await(() -> console.isVisible("#two-step-problem"));
        assertThat(console.text("#two-step-problem")).startsWith("Your session has ended. These codes are valid");
        console.picture("two-step-expired-light");
        console.push(KeyCode.ESCAPE);
        assertThat(console.exists("#two-step-stored")).isTrue();
        console.click("#two-step-stored");
        console.click("#two-step-done");
        console.await(() -> console.exists("#sign-in"));
        assertThat(console.text("#problem")).startsWith("Your session has ended.");
    }

    @Test
    void aWrongPasswordIsExplainedWithItsCode() throws Exception {
        try (var console = console(Map.of("theme", "DARK"))) {
            console.signIn("nobody", "not the password");
            console.await(() -> console.isVisible("#problem"));
            assertThat(console.text("#problem")).isEqualTo("The user name or the password is wrong.");
            assertThat(console.text("#problem-reference")).startsWith("CREDENTIALS_INVALID · ");
            console.picture("sign-in-refused-dark");
        }
    }

    @Test
    void anAddressWhereNothingAnswersIsNamed() throws Exception {
        try (var console = OpenConsole.at(1, Map.of())) {
            console.signIn("anna", "some password");
            console.await(() -> console.isVisible("#problem"));
            assertThat(console.text("#problem")).contains("http://127.0.0.1:1").contains("Check the address");
        }
    }

    @Test
    void aBadAddressIsExplainedWhereItStands() throws Exception {
        try (var console = console(Map.of())) {
            assertThat(console.isVisible("#address-problem")).isFalse();
            console.type("#address", "http://10.0.0.5:8082");
            assertThat(console.text("#address-problem")).isEqualTo("Over a network the address must begin with https.");
        }
    }
}

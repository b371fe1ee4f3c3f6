package io.tical.console.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.OpenConsole;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.session.Authenticator;
import io.tical.server.staff.Operator;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the console asks before a change of controls, and of an operator whose role requires a second factor. */
class StepUpTest {
    private TestService service;
    private OperatorClient admin;

    @BeforeEach
    void start() {
        service = TestService.start(Map.of());
        admin = service.operator(Operator.Role.ADMIN);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private static String password(OperatorClient operator) {
        return "the password of " + operator.username();
    }

    private OpenConsole console(Map<String, String> more) throws Exception {
        var console = OpenConsole.at(service.tical().ports().admin(), more);
        console.signIn(admin.username(), password(admin));
        console.await(() -> console.exists("#nav-operators"));
        console.click("#nav-operators");
        console.await(() -> console.canPress("#decision-operators-create"));
        return console;
    }

    private static void create(OpenConsole console, String username) {
        console.push(KeyCode.A);
        console.type("#input-username", username);
        console.type("#input-password", "a long enough password");
        console.focus("#confirm");
        console.push(KeyCode.DIGIT2);
        console.type("#input-note", "joins the team");
        console.push(KeyCode.ENTER);
    }

    /** What waits for a second administrator. */
    private String pending() {
        return admin.get("/admin/v1/approvals?status=pending").expect(200).text();
    }

    @Test
    void aChangeIsSentAgainAfterThePasswordWasGiven() throws Exception {
        try (var console = console(Map.of())) {
            create(console, "newcomer");
            console.await(() -> console.exists("#step-up-secret") && console.isIdle());
            console.picture("step-up-password-light");
            console.type("#step-up-secret", "not the password");
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible("#step-up-problem") && console.isIdle());
            console.picture("step-up-wrong-light");
            console.type("#step-up-secret", password(admin));
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Nothing has changed yet: this waits for a colleague"));
            assertThat(console.exists("#step-up")).isFalse();

            // For a few minutes nothing is asked again.
            console.await(() -> console.canPress("#decision-operators-create"));
            create(console, "second-newcomer");
            console.await(() -> console.shows("Nothing has changed yet: this waits for a colleague"));
            assertThat(pending()).contains("\"newcomer\"", "\"second-newcomer\"");
        }
    }

    @Test
    void aChangeIsNotSentIfTheQuestionIsClosed() throws Exception {
        var app = new Authenticator(admin.post("/admin/v1/second-factor", "{\"password\":\"" + password(admin) + "\"}")
                .expect(200)
                .word("secret"));
        try (var console = console(Map.of("language", "THAI", "theme", "DARK"))) {
            admin.post("/admin/v1/second-factor/confirm", "{\"code\":\"" + app.code() + "\"}")
                    .expect(200);
            create(console, "newcomer");
            console.await(() -> console.exists("#step-up-secret") && console.isIdle());
            console.picture("step-up-code-dark-thai");
            console.push(KeyCode.ESCAPE);
            assertThat(console.exists("#step-up")).isFalse();
            console.await(() -> console.shows("ไม่ได้ยืนยันว่าเป็นคุณ"));
            console.picture("step-up-closed-dark-thai");
            assertThat(pending()).doesNotContain("newcomer");

            console.click("#confirm");
            console.await(() -> console.exists("#step-up-secret") && console.isIdle());
            console.type("#step-up-secret", app.code());
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("รอเพื่อนร่วมงานในหน้าอนุมัติ"));
            assertThat(pending()).contains("newcomer");
        }
    }

    @Test
    void whoseRoleRequiresASecondFactorSetsItUpFirst() throws Exception {
        var support = service.operator(Operator.Role.SUPPORT);
        try (var console = console(Map.of())) {
            console.await(() -> console.shows(support.username()));
            console.interact(() -> console.robot().clickOn(support.username()));
            console.await(() -> console.canPress("#decision-operators-require-second-factor"));
            console.push(KeyCode.R);
            console.picture("operators-require-second-factor-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.exists("#step-up-secret") && console.isIdle());
            console.type("#step-up-secret", password(admin));
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("is required for this role"));
            console.await(() -> console.exists("#decision-operators-waive-second-factor"));
            console.picture("operators-second-factor-required-light");
        }
        try (var console = OpenConsole.at(service.tical().ports().admin(), Map.of())) {
            console.signIn(support.username(), password(support));
            console.await(() -> console.exists("#two-step-required") && console.exists("#two-step-set-up"));
            console.picture("two-step-required-light");
            console.type("#two-step-secret", password(support));
            console.click("#two-step-set-up");
            console.await(() -> console.exists("#two-step-confirm"));
            var key = console.text("#two-step .copyable .label");
            console.type("#two-step-secret", new Authenticator(key.replace(" ", "")).code());
            console.click("#two-step-confirm");
            console.await(() -> console.exists("#two-step-stored"));
            console.click("#two-step-stored");
            console.click("#two-step-done");
            console.await(() -> console.exists("#two-step-state"));
            assertThat(console.exists("#two-step-disable")).isFalse();
            console.picture("two-step-required-done-light");
            console.click("#two-step-close");
            console.await(() -> console.exists("#nav-overview"));
        }
    }
}

package io.tical.console.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.OpenConsole;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Signing in as an operator meets it; each run leaves its pictures in target/screens. */
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

package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.Map;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keys do what they say, and nothing else. */
class KeysTest {
    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        operator = service.operator(Operator.Role.ADMIN);
        var live = service.live(service.merchant());
        for (int number = 0; number < 3; number++) {
            live.payin("key-" + number, 10_000).expect(201);
        }
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** A key as a keyboard sends it: what it types comes after it was pressed. */
    private static void strike(OpenConsole console, KeyCode code, String character) {
        console.interact(() -> {
            var scene = console.robot().window(0).getScene();
            var focused = scene.getFocusOwner();
            javafx.event.Event.fireEvent(
                    focused,
                    new KeyEvent(KeyEvent.KEY_PRESSED, character, character, code, false, false, false, false));
            javafx.event.Event.fireEvent(
                    scene.getFocusOwner(),
                    new KeyEvent(KeyEvent.KEY_TYPED, character, "", KeyCode.UNDEFINED, false, false, false, false));
            javafx.event.Event.fireEvent(
                    scene.getFocusOwner(),
                    new KeyEvent(KeyEvent.KEY_RELEASED, character, character, code, false, false, false, false));
        });
    }

    @Test
    void theSearchFieldIsEnteredWithoutTypingItsKeyAndLeftWithEscapeDownAndEnter() throws Exception {
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "payins", Map.of())) {
            console.await(() -> console.shows("key-1") && console.isIdle());
            console.focus(".rows");
            strike(console, KeyCode.SLASH, "/");
            assertThat(console.focused()).isEqualTo("search");
            assertThat(console.typed("#search")).isEmpty();
            strike(console, KeyCode.K, "k");
            assertThat(console.typed("#search")).isEqualTo("k");

            console.type("#search", "key-1");
            console.push(KeyCode.ENTER);
            assertThat(console.hasFocus(".rows")).isTrue();
            console.await(() -> console.rows().size() == 1);
            console.focus("#search");
            console.push(KeyCode.DOWN);
            assertThat(console.hasFocus(".rows")).isTrue();
            console.focus("#search");
            console.push(KeyCode.ESCAPE);
            assertThat(console.typed("#search")).isEmpty();
            console.push(KeyCode.ESCAPE);
            assertThat(console.hasFocus(".rows")).isTrue();
            console.await(() -> console.rows().size() == 3);

            console.type("#search", "nothing-like-this");
            console.await(() -> console.shows("Nothing in “All payins” matches “nothing-like-this”"));
            console.picture("empty-search-light");
        }
    }

    @Test
    void enterAfterAWrongCodeStaysInTheSetUp() throws Exception {
        var password = "the password of " + operator.username();
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "payins", Map.of())) {
            console.click("#shell-two-step");
            console.await(() -> console.exists("#two-step-secret") && console.isIdle());
            console.type("#two-step-secret", password);
            console.push(KeyCode.ENTER);
            console.await(() -> console.exists("#two-step-confirm") && console.isIdle());
            for (int attempt = 0; attempt < 3; attempt++) {
                console.type("#two-step-secret", "000000");
                console.focus("#two-step-secret");
                console.push(KeyCode.ENTER);
                console.await(console::isIdle);
                assertThat(console.isVisible("#two-step")).isTrue();
                assertThat(console.hasFocus("#two-step")).isTrue();
                assertThat(console.remembered().getOrDefault("language", "ENGLISH"))
                        .isEqualTo("ENGLISH");
            }
            assertThat(console.shows("Wait until the app shows the next one")).isTrue();
            console.picture("two-step-refused-light");
            console.push(KeyCode.ESCAPE);
            assertThat(console.exists("#two-step")).isFalse();
        }
    }
}

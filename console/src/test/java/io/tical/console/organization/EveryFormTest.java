package io.tical.console.organization;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.OpenConsole;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Map;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of the settings say at each field what is typed, and none of it is cut. */
class EveryFormTest {
    private static TestService service;
    private static OperatorClient admin;

    private record Form(String place, KeyCode key, List<String> said) {}

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        admin = service.operator(Operator.Role.ADMIN);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static List<Form> forms() {
        return List.of(
                new Form("organizations", KeyCode.N, List.of("Asia/Bangkok")),
                new Form("organizations", KeyCode.T, List.of("THB", "THB", "THB")),
                new Form("organizations", KeyCode.C, List.of("|")),
                new Form("organizations", KeyCode.L, List.of("THB", "THB", "THB", "THB", "THB", "1,500.00-2,000.00")),
                new Form("organizations", KeyCode.G, List.of("%", "2.5", "THB")),
                new Form("organizations", KeyCode.U, List.of("64", "12")),
                new Form("organizations", KeyCode.A, List.of("THB", "Asia/Bangkok")),
                new Form("collection-accounts", KeyCode.A, List.of("THB", "KBANK", "20", "1,000")),
                new Form("operators", KeyCode.A, List.of("64", "12")),
                new Form("rates", KeyCode.A, List.of("THB", "USD", "0.0285")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ENGLISH", "THAI"})
    void everyFieldSaysWhatIsTyped(String language) throws Exception {
        try (var console =
                OpenConsole.as(admin, service.tical().ports().admin(), "organizations", Map.of("language", language))) {
            for (var form : forms()) {
                console.click("#nav-" + form.place());
                console.await(console::isIdle);
                console.push(form.key());
                console.await(() -> console.exists("#confirm"));
                console.picture("form-" + form.place() + "-" + form.key() + "-" + language);
                var labels = OpenConsole.read(() -> console
                        .robot()
                        .lookup((Label label) -> label.getLabelFor() != null
                                && label.isVisible()
                                && !label.getText().isEmpty())
                        .queryAllAs(Label.class)
                        .stream()
                        .toList());
                var texts = labels.stream().map(Label::getText).toList();
                assertThat(String.join(" | ", texts)).contains(form.said());
                assertThat(labels)
                        .allSatisfy(label -> assertThat(shown(label))
                                .isEqualTo(label.getText().replace(" ", "")));
                console.push(KeyCode.ESCAPE);
            }
        }
    }

    /** What is painted of a label, which ends with an ellipsis where it has no room. */
    private static String shown(Label label) {
        return OpenConsole.read(() -> label.getChildrenUnmodifiable().stream()
                .filter(Text.class::isInstance)
                .map(text -> ((Text) text).getText())
                .reduce("", String::concat)
                .replace(" ", "")
                .replace("\n", ""));
    }
}

package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Json;
import io.tical.server.demo.Demo;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Somebody of finance who never saw the console explains a day of the demo service and closes it, with keys that stand on the screen alone. */
class DayWalkTest {
    /** Of the walk, besides what is typed as a note. */
    private static final int KEYS_MAX = 30;

    private static Demo demo;

    @BeforeAll
    static void start() throws IOException {
        demo = Demo.start();
        demo.fill();
    }

    @AfterAll
    static void stop() {
        demo.close();
    }

    private static String password(String username) throws IOException {
        return Json.mapper()
                .readTree(demo.credentials().toFile())
                .path("operators")
                .valueStream()
                .filter(operator -> operator.path("username").asText().equals(username))
                .map(operator -> operator.path("password").asText())
                .findFirst()
                .orElseThrow();
    }

    /** Who walks: presses what the screen names, and writes down each step. */
    private static final class Walker {
        private final OpenConsole console;
        private final List<String> steps = new ArrayList<>();
        private int keys;

        Walker(OpenConsole console) {
            this.console = console;
        }

        /** Reads a sentence that says what to do next. */
        void reads(String sentence) {
            console.await(() -> console.shows(sentence) && console.isIdle());
        }

        void presses(String name) {
            console.pushShown(name);
            keys++;
            steps.add(name);
        }

        /** Presses a key that a sentence names. */
        void presses(KeyCode key) {
            assertThat(keys++).isLessThan(KEYS_MAX);
            console.push(key);
            console.await(console::isIdle);
            steps.add(key.getName());
        }

        void writes(String text) {
            console.robot().write(text);
            steps.add("“" + text + "”");
        }

        /** Moves the focus, which is visible, to a card with this title, and opens it. */
        void opensCard(String title) {
            for (int card = 0; card < KEYS_MAX && !focused().contains(title); card++) {
                console.push(KeyCode.TAB);
                keys++;
            }
            console.push(KeyCode.ENTER);
            keys++;
            steps.add(title);
        }

        private List<String> focused() {
            return OpenConsole.read(() -> console.stage.getScene().getFocusOwner().lookupAll(".label").stream()
                    .map(node -> ((Labeled) node).getText())
                    .toList());
        }
    }

    @Test
    void aDayIsExplainedAndClosedWithTheKeysOnTheScreen() throws Exception {
        var port = URI.create(demo.adminUrl()).getPort();
        try (var console = OpenConsole.at(port, Map.of("width", "1280", "height", "832"))) {
            console.signIn("finance", password("finance"));
            console.await(() -> console.exists("#queue-bank_days") && console.isIdle());
            var walker = new Walker(console);
            console.picture("walk-0-overview-light");
            walker.opensCard("Bank days to close");

            walker.reads("Before you close");
            while (!console.shows("4 of 5 entries explained")) {
                walker.reads("Go to another day with J or K.");
                walker.presses(KeyCode.J);
            }
            walker.reads("Entries that nobody has explained: 1. Show them with B");
            console.picture("walk-1-day-light");
            walker.presses("Show its entries");

            walker.reads("Transfer fee");
            walker.reads("Say what it is");
            assertThat(console.textsOf("#narrowing")).anyMatch(text -> text.startsWith("SCB 7342019856 · "));
            console.picture("walk-2-entry-light");
            walker.presses("Say what it is");
            walker.presses("Bank fee");
            walker.writes("the fee of a transfer");
            console.picture("walk-3-category-light");
            walker.presses("Say what it is");

            walker.reads("Nothing in “To explain” of what is chosen above.");
            console.picture("walk-4-explained-light");
            walker.presses("Back to its day");

            walker.reads("5 of 5 entries explained");
            walker.reads("The bank's balances are proved, and the day can be closed.");
            console.picture("walk-5-ready-light");
            walker.presses("Close the day");
            console.picture("walk-6-close-light");
            walker.presses("Close the day");

            walker.reads("Closed and sealed.");
            console.picture("walk-7-closed-light");
            System.out.printf(
                    Locale.ROOT,
                    "Console: a day of the demo service is closed with %d keys: %s%n",
                    walker.keys,
                    walker.steps);
            assertThat(walker.keys).isLessThanOrEqualTo(KEYS_MAX);
        }
    }
}

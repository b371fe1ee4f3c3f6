package io.tical.console;

import io.tical.common.Version;
import io.tical.console.Console.Start;
import io.tical.console.work.ConsoleStore;
import java.util.HashMap;
import java.util.Map;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.stage.Stage;

/** Opens the window with the sign-in screen, draws it once, and ends: whether everything that it needs is there. */
public final class SelfCheck extends Application {
    /** Remembers nothing. */
    private record Forgetful(Map<String, String> remembered) implements ConsoleStore {
        @Override
        public String get(String name, String otherwise) {
            return remembered.getOrDefault(name, otherwise);
        }

        @Override
        public void put(String name, String value) {
            remembered.put(name, value);
        }
    }

    @Override
    public void start(Stage stage) {
        ConsoleWindow.open(stage, new Forgetful(new HashMap<>())).start(Start.ASK);
        var drawn = stage.getScene().snapshot(null);
        if (stage.getScene().lookup("#sign-in") == null
                || drawn.getPixelReader().getArgb(0, 0) == 0) {
            throw new IllegalStateException("The sign-in screen did not open.");
        }
        System.out.println("The sign-in screen of the console " + Version.TEXT + " opens.");
        Platform.exit();
    }
}

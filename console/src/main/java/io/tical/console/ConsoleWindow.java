package io.tical.console;

import io.tical.console.ConsoleOptions.Invalid;
import io.tical.console.export.CsvDialog;
import io.tical.console.work.ConsoleStore;
import io.tical.console.work.Tasks;
import java.time.Clock;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.prefs.Preferences;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.stage.Stage;

/** The console's one window, with the platform's own store of preferences. */
public final class ConsoleWindow extends Application {
    @Override
    public void start(Stage stage) throws Invalid {
        var preferences = Preferences.userRoot().node("io/tical/console");
        var store = new ConsoleStore() {
            @Override
            public String get(String name, String otherwise) {
                return preferences.get(name, otherwise);
            }

            @Override
            public void put(String name, String value) {
                preferences.put(name, value);
            }
        };
        open(stage, store)
                .start(ConsoleApp.start(ConsoleOptions.parse(getParameters().getRaw())));
    }

    static Console open(Stage stage, ConsoleStore store) {
        var tasks = new Tasks(Executors.newVirtualThreadPerTaskExecutor(), Platform::runLater);
        return new Console(
                stage,
                store,
                tasks,
                Clock.systemUTC(),
                Locale.getDefault(),
                System.getenv(),
                new CsvDialog(stage),
                texts -> new Warmup(texts).run());
    }
}

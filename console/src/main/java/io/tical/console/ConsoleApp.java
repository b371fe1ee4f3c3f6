package io.tical.console;

import java.util.Locale;
import java.util.Map;
import javafx.application.Application;
import org.jspecify.annotations.Nullable;

/** Where the console starts: it needs a screen, and says so where there is none. */
public final class ConsoleApp {
    private ConsoleApp() {}

    public static void main(String[] args) {
        if (!hasDisplay(System.getProperty("os.name", ""), System.getProperty("glass.platform"), System.getenv())) {
            System.err.println("The console is a window and this session has no display; start it on a desktop.");
            System.exit(1);
        }
        Application.launch(ConsoleWindow.class, args);
    }

    /** Whether a window can open. Only Linux has sessions without a display; JavaFX reaches Wayland through X as well. */
    static boolean hasDisplay(String osName, @Nullable String platform, Map<String, String> environment) {
        return !osName.toLowerCase(Locale.ROOT).contains("linux")
                || "Headless".equals(platform)
                || !environment.getOrDefault("DISPLAY", "").isEmpty();
    }
}

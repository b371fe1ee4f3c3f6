package io.tical.console;

import io.tical.common.Version;
import io.tical.console.Console.Start;
import io.tical.console.ConsoleOptions.Invalid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javafx.application.Application;
import org.jspecify.annotations.Nullable;

/** Where the console starts: reads the command line, and opens the window. It needs a screen, and says so where there is none. */
public final class ConsoleApp {
    private static final int INVALID = 2;
    private static final String ADMINISTRATOR = "admin";

    private ConsoleApp() {}

    public static void main(String[] args) {
        try {
            var options = ConsoleOptions.parse(List.of(args));
            switch (options.task()) {
                case VERSION -> System.out.println("Tical console " + Version.TEXT);
                case HELP -> System.out.print(ConsoleOptions.USAGE);
                case SELF_CHECK -> {
                    System.setProperty("glass.platform", "Headless");
                    System.setProperty("prism.order", "sw");
                    Application.launch(SelfCheck.class);
                }
                case OPEN -> open(args, options);
            }
        } catch (Invalid wrong) {
            System.err.println(wrong.getMessage());
            if (wrong.getCause() == null) {
                System.err.print(ConsoleOptions.USAGE);
            }
            System.exit(INVALID);
        }
    }

    private static void open(String[] args, ConsoleOptions options) throws Invalid {
        start(options);
        if (!hasDisplay(System.getProperty("os.name", ""), System.getProperty("glass.platform"), System.getenv())) {
            System.err.println("The console is a window and this session has no display; start it on a desktop.");
            System.exit(1);
        }
        Application.launch(ConsoleWindow.class, args);
    }

    /** What the window begins with; reads the file of credentials. */
    static Start start(ConsoleOptions options) throws Invalid {
        var file = options.credentials();
        return file == null ? new Start(options.address(), options.user(), "") : signIn(options, file);
    }

    private static Start signIn(ConsoleOptions options, Path file) throws Invalid {
        var user = Objects.requireNonNullElse(options.user(), ADMINISTRATOR);
        try {
            var credentials = Credentials.read(file);
            var operator = credentials
                    .operator(user)
                    .orElseThrow(() -> new Invalid("There is no operator " + user + " in " + file
                            + ". Name one that the file contains with --user."));
            return new Start(
                    Objects.requireNonNullElse(options.address(), credentials.adminUrl()), user, operator.password());
        } catch (IOException unreadable) {
            throw new Invalid(
                    "The credentials in " + file + " cannot be read. Check the path and the permissions of the file.",
                    unreadable);
        }
    }

    /** Whether a window can open. Only Linux has sessions without a display; JavaFX reaches Wayland through X as well. */
    static boolean hasDisplay(String osName, @Nullable String platform, Map<String, String> environment) {
        return !osName.toLowerCase(Locale.ROOT).contains("linux")
                || "Headless".equals(platform)
                || !environment.getOrDefault("DISPLAY", "").isEmpty();
    }
}

package io.tical.server.command;

import io.tical.server.config.Setting;
import io.tical.server.config.Settings;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The {@code --home} option of every command. Everything else is configured by variables and files. */
final class HomeOption {
    @Option(
            names = "--home",
            paramLabel = "<folder>",
            description = "Where data lives; the same as TICAL_HOME. Default: .tical")
    private @Nullable String home;

    Settings settings(Map<String, String> environment) {
        if (home == null) {
            return Settings.read(environment);
        }
        var withHome = new HashMap<>(environment);
        withHome.put(Setting.HOME.variable(), home);
        return Settings.read(withHome);
    }
}

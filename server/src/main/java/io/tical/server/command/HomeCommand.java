package io.tical.server.command;

import io.tical.server.config.Setting;
import io.tical.server.config.Settings;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command with the option for the home. All other settings come from variables and files. */
abstract class HomeCommand implements Callable<Integer> {
    @Option(
            names = "--home",
            paramLabel = "<folder>",
            description = "Where data lives; the same as TICAL_HOME. Default: .tical")
    private @Nullable String home;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** The exception that ends the command with a message and its usage. */
    final ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    final Settings settings() {
        var environment = new HashMap<>(System.getenv());
        if (home != null) {
            environment.put(Setting.HOME.variable(), home);
        }
        return Settings.read(environment);
    }
}

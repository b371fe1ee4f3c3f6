package io.tical.server.command;

import io.tical.db.DatabaseUnavailable;
import io.tical.server.config.SettingInvalid;
import io.tical.server.http.Sockets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Where everything starts: the first argument says what to do. */
@Command(
        name = "tical",
        description = "Self-hosted merchant payments.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "<command>")
public final class Main {
    /** The exit code when a port cannot be opened; the launcher's supervisor knows it too. */
    static final int PORT_UNAVAILABLE = 4;

    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

    static void main(String[] args) {
        // Helidon, Flyway and the JDK log through java.util.logging; there is one log.
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        System.exit(commands().execute(args));
    }

    public static CommandLine commands() {
        return new CommandLine(new Main())
                .addSubcommand(new Serve())
                .addSubcommand(new RunAudit())
                .addSubcommand(new RunBench())
                .addSubcommand(new Doctor())
                .addSubcommand(new StopDatabase())
                // After the commands that it is to hold for.
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, command));
    }

    /** What went wrong, in a sentence where it is one of the things that go wrong, else with all that is known. */
    static int explain(Exception failure, CommandLine command) {
        switch (failure) {
            case SettingInvalid invalid -> {
                command.getErr().println(invalid.getMessage());
                return command.getCommandSpec().exitCodeOnInvalidInput();
            }
            case DatabaseUnavailable unavailable ->
                command.getErr().println(unavailable.getMessage() + ". `./tical doctor` tells more.");
            case Sockets.NotOpened notOpened -> {
                command.getErr().println(notOpened.getMessage() + ". `./tical doctor` tells what to do.");
                return PORT_UNAVAILABLE;
            }
            case RuntimeException unforeseen -> {
                LOG.error("{} failed", command.getCommandName(), unforeseen);
                command.getErr().println("It failed: " + unforeseen.getMessage() + ". `./tical doctor` may tell why.");
            }
            default -> {
                LOG.error("{} was interrupted", command.getCommandName(), failure);
                command.getErr().println("It was interrupted.");
            }
        }
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}

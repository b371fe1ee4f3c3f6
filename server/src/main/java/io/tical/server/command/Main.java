package io.tical.server.command;

import io.tical.common.Version;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.OtherSchema;
import io.tical.server.config.Settings.SettingInvalid;
import io.tical.server.http.Sockets;
import java.io.InputStream;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of the commands. */
@Command(
        name = "tical",
        description = "Self-hosted merchant payments.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Numbered.class,
        synopsisSubcommandLabel = "<command>")
public final class Main {
    /** The exit code when a port cannot be opened; the launcher's supervisor uses it. */
    static final int PORT_UNAVAILABLE = 4;

    /** The exit code when a newer program has migrated the database; the launcher's supervisor uses it. */
    static final int OTHER_SCHEMA = 5;

    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

    static void main(String[] args) {
        // Helidon, Flyway and the JDK use java.util.logging; route it to the same log.
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        System.exit(commands().execute(args));
    }

    /** For {@code --version}. */
    static final class Numbered implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"tical " + Version.TEXT};
        }
    }

    public static CommandLine commands() {
        return commands(System.in);
    }

    /** @param in standard input, for commands that scripts answer */
    static CommandLine commands(InputStream in) {
        var commands = new CommandLine(new Main())
                .addSubcommand(new Serve())
                .addSubcommand(new RunAudit())
                .addSubcommand(RunFence.with(in))
                .addSubcommand(new AddOperator())
                .addSubcommand(new Doctor())
                .addSubcommand(new ShowRails())
                .addSubcommand(new StopDatabase());
        ServiceLoader.load(Tool.class).forEach(commands::addSubcommand);
        // These apply only to the commands added before them.
        return commands.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, command));
    }

    /** Reports a failure: one sentence for an expected one, the stack trace for any other. */
    static int explain(Exception failure, CommandLine command) {
        switch (failure) {
            case SettingInvalid invalid -> {
                command.getErr().println(invalid.getMessage());
                return command.getCommandSpec().exitCodeOnInvalidInput();
            }
            case DatabaseUnavailable unavailable ->
                command.getErr().println(unavailable.getMessage() + ". Run `./tical doctor` for details.");
            case OtherSchema other -> {
                command.getErr().println(other.getMessage() + ".");
                return OTHER_SCHEMA;
            }
            case Sockets.NotOpened notOpened -> {
                command.getErr().println(notOpened.getMessage() + ". Run `./tical doctor` for what to do.");
                return PORT_UNAVAILABLE;
            }
            case RuntimeException unforeseen -> {
                LOG.error("{} failed", command.getCommandName(), unforeseen);
                command.getErr()
                        .println("The command failed: " + unforeseen.getMessage()
                                + ". Run `./tical doctor` to find the cause.");
            }
            default -> {
                LOG.error("{} was interrupted", command.getCommandName(), failure);
                command.getErr().println("The command was interrupted.");
            }
        }
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}

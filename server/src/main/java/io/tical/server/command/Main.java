package io.tical.server.command;

import io.tical.db.DatabaseUnavailable;
import io.tical.db.EmbeddedPostgres;
import io.tical.server.Tical;
import io.tical.server.config.Settings.SettingInvalid;
import io.tical.server.http.Sockets;
import io.tical.server.ledger.AuditCommand;
import io.tical.server.ledger.Head;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The entry point of the commands. */
@Command(
        name = "tical",
        description = "Self-hosted merchant payments.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "<command>")
public final class Main {
    /** The exit code when a port cannot be opened; the launcher's supervisor uses it. */
    static final int PORT_UNAVAILABLE = 4;

    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

    static void main(String[] args) {
        // Helidon, Flyway and the JDK use java.util.logging; route it to the same log.
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        System.exit(commands().execute(args));
    }

    public static CommandLine commands() {
        return new CommandLine(new Main())
                .addSubcommand(new Serve())
                .addSubcommand(new Audit())
                .addSubcommand(new RunBench())
                .addSubcommand(new RunDemo())
                .addSubcommand(new AddOperator())
                .addSubcommand(new Doctor())
                .addSubcommand(new StopDatabase())
                // Applies only to the commands added before it.
                .setCaseInsensitiveEnumValuesAllowed(true)
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

    /** Proves that the ledger of this home's database is correct, also while its service runs. */
    @Command(
            name = "audit",
            description = "Prove that the ledger is correct. Exits non-zero and names the wrong rows if it is not.",
            mixinStandardHelpOptions = true)
    private static final class Audit extends HomeCommand {
        @Option(
                names = "--heads",
                description = "Print only the heads of the hash chains. Keep them on another machine.")
        private boolean heads;

        @Option(
                names = "--against",
                paramLabel = "<file>",
                description = "Verify that the heads that --heads printed earlier are still in their chains.")
        private @Nullable Path against;

        @Option(
                names = "--since",
                paramLabel = "<file>",
                description =
                        "Verify only what came after the heads that --heads printed earlier, and every row that changed"
                                + " since. Rows that did not change are not read.")
        private @Nullable Path since;

        @Override
        public Integer call() {
            var noted = against == null ? List.<Head>of() : noted(against);
            var from = since == null ? null : new AuditCommand.Since(since, noted(since));
            return Tical.audit(settings(), audit -> {
                var command = new AuditCommand(audit, from, System.out, System.err);
                return heads ? command.heads(noted) : command.run(noted);
            });
        }

        private List<Head> noted(Path file) {
            try {
                return AuditCommand.noted(file);
            } catch (IOException e) {
                throw invalid(file + " cannot be read");
            } catch (IllegalArgumentException e) {
                throw invalid(Objects.requireNonNull(e.getMessage()));
            }
        }
    }

    /** Checks whether the service can start, and says what to do if it cannot. */
    @Command(
            name = "doctor",
            description = {
                "Check this machine and this installation.",
                "Each line begins with ok, warn or fail; the exit code is 1 when one of them is fail."
            },
            mixinStandardHelpOptions = true)
    private static final class Doctor extends HomeCommand {
        @Override
        public Integer call() {
            var findings = new Checkup(settings(), System.getenv()).findings();
            findings.forEach(finding -> out().println(finding.line()));
            out().flush();
            return findings.stream().anyMatch(finding -> finding.verdict() == Checkup.Verdict.FAIL) ? 1 : 0;
        }
    }

    /** {@code tical stop-database}: the launcher's supervisor runs it when the service was killed. */
    @Command(
            name = "stop-database",
            description = "Stop the embedded PostgreSQL that a killed service left running.",
            hidden = true,
            mixinStandardHelpOptions = true)
    private static final class StopDatabase extends HomeCommand {
        @Override
        public Integer call() {
            EmbeddedPostgres.stopAbandoned(settings().home().resolve("postgres"));
            return 0;
        }
    }
}

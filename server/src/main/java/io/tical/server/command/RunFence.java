package io.tical.server.command;

import io.tical.server.Tical;
import java.io.InputStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * {@code tical fence}: whether anything may leave, the logs of what left, and what was lost; also while the service runs. Its subcommands
 * decide on it at the running service.
 */
@Command(
        name = "fence",
        description = {
            "Show whether anything may be sent, the logs of what left, and what left and is not in the database.",
            "Exits with 0 if everything may be sent and no case is open, and otherwise with 1.",
            "The commands below decide on it, as the console does at Lost: an operator signs in to the running service,"
                    + " and another one approves."
        },
        mixinStandardHelpOptions = true)
final class RunFence extends HomeCommand {
    /** @param in standard input, for scripts */
    static CommandLine with(InputStream in) {
        return new CommandLine(new RunFence())
                .addSubcommand(new DecideCase(in))
                .addSubcommand(new DeclareGone(in))
                .addSubcommand(new CheckApproval.Approve(in))
                .addSubcommand(new CheckApproval.Refuse(in))
                .addSubcommand(new CheckApproval.Withdraw(in));
    }

    @Override
    public Integer call() {
        var status = Tical.withModules(
                settings(),
                "tical fence",
                modules -> PrintedFence.of(modules, out()).run());
        out().flush();
        return status;
    }
}

package io.tical.server.command;

import io.tical.server.Tical;
import io.tical.server.lost.LostModule;
import io.tical.server.outward.OutwardModule;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tical fence}: whether anything may leave, the logs of what left, and what was lost; also while the service runs. */
@Command(
        name = "fence",
        description = {
            "Show whether anything may be sent, the logs of what left, and what left and is not in the database.",
            "Exits with 0 if everything may be sent and no case is open, and otherwise with 1."
        },
        mixinStandardHelpOptions = true,
        subcommands = RunFence.Gone.class)
final class RunFence extends HomeCommand {
    @Override
    public Integer call() {
        var status = Tical.withModules(
                settings(),
                "tical fence",
                modules ->
                        new PrintedFence(modules.get(LostModule.class), modules.get(OutwardModule.class), out()).run());
        out().flush();
        return status;
    }

    /** Says how a log is declared gone. One person must not be able to do it, so this command does not do it. */
    @Command(
            name = "gone",
            description = "Say how a log is declared gone: two administrators do it in the console.",
            mixinStandardHelpOptions = true)
    static final class Gone extends HomeCommand {
        @Parameters(paramLabel = "<log id>", description = "as ./tical fence shows it")
        private @Nullable UUID log;

        @Option(names = "--reason", paramLabel = "<text>", description = "why the log is gone")
        private @Nullable String reason;

        @Override
        public Integer call() {
            out().println("Nothing was changed. That the log " + log
                    + " is gone is said by two administrators in the console: one asks for"
                    + " it at Lost, with the log's action \"Log is gone\""
                    + (reason == null ? "" : " and the reason \"" + reason + "\"")
                    + ", and the other approves it at Approvals.");
            out().println(
                            "Before, read the bank's statements from the time of the backup on: what only this log knew may be sent again.");
            out().flush();
            return 1;
        }
    }
}

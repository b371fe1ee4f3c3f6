package io.tical.server.command;

import io.tical.server.Tical;
import io.tical.server.config.Setting;
import io.tical.server.lost.LostModule;
import io.tical.server.outward.OutwardModule;
import java.net.URI;
import java.util.List;
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
            "Exits with 0 if everything may be sent and no case is open, and otherwise with 1.",
            "The other commands decide on it at a running service, as operators do in the console at Lost."
        },
        mixinStandardHelpOptions = true,
        subcommands = {RunFence.Close.class, RunFence.Gone.class, RunFence.Approve.class, RunFence.Refuse.class})
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

    /** A decision of an operator, who signs in to the running service. */
    abstract static class Decision extends HomeCommand {
        @Parameters(paramLabel = "<id>", arity = "1..*", description = "as ./tical fence shows them")
        private List<UUID> ids = List.of();

        @Option(names = "--user", paramLabel = "<name>", description = "the operator; asked for if it is missing")
        private String user = "";

        @Option(
                names = "--at",
                paramLabel = "<address>",
                description = "the admin socket of the service; by default that of this machine")
        private @Nullable URI at;

        @Option(names = "--yes", description = "do not ask")
        private boolean yes;

        abstract int decide(FenceDesk desk, List<UUID> of);

        @Override
        public Integer call() {
            var terminal = Terminal.ofProcess();
            var address =
                    at == null ? URI.create("http://127.0.0.1:" + settings().whole(Setting.ADMIN_PORT)) : at;
            try (var service = new OperatorConnection(address, terminal)) {
                service.signIn(user);
                return decide(new FenceDesk(service, terminal, out(), yes), ids);
            } catch (OperatorConnection.Refused refused) {
                out().println(refused.getMessage());
                return 1;
            } finally {
                out().flush();
            }
        }
    }

    /** Two people of finance, or administrators, do it. */
    @Command(
            name = "close",
            description = "Say that cases were dealt with elsewhere. Another operator approves it.",
            mixinStandardHelpOptions = true)
    static final class Close extends Decision {
        @Option(names = "--note", required = true, paramLabel = "<text>", description = "what was done about them")
        private String note = "";

        @Override
        int decide(FenceDesk desk, List<UUID> of) {
            return desk.close(of, note);
        }
    }

    /** Two administrators do it. */
    @Command(
            name = "gone",
            description = "Say that logs are gone and will not come back. Another administrator approves it.",
            mixinStandardHelpOptions = true)
    static final class Gone extends Decision {
        @Option(names = "--note", required = true, paramLabel = "<text>", description = "why they are gone")
        private String note = "";

        @Override
        int decide(FenceDesk desk, List<UUID> of) {
            return desk.gone(of, note);
        }
    }

    @Command(
            name = "approve",
            description = "Approve what another operator has asked for, and carry it out.",
            mixinStandardHelpOptions = true)
    static final class Approve extends Decision {
        @Option(names = "--note", paramLabel = "<text>", description = "for the audit log")
        private String note = "";

        @Override
        int decide(FenceDesk desk, List<UUID> of) {
            return desk.approve(of, note);
        }
    }

    @Command(
            name = "refuse",
            description = "Refuse what another operator has asked for.",
            mixinStandardHelpOptions = true)
    static final class Refuse extends Decision {
        @Option(names = "--note", paramLabel = "<text>", description = "for the audit log")
        private String note = "";

        @Override
        int decide(FenceDesk desk, List<UUID> of) {
            return desk.refuse(of, note);
        }
    }
}

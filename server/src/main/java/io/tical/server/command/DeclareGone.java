package io.tical.server.command;

import io.tical.common.admin.LostCases;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tical fence gone}: says that logs do not exist any more. */
@Command(
        name = "gone",
        description = {
            "Say that logs do not exist any more, one after the other with the same reason.",
            "Another administrator must approve each."
        },
        mixinStandardHelpOptions = true)
final class DeclareGone extends FenceDecision {
    @Parameters(arity = "1..*", paramLabel = "<log>", description = "The ids of the logs, as ./tical fence shows them")
    private List<UUID> ids = List.of();

    @Option(
            names = {"--reason", "--note"},
            paramLabel = "<text>",
            description = "Why they are gone",
            required = true)
    private String reason = "";

    DeclareGone(InputStream in) {
        super(in);
    }

    @Override
    boolean decide(Terms terms) {
        var known =
                terms.operator().get("/admin/v1/fence", LostCases.Fence.class).logs();
        for (var id : ids) {
            var log = find(known, id);
            if (log == null) {
                err().println("Nothing was changed: there is no log " + id + ". ./tical fence shows the logs.");
                return false;
            }
            out().println(LostWords.of(log));
        }
        out().println(LostWords.line("gone", LostWords.GONE));
        out().println(LostWords.line("reason", reason));
        if (!terms.agreed()) {
            return false;
        }
        var refused = 0;
        for (var id : ids) {
            out().println("log " + id + ":");
            try {
                terms.send("/admin/v1/fence/logs/" + id + "/gone", Map.of("note", reason), "The log is gone.");
            } catch (AdminSocket.Refused why) {
                out().flush();
                err().println(why.getMessage());
                refused++;
            }
        }
        return refused == 0;
    }

    private static LostCases.@Nullable Log find(List<LostCases.Log> known, UUID id) {
        return known.stream().filter(one -> one.id().equals(id)).findFirst().orElse(null);
    }
}

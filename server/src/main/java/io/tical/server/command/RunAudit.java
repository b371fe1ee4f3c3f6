package io.tical.server.command;

import io.tical.server.Tical;
import io.tical.server.ledger.Head;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tical audit}: proves that the ledger of this home's database is correct, also while its service runs. */
@Command(
        name = "audit",
        description = "Prove that the ledger is correct. Exits non-zero and names the wrong rows if it is not.",
        mixinStandardHelpOptions = true)
final class RunAudit extends HomeCommand {
    @Option(names = "--heads", description = "Print only the heads of the hash chains. Keep them on another machine.")
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
        var from = since == null ? null : new PrintedAudit.Since(since, noted(since));
        return Tical.audit(settings(), audit -> {
            var printed = new PrintedAudit(audit, from, System.out, System.err);
            return heads ? printed.heads(noted) : printed.run(noted);
        });
    }

    private List<Head> noted(Path file) {
        try {
            return Head.read(file);
        } catch (IOException e) {
            throw invalid(file + " cannot be read");
        } catch (IllegalArgumentException e) {
            throw invalid(Objects.requireNonNull(e.getMessage()));
        }
    }
}

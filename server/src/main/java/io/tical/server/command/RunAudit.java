package io.tical.server.command;

import io.tical.server.Tical;
import io.tical.server.ledger.AuditCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tical audit}: proves that the ledger of this home's database is correct, also while its service runs. */
@Command(
        name = "audit",
        description = "Prove that the ledger is correct. Exits non-zero and names the first wrong row if it is not.",
        mixinStandardHelpOptions = true)
final class RunAudit implements Callable<Integer> {
    @Mixin
    private final HomeOption home = new HomeOption();

    @Override
    public Integer call() {
        return Tical.audit(home.settings(System.getenv()), audit -> new AuditCommand(audit, System.out).run());
    }
}

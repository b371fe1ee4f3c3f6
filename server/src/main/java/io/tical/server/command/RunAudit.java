package io.tical.server.command;

import io.tical.db.Databases;
import io.tical.server.config.Setting;
import io.tical.server.ledger.Audit;
import io.tical.server.ledger.AuditCommand;
import io.tical.server.secret.Secrets;
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
        var settings = home.settings(System.getenv());
        var secrets = Secrets.load(settings.text(Setting.MASTER_KEY), settings.home());
        try (var database = Databases.open(settings.database(secrets.derive("service-role")))) {
            return new AuditCommand(new Audit(database, secrets.derive("seal"), MoneyAudits.ALL), System.out).run();
        }
    }
}

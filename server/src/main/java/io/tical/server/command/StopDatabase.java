package io.tical.server.command;

import io.tical.db.EmbeddedPostgres;
import picocli.CommandLine.Command;

/** {@code tical stop-database}: the launcher's supervisor runs it when the service was killed. */
@Command(
        name = "stop-database",
        description = "Stop the embedded PostgreSQL that a killed service left running.",
        hidden = true,
        mixinStandardHelpOptions = true)
final class StopDatabase extends HomeCommand {
    @Override
    public Integer call() {
        EmbeddedPostgres.stopAbandoned(settings().home().resolve("postgres"));
        return 0;
    }
}

package io.tical.server.command;

import io.tical.db.EmbeddedPostgres;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tical stop-database}: the launcher's supervisor runs it when the service was killed. */
@Command(
        name = "stop-database",
        description = "Stop the embedded PostgreSQL that a killed service left running.",
        hidden = true,
        mixinStandardHelpOptions = true)
final class StopDatabase implements Callable<Integer> {
    @Mixin
    private final HomeOption home = new HomeOption();

    @Override
    public Integer call() {
        EmbeddedPostgres.stopAbandoned(home.settings(System.getenv()).home().resolve("postgres"));
        return 0;
    }
}

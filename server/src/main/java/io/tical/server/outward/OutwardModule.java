package io.tical.server.outward;

import io.helidon.health.HealthCheck;
import io.tical.db.BulkWrite;
import io.tical.server.http.Observation;
import io.tical.server.metric.Family;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;

/** The module of what left. */
public record OutwardModule(Fence fence) implements Module {
    private static final Duration PAUSE = Duration.ofMillis(500);

    public static OutwardModule of(Modules modules, Fence.Options options) {
        var platform = modules.platform();
        return new OutwardModule(platform.open(new Fence(
                platform.database(),
                platform.secrets(),
                () -> modules.all(Module::departures),
                options,
                platform.clock())));
    }

    @Override
    public List<Work> work() {
        return List.of(new Work.Repeated("what left", PAUSE, fence::runOnce));
    }

    @Override
    public List<HealthCheck> checks() {
        return List.of(Observation.check("what left", () -> fence.writingFails() == null));
    }

    @Override
    public List<Family> metrics() {
        return List.of(
                Family.gauge(
                        "tical_outward_closed",
                        "1 while nothing may leave, because the database is not compared with what left before.",
                        () -> fence.closedBecause() == null ? 0 : 1),
                Family.gauge(
                        "tical_outward_cases",
                        "What left and is not in the database, and was not dealt with.",
                        fence::openCases));
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(OutwardStore.LOGS, OutwardStore.CASES);
    }
}

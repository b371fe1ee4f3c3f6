package io.tical.server.outward;

import io.tical.server.http.Observation;
import io.tical.server.metric.Family;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The module of what left.
 *
 * @param kept for how long a log may be needed after it was closed
 */
public record OutwardModule(Fence fence, OutwardAudit audit, Duration kept) implements Module {
    private static final Duration PAUSE = Duration.ofMillis(500);

    public static OutwardModule of(Modules modules, Fence.Options options) {
        var platform = modules.platform();
        Supplier<List<Departures>> departures = () -> modules.all(Kind.DEPARTURES);
        return new OutwardModule(
                platform.open(
                        new Fence(platform.database(), platform.secrets(), departures, options, platform.clock())),
                new OutwardAudit(
                        platform.database(),
                        new LogReader(options.places(), Fence.key(platform.secrets())),
                        departures,
                        platform.clock()),
                options.kept());
    }

    /** Why the nodes of this home may let nothing leave, as far as the database and the files of the home say; none if everything may. */
    public List<String> reasons() {
        return audit.reasons();
    }

    /** The cases of transfers that an object has taken up and whose outcome is not known yet: their rails are asked, or people decide. */
    public List<Lost> undecided() {
        return audit.undecided();
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.AUDITS, audit);
        to.add(Kind.WORK, new Work.Repeated("what left", PAUSE, fence::runOnce));
        to.add(
                Kind.CHECKS,
                Observation.check("what left", () -> fence.writingFails() == null, "degraded", this::sentences));
        to.add(
                Kind.METRICS,
                Family.gauge(
                        "tical_outward_closed",
                        "1 while nothing may leave, because the database is not compared with what left before.",
                        () -> fence.closedBecause() == null ? 0 : 1),
                Family.gauge(
                        "tical_outward_cases",
                        "What left and is not in the database, and was not dealt with.",
                        fence::openCases));
        to.add(Kind.AUTHENTICATED_TABLES, OutwardStore.LOGS, OutwardStore.CASES);
    }

    private List<String> sentences() {
        var failure = fence.writingFails();
        return Stream.concat(
                        Stream.ofNullable(failure)
                                .map(why ->
                                        "Nothing is sent, because what leaves cannot be written down: " + why + "."),
                        fence.sentences().stream())
                .toList();
    }
}

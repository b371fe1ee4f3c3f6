package io.tical.server.rail;

import io.tical.db.BulkWrite;
import io.tical.server.metric.Calls;
import io.tical.server.metric.Family;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.work.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** External services: payout rails, slip verification and account holder lookup. */
public record RailModule(Rails rails, Verifiers verifiers, Simulator simulator, List<Family> metrics)
        implements Module {
    /**
     * The settings of external services.
     *
     * @param book the folder of what the simulator was asked to transfer
     * @param sandboxDispatch the delay before the simulator sends a test payout
     */
    public record Options(
            Path book, Duration sandboxDispatch, Verifiers.SlipOptions slips, Verifiers.HolderOptions holders) {}

    public static RailModule of(Modules modules, Options options) {
        var platform = modules.platform();
        var database = platform.database();
        var answers = new SimulatorAnswers();
        var test = MeteredRail.of(new SimulatorRail(
                database,
                platform.open(new SimulatorBook(options.book(), platform.clock())),
                options.sandboxDispatch(),
                answers));
        var live = MeteredRail.of(new ManualRail());
        var verifiers = platform.open(new Verifiers(options.slips(), options.holders(), answers, platform.clock()));
        var metrics = Calls.families(
                "tical_upstream_call",
                "Calls of rails, slip verification and holder lookup",
                Stream.of(test.calls(), live.calls(), verifiers.calls())
                        .<Calls<?>>flatMap(calls -> calls)
                        .toList());
        return new RailModule(
                new Rails(test, live), verifiers, new Simulator(database, answers, platform.clock()), metrics);
    }

    @Override
    public List<Work> work() {
        return List.of(simulator.work());
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(SimulatorStore.ANSWERS, PaidTransferStore.TRANSFERS);
    }
}

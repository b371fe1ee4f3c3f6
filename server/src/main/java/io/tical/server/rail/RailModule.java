package io.tical.server.rail;

import io.tical.server.metric.Calls;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The rails of payouts and settlements, and the answers of all simulators. */
public record RailModule(Rails rails, Simulator simulator, List<Calls<?>> calls) implements Module {
    /**
     * The settings of rails.
     *
     * @param book the folder of what the simulator was asked to transfer
     * @param sandboxDispatch the delay before the simulator sends a test payout
     */
    public record Options(Path book, Duration sandboxDispatch) {}

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
        return new RailModule(
                new Rails(test, live),
                new Simulator(database, answers, platform.clock()),
                Stream.concat(test.calls(), live.calls())
                        .<Calls<?>>map(calls -> calls)
                        .toList());
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.WORK, simulator.work());
        to.add(Kind.AUTHENTICATED_TABLES, SimulatorStore.ANSWERS, PaidTransferStore.TRANSFERS);
        to.add(Kind.CALLS, calls);
    }
}

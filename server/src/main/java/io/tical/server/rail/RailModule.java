package io.tical.server.rail;

import io.tical.server.metric.Calls;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The rails of payouts and settlements, and the answers of all simulators. */
public record RailModule(Rails rails, Connections connections, Simulator simulator, List<Calls<?>> calls)
        implements Module {
    /**
     * The settings of rails.
     *
     * @param book the folder of what the simulator was asked to transfer
     * @param sandboxDispatch the delay before the simulator sends a test payout
     * @param live the rails of live keys, beside the manual one
     */
    public record Options(Path book, Duration sandboxDispatch, RailsFile live) {}

    public static RailModule of(Modules modules, Options options) {
        var platform = modules.platform();
        var database = platform.database();
        var answers = new SimulatorAnswers();
        var test = MeteredRail.of(new SimulatorRail(
                database,
                platform.open(new SimulatorBook(options.book(), platform.clock())),
                options.sandboxDispatch(),
                answers));
        var manual = MeteredRail.of(new ManualRail());
        var http = options.live().rails().stream()
                .map(config -> platform.open(new HttpRail(config, Upstream.Limits.USUAL, platform.clock())))
                .toList();
        var connected = new ArrayList<LiveRails.Connected>();
        var calls = new ArrayList<Calls<?>>(test.calls().toList());
        calls.addAll(manual.calls().toList());
        for (var rail : http) {
            var metered = MeteredRail.of(rail);
            connected.add(new LiveRails.Connected(metered, rail.terms()));
            calls.addAll(metered.calls().toList());
        }
        return new RailModule(
                new Rails(
                        test,
                        new LiveRails(
                                LiveRails.byName(connected), options.live().rules(), manual),
                        () -> answers.now().payout() == SimulatorAnswers.Payout.FILE),
                new Connections(http, options.live()),
                new Simulator(database, answers, platform.clock()),
                List.copyOf(calls));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.WORK, simulator.work());
        to.add(Kind.AUTHENTICATED_TABLES, SimulatorStore.ANSWERS, PaidTransferStore.TRANSFERS);
        to.add(Kind.CALLS, calls);
    }
}

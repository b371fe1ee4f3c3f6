package io.tical.server.rail;

import io.tical.db.BulkWrite;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;

/** External services: payout rails, slip verification and account holder lookup. */
public record RailModule(Rails rails, Verifiers verifiers, Simulator simulator) implements Module {
    /**
     * The settings of external services.
     *
     * @param sandboxDispatch the delay before the simulator sends a test payout
     */
    public record Options(Duration sandboxDispatch, Verifiers.SlipOptions slips, Verifiers.HolderOptions holders) {}

    public static RailModule of(Platform platform, Options options) {
        var database = platform.database();
        var answers = new SimulatorAnswers();
        return new RailModule(
                new Rails(new SimulatorRail(database, options.sandboxDispatch(), answers), new ManualRail()),
                platform.open(new Verifiers(options.slips(), options.holders(), answers, platform.clock())),
                new Simulator(database, answers, platform.clock()));
    }

    @Override
    public List<Work> work() {
        return List.of(simulator.work());
    }

    @Override
    public List<BulkWrite<?>> evidence() {
        return List.of(SimulatorStore.ANSWERS);
    }
}

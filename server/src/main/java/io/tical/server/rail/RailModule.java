package io.tical.server.rail;

import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import java.time.Duration;

/** External services: payout rails, slip verification and account holder lookup. */
public record RailModule(Rails rails, Verifiers verifiers) implements Module {
    /**
     * The settings of external services.
     *
     * @param sandboxDispatch the delay before the simulator sends a test payout
     */
    public record Options(Duration sandboxDispatch, Verifiers.SlipOptions slips, Verifiers.HolderOptions holders) {}

    public RailModule(Platform platform, Options options) {
        this(
                new Rails(new SimulatorRail(platform.database(), options.sandboxDispatch()), new ManualRail()),
                platform.open(new Verifiers(options.slips(), options.holders(), platform.clock())));
    }
}

package io.tical.server.rail;

import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import java.time.Duration;

/** External services: payout rails, slip verification and account holder lookup. */
public final class RailModule implements Module {
    private final Rails rails;
    private final VerificationServices verification;

    /**
     * The settings of external services.
     *
     * @param sandboxDispatch the delay before the simulator sends a test payout
     */
    public record Options(Duration sandboxDispatch, VerificationServices.Options verification) {}

    public RailModule(Platform platform, Options options) {
        rails = new Rails(new SimulatorRail(platform.database(), options.sandboxDispatch()), new ManualRail());
        verification = platform.open(new VerificationServices(options.verification(), platform.clock()));
    }

    public Rails rails() {
        return rails;
    }

    public Verifiers verifiers() {
        return verification.verifiers();
    }

    /** The answers of the simulated verification services of this node. */
    public SimulatorAnswers simulatorAnswers() {
        return verification.simulator();
    }
}

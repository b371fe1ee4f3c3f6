package io.tical.server.rail;

import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import java.time.Duration;

/** The services outside: what carries payouts to a bank, who verifies slips, and who names account holders. */
public final class RailModule implements Module {
    private final Rails rails;
    private final VerificationServices verification;

    /**
     * The settings of the services outside.
     *
     * @param sandboxDispatch how long the simulator waits before it sends a test payout
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

    /** What the simulated verification services of this node answer. */
    public SimulatorAnswers simulatorAnswers() {
        return verification.simulator();
    }
}

package io.tical.server.rail;

import java.util.List;

/**
 * Simulates holders. The same account always has the same holder, and accounts whose number ends in 0000 do not exist.
 */
public final class SimulatorHolderLookup implements HolderLookup {
    private static final String NO_ACCOUNT = "0000";
    private static final List<String> NAMES = List.of(
            "Somchai Jaidee", "Malee Srisuk", "Anan Thongchai", "Kanya Wongsa", "Prasert Boonmee", "Siriporn Chaiyo");

    private final SimulatorAnswers answers;

    public SimulatorHolderLookup(SimulatorAnswers answers) {
        this.answers = answers;
    }

    @Override
    public String name() {
        return "simulator";
    }

    @Override
    public boolean simulated() {
        return true;
    }

    @Override
    public HolderOutcome holder(String bankCode, String accountNo) {
        return switch (answers.afterLatency().holder()) {
            case FOUND ->
                accountNo.endsWith(NO_ACCOUNT)
                        ? new HolderOutcome.Unknown()
                        : new HolderOutcome.Found(
                                NAMES.get(Math.floorMod((bankCode + accountNo).hashCode(), NAMES.size())));
            case UNKNOWN -> new HolderOutcome.Unknown();
            case UNAVAILABLE ->
                HolderOutcome.Unavailable.of(UpstreamFailure.retryable("the simulator is set to be unavailable"));
        };
    }
}

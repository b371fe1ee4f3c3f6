package io.tical.server.holder;

import io.tical.server.rail.SimulatorAnswers;
import io.tical.server.rail.UpstreamFailure;
import java.util.List;
import java.util.Optional;

/**
 * Simulates holders. The same account always has the same holder, and accounts whose number ends in 0000 do not exist.
 */
public record SimulatorHolderLookup(SimulatorAnswers answers) implements HolderLookup {
    private static final String NO_ACCOUNT = "0000";
    private static final List<String> NAMES = List.of(
            "Somchai Jaidee", "Malee Srisuk", "Anan Thongchai", "Kanya Wongsa", "Prasert Boonmee", "Siriporn Chaiyo");

    @Override
    public Optional<String> holder(String bankCode, String accountNo) {
        return switch (answers.afterLatency().holder()) {
            case FOUND ->
                Optional.of(NAMES.get(Math.floorMod((bankCode + accountNo).hashCode(), NAMES.size())))
                        .filter(name -> !accountNo.endsWith(NO_ACCOUNT));
            case UNKNOWN -> Optional.empty();
            case UNAVAILABLE -> throw UpstreamFailure.retryable("the simulator is set to be unavailable");
        };
    }
}

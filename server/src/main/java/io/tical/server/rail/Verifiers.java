package io.tical.server.rail;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who verifies slips and names holders: the simulator for test keys, the configured services, if any, for live keys. */
public final class Verifiers {
    private final SlipVerifier testSlips;
    private final @Nullable SlipVerifier liveSlips;
    private final HolderLookup testHolders;
    private final @Nullable HolderLookup liveHolders;

    /** A live one that is null is switched off. */
    public Verifiers(
            SlipVerifier testSlips,
            @Nullable SlipVerifier liveSlips,
            HolderLookup testHolders,
            @Nullable HolderLookup liveHolders) {
        this.testSlips = testSlips;
        this.liveSlips = liveSlips;
        this.testHolders = testHolders;
        this.liveHolders = liveHolders;
    }

    /** Empty when slips of this environment are verified by people alone. */
    public Optional<SlipVerifier> slips(boolean livemode) {
        return Optional.ofNullable(livemode ? liveSlips : testSlips);
    }

    /** Empty when nobody can be asked in this environment. */
    public Optional<HolderLookup> holders(boolean livemode) {
        return Optional.ofNullable(livemode ? liveHolders : testHolders);
    }
}

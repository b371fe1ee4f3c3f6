package io.tical.server.rail;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Slip verification and holder lookup: simulators for test keys, the configured services for live keys. */
public final class Verifiers {
    private final SlipVerifier testSlips;
    private final @Nullable SlipVerifier liveSlips;
    private final HolderLookup testHolders;
    private final @Nullable HolderLookup liveHolders;

    /** Live services are null if they are disabled. */
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

    /** Empty if only staff verify slips in this environment. */
    public Optional<SlipVerifier> slips(boolean livemode) {
        return Optional.ofNullable(livemode ? liveSlips : testSlips);
    }

    /** Empty if holder lookup is disabled in this environment. */
    public Optional<HolderLookup> holders(boolean livemode) {
        return Optional.ofNullable(livemode ? liveHolders : testHolders);
    }
}

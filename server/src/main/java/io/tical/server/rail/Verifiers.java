package io.tical.server.rail;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Slip verification and holder lookup: simulators for test keys, the configured services for live keys. Live services
 * are null if they are disabled.
 */
public record Verifiers(
        SlipVerifier testSlips,
        @Nullable SlipVerifier liveSlips,
        HolderLookup testHolders,
        @Nullable HolderLookup liveHolders) {
    /** Empty if only staff verify slips in this environment. */
    public Optional<SlipVerifier> slips(boolean livemode) {
        return Optional.ofNullable(livemode ? liveSlips : testSlips);
    }

    /** Empty if holder lookup is disabled in this environment. */
    public Optional<HolderLookup> holders(boolean livemode) {
        return Optional.ofNullable(livemode ? liveHolders : testHolders);
    }
}

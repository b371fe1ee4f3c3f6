package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The fields that every object in operators' lists has. */
public interface Listed {
    UUID id();

    /** Raised by each change. A decision sends the version that its operator saw; 0 for objects without versions. */
    default int version() {
        return 0;
    }

    /** The username of the operator who has its lease; null without one. */
    default @Nullable String claimedBy() {
        return null;
    }

    /** When that lease expires. */
    default @Nullable Long claimedUntil() {
        return null;
    }

    /** Its decision that awaits approval, which blocks all other decisions; null without one. */
    default Approvals.@Nullable Row approval() {
        return null;
    }
}

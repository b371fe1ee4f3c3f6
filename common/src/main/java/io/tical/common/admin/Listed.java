package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What every object has that operators see in a list. */
public interface Listed {
    UUID id();

    /** Raised by each change. A decision sends the version that its operator saw; 0 for objects without versions. */
    default int version() {
        return 0;
    }

    /** The username of whoever works on it; null if nobody does. */
    default @Nullable String claimedBy() {
        return null;
    }

    /** When that lease ends by itself. */
    default @Nullable Long claimedUntil() {
        return null;
    }

    /** The decision on it that waits for a second person, until which nothing else can be decided; null if none does. */
    default Approvals.@Nullable Row approval() {
        return null;
    }
}

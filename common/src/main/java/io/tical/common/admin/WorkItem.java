package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What every object has that operators decide on. */
public interface WorkItem {
    UUID id();

    UUID organizationId();

    String organizationName();

    /** False for test objects. */
    boolean livemode();

    String status();

    /** Raised by each change. A decision sends the version that its operator saw. */
    int version();

    /** The username of whoever works on it; null if nobody does. */
    @Nullable
    String claimedBy();

    /** When that lease ends by itself. */
    @Nullable
    Long claimedUntil();
}

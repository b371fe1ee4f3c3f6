package io.tical.server.decision;

import io.tical.server.transaction.Lease;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The lease of an object, as JSON.
 *
 * @param claimedBy the operator who has it; null if nobody has it
 * @param claimedUntil when it expires; null if nobody has it
 */
public record LeaseView(
        @Nullable String claimedBy, @Nullable Instant claimedUntil) {
    static LeaseView of(@Nullable Lease lease) {
        return lease == null ? new LeaseView(null, null) : new LeaseView(lease.operator(), lease.until());
    }
}

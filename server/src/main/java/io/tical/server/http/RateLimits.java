package io.tical.server.http;

import io.tical.server.access.Caller;
import io.tical.server.load.TokenBuckets;
import java.util.UUID;

/**
 * A token bucket for each organization and environment, with bursts of twice the rate per second. Each node counts
 * separately.
 *
 * @param verifications verifications among these, which are always live
 */
public record RateLimits(TokenBuckets<UUID> test, TokenBuckets<UUID> live, TokenBuckets<UUID> verifications) {
    /** The parameters are requests per second; 0 is no limit. */
    public RateLimits(int test, int live, int verifications) {
        this(TokenBuckets.perSecond(test), TokenBuckets.perSecond(live), TokenBuckets.perSecond(verifications));
    }

    TokenBuckets.Taken take(Caller caller) {
        return (caller.livemode() ? live : test).take(caller.organizationId());
    }
}

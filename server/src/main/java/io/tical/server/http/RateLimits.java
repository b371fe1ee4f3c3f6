package io.tical.server.http;

import io.tical.server.access.Caller;
import io.tical.server.work.TokenBuckets;
import java.time.Duration;
import java.util.UUID;

/**
 * A token bucket for each organization and environment, with bursts of twice the rate per second. Each node counts
 * separately.
 */
public final class RateLimits {
    private final TokenBuckets<UUID> test;
    private final TokenBuckets<UUID> live;
    private final TokenBuckets<UUID> verifications;

    /**
     * @param test requests per second with test keys; 0 is no limit
     * @param live requests per second with live keys; 0 is no limit
     * @param verifications verifications per second among these; 0 is no limit
     */
    public RateLimits(int test, int live, int verifications) {
        this.test = perSecond(test);
        this.live = perSecond(live);
        this.verifications = perSecond(verifications);
    }

    private static TokenBuckets<UUID> perSecond(int limit) {
        return new TokenBuckets<>(limit, 2L * limit, Duration.ofSeconds(1));
    }

    TokenBuckets.Taken take(Caller caller) {
        return (caller.livemode() ? live : test).take(caller.organizationId());
    }

    /** Counts one verification of the organization. Verifications are always live. */
    TokenBuckets.Taken takeVerification(Caller caller) {
        return verifications.take(caller.organizationId());
    }
}

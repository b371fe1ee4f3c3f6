package io.tical.server.http;

import io.tical.server.access.Caller;
import io.tical.server.work.TokenBuckets;
import java.time.Duration;
import java.util.UUID;

/**
 * A token bucket for each organization and environment: a rate a second, and twice that in a burst. Each node
 * counts for itself.
 */
public final class RateLimits {
    private final TokenBuckets<UUID> test;
    private final TokenBuckets<UUID> live;
    private final TokenBuckets<UUID> verifications;

    /** Without a rate of its own for verifications. */
    public RateLimits(int test, int live) {
        this(test, live, 0);
    }

    /**
     * @param test requests a second with test keys; 0 is no limit
     * @param live requests a second with live keys; 0 is no limit
     * @param verifications of these, verifications a second; 0 is no limit
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

    /** Takes one of the verifications that the organization may ask for; all of them are live. */
    TokenBuckets.Taken takeVerification(Caller caller) {
        return verifications.take(caller.organizationId());
    }
}

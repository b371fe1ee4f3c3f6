package io.tical.server.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.UUID;

/**
 * A token bucket for each organization and environment: so many requests a second, twice that in a burst. Each node
 * counts for itself.
 */
public final class RateLimits {
    private final int test;
    private final int live;
    private final int verifications;
    private final Cache<Owner, Bucket> buckets =
            Caffeine.newBuilder().expireAfterAccess(Duration.ofMinutes(10)).build();
    private final Cache<Owner, Bucket> verificationBuckets =
            Caffeine.newBuilder().expireAfterAccess(Duration.ofMinutes(10)).build();

    private record Owner(UUID organizationId, boolean livemode) {}

    /**
     * @param test requests a second with test keys; 0 is no limit
     * @param live requests a second with live keys; 0 is no limit
     */
    public RateLimits(int test, int live) {
        this(test, live, 0);
    }

    /**
     * @param test requests a second with test keys; 0 is no limit
     * @param live requests a second with live keys; 0 is no limit
     * @param verifications of these, verifications a second; 0 is no limit
     */
    public RateLimits(int test, int live, int verifications) {
        this.test = test;
        this.live = live;
        this.verifications = verifications;
    }

    /**
     * What one request took from its bucket.
     *
     * @param limit requests a second; 0 where there is no limit
     * @param remaining how many more would pass now
     * @param waitSeconds 0 when the request passed, else whole seconds until one would
     */
    public record Taken(long limit, long remaining, long waitSeconds) {
        private static final Taken UNLIMITED = new Taken(0, 0, 0);

        boolean refused() {
            return waitSeconds > 0;
        }
    }

    Taken take(Caller caller) {
        return take(buckets, caller, caller.livemode() ? live : test);
    }

    /** Takes one from the verifications that the organization may ask for. */
    Taken takeVerification(Caller caller) {
        return take(verificationBuckets, caller, verifications);
    }

    private static Taken take(Cache<Owner, Bucket> buckets, Caller caller, int limit) {
        if (limit == 0) {
            return Taken.UNLIMITED;
        }
        var bucket = buckets.get(new Owner(caller.organizationId(), caller.livemode()), owner -> bucket(limit));
        var probe = bucket.tryConsumeAndReturnRemaining(1);
        var wait = probe.isConsumed()
                ? 0
                : Math.max(
                        1,
                        Math.ceilDiv(
                                probe.getNanosToWaitForRefill(),
                                Duration.ofSeconds(1).toNanos()));
        return new Taken(limit, probe.getRemainingTokens(), wait);
    }

    private static Bucket bucket(int perSecond) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(2L * perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .build();
    }
}

package io.tical.server.load;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.tical.server.problem.Problem;
import java.time.Duration;

/** An in-memory token bucket for each key. Each node counts separately. */
public final class TokenBuckets<K> {
    /** Limits memory, because clients choose the keys. An evicted key starts again with a full bucket. */
    private static final int BUCKETS_MAX = 100_000;

    private final long limit;
    private final long burst;
    private final Duration period;
    private final Cache<K, Bucket> buckets = Caffeine.newBuilder()
            .expireAfterAccess(Duration.ofMinutes(10))
            .maximumSize(BUCKETS_MAX)
            .build();

    /**
     * @param limit tokens per period; 0 is no limit
     * @param burst the capacity of a bucket
     */
    private TokenBuckets(long limit, long burst, Duration period) {
        this.limit = limit;
        this.burst = burst;
        this.period = period;
    }

    /** Allows a burst of the whole minute's limit. */
    public static <K> TokenBuckets<K> perMinute(long limit) {
        return new TokenBuckets<>(limit, limit, Duration.ofMinutes(1));
    }

    /** Allows bursts of twice the limit. */
    public static <K> TokenBuckets<K> perSecond(long limit) {
        return new TokenBuckets<>(limit, 2 * limit, Duration.ofSeconds(1));
    }

    /**
     * The state of a bucket after one request.
     *
     * @param limit requests per period; 0 if there is no limit
     * @param remaining further requests that would be accepted now
     * @param waitSeconds 0 if the request was accepted, else whole seconds until a request is accepted
     */
    public record Taken(long limit, long remaining, long waitSeconds) {
        private static final Taken UNLIMITED = new Taken(0, 0, 0);

        public boolean refused() {
            return waitSeconds > 0;
        }
    }

    public Taken take(K key) {
        if (limit == 0) {
            return Taken.UNLIMITED;
        }
        var probe = buckets.get(
                        key,
                        owner -> Bucket.builder()
                                .addLimit(bandwidth -> bandwidth.capacity(burst).refillGreedy(limit, period))
                                .build())
                .tryConsumeAndReturnRemaining(1);
        var wait = probe.isConsumed() ? 0 : Math.max(1, Math.ceilDiv(probe.getNanosToWaitForRefill(), 1_000_000_000));
        return new Taken(limit, probe.getRemainingTokens(), wait);
    }

    /** @throws Problem.RateLimited if the bucket of this key is empty */
    public void require(K key) {
        var taken = take(key);
        if (taken.refused()) {
            throw new Problem.RateLimited(taken.waitSeconds());
        }
    }

    /** Whether the bucket of this key is empty now. */
    public boolean empty(K key) {
        var bucket = buckets.getIfPresent(key);
        return bucket != null && bucket.getAvailableTokens() == 0;
    }
}

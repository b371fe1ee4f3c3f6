package io.tical.server.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.server.load.TokenBuckets;
import io.tical.server.problem.Problem;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Limits the requests of users with a token and no credentials. Each token has its own buckets, regardless of the
 * address. Requests with unknown tokens count against the client's {@linkplain SourceAddress#network network}.
 */
public final class TokenLimits {
    static final String PARAMETER = "token";

    private static final int FILES_PER_MINUTE = 10;
    private static final int UNKNOWN_PER_MINUTE = 60;

    private static final int KNOWN_MAX = 100_000;

    /** Concurrent lookups of tokens from networks that have exceeded their limit. */
    private static final int SUSPECT_LOOKUPS_MAX = 2;

    private static final Duration SUSPECT_PATIENCE = Duration.ofSeconds(1);

    private final boolean off;
    private final Predicate<String> opens;
    private final TokenBuckets<String> requests;
    private final TokenBuckets<String> files = TokenBuckets.perMinute(FILES_PER_MINUTE);
    private final TokenBuckets<String> unknown = TokenBuckets.perMinute(UNKNOWN_PER_MINUTE);
    private final Semaphore suspectLookups = new Semaphore(SUSPECT_LOOKUPS_MAX, true);
    /** Caches valid tokens, because waiting pages poll. */
    private final Cache<String, Boolean> known = Caffeine.newBuilder()
            .maximumSize(KNOWN_MAX)
            .expireAfterAccess(Duration.ofMinutes(15))
            .build();

    /**
     * @param perMinute requests per minute of a token; 0 disables all of these limits
     */
    public TokenLimits(int perMinute, Predicate<String> opens) {
        this.off = perMinute == 0;
        this.opens = opens;
        this.requests = TokenBuckets.perMinute(perMinute);
    }

    /**
     * Counts a request with a token. Requests with unknown tokens pass within the network's limit; the handler refuses
     * them.
     *
     * @throws Problem.RateLimited if the limit of the token, or of the network for an unknown token, is exceeded
     */
    void take(String token, boolean file, InetAddress source) {
        if (off) {
            return;
        }
        if (known(token, SourceAddress.network(source))) {
            (file ? files : requests).require(token);
        } else {
            takeUnknown(source);
        }
    }

    /**
     * Counts a request without a matching route.
     *
     * @throws Problem.RateLimited if the limit of the network is exceeded
     */
    void takeUnknown(InetAddress source) {
        if (!off) {
            unknown.require(SourceAddress.network(source));
        }
    }

    private boolean known(String token, String network) {
        if (known.getIfPresent(token) != null) {
            return true;
        }
        var found = unknown.empty(network) ? lookedUpForSuspect(token) : opens.test(token);
        if (found) {
            known.put(token, true);
        }
        return found;
    }

    /**
     * Limits concurrent lookups from suspicious networks, so that guessing does not overload the database but new users
     * on the same network are admitted.
     */
    private boolean lookedUpForSuspect(String token) {
        try {
            if (!suspectLookups.tryAcquire(SUSPECT_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Problem.RateLimited(SUSPECT_PATIENCE.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.Unavailable.service();
        }
        try {
            return opens.test(token);
        } finally {
            suspectLookups.release();
        }
    }
}

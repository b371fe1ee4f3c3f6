package io.tical.server.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.server.problem.Problem;
import io.tical.server.work.TokenBuckets;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * How often people may come who have a token and nothing else. Each token has buckets of its own, however many people share an
 * address. Only what opens nothing is counted for the {@linkplain SourceAddress#network network} that it comes from.
 */
public final class TokenLimits {
    /** The parameter of a path that is a token. */
    static final String PARAMETER = "token";

    private static final int FILES_PER_MINUTE = 10;
    private static final int UNKNOWN_PER_MINUTE = 60;

    private static final int KNOWN_MAX = 100_000;

    /** Tokens of addresses that have guessed too often which are looked up at a time. */
    private static final int SUSPECT_LOOKUPS_MAX = 2;

    private static final Duration SUSPECT_PATIENCE = Duration.ofSeconds(1);

    private final boolean off;
    private final Predicate<String> opens;
    private final TokenBuckets<String> requests;
    private final TokenBuckets<String> files = perMinute(FILES_PER_MINUTE);
    private final TokenBuckets<String> unknown = perMinute(UNKNOWN_PER_MINUTE);
    private final Semaphore suspectLookups = new Semaphore(SUSPECT_LOOKUPS_MAX, true);
    /** A page that waits asks again and again: its token is looked up once. What was opened once stays open. */
    private final Cache<String, Boolean> known = Caffeine.newBuilder()
            .maximumSize(KNOWN_MAX)
            .expireAfterAccess(Duration.ofMinutes(15))
            .build();

    /**
     * @param perMinute requests a minute of a token; 0 switches all of these limits off
     * @param opens whether a token opens anything
     */
    public TokenLimits(int perMinute, Predicate<String> opens) {
        this.off = perMinute == 0;
        this.opens = opens;
        this.requests = perMinute(perMinute);
    }

    /** Without any limit. */
    public static TokenLimits off() {
        return new TokenLimits(0, token -> true);
    }

    private static TokenBuckets<String> perMinute(int limit) {
        return new TokenBuckets<>(limit, limit, Duration.ofMinutes(1));
    }

    /**
     * Counts a request with a token. One that opens nothing is let through as long as its network may guess, and is for its
     * handler to refuse.
     *
     * @param file whether it carries a file
     * @throws Problem.RateLimited when the token, or for one that opens nothing the network, has used up what it had
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
     * Counts a request that names nothing.
     *
     * @throws Problem.RateLimited when the network has used up what it had
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

    /** Who guesses must not keep the database busy, and yet whoever is new behind the same address is let in. */
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

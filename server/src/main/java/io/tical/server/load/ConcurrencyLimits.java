package io.tical.server.load;

import io.tical.server.problem.Problem;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Limits the long requests of one kind that this node serves at the same time, of one organization and of all, because each holds a
 * connection, and memory until its client has read it.
 */
public final class ConcurrencyLimits {
    private static final int RETRY_SECONDS = 5;

    private final String requests;
    private final int all;
    private final int ofOne;
    private final Map<UUID, Integer> taken = new ConcurrentHashMap<>();

    /**
     * @param requests their name in messages, such as {@code exports}
     * @param all the limit of this node
     * @param ofOne the limit of one organization
     */
    public ConcurrencyLimits(String requests, int all, int ofOne) {
        this.requests = requests;
        this.all = all;
        this.ofOne = ofOne;
    }

    /**
     * Serves a request within the limits.
     *
     * @throws Problem.RateLimited if the organization has reached its limit
     * @throws Problem.Unavailable if the node has reached its limit
     */
    public <T> T answer(UUID organizationId, Supplier<T> request) {
        take(organizationId);
        try {
            return request.get();
        } finally {
            release(organizationId);
        }
    }

    /** The same for a request that is answered while it is served. */
    public void serve(UUID organizationId, Runnable request) {
        answer(organizationId, () -> {
            request.run();
            return organizationId;
        });
    }

    private synchronized void take(UUID organizationId) {
        if (taken.getOrDefault(organizationId, 0) >= ofOne) {
            throw new Problem.RateLimited(
                    "Your organization has " + ofOne + " " + requests
                            + " in progress, which is the maximum; try again when one of them is complete",
                    RETRY_SECONDS);
        }
        if (taken.values().stream().mapToInt(Integer::intValue).sum() >= all) {
            throw new Problem.Unavailable(
                    "SERVICE_UNAVAILABLE",
                    "Too many " + requests + " are in progress; try again in a few seconds",
                    RETRY_SECONDS);
        }
        taken.merge(organizationId, 1, Integer::sum);
    }

    private synchronized void release(UUID organizationId) {
        taken.computeIfPresent(organizationId, (id, count) -> count == 1 ? null : count - 1);
    }
}

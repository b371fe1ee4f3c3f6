package io.tical.server.statement;

import io.tical.server.problem.Problem;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Limits the statements that are read at the same time, because each holds a page in memory until its client has read it. */
final class StatementLimits {
    private static final int RETRY_SECONDS = 5;

    private final int all;
    private final int ofOne;
    private final Map<UUID, Integer> taken = new ConcurrentHashMap<>();

    /**
     * @param all the limit of this node
     * @param ofOne the limit of one organization
     */
    StatementLimits(int all, int ofOne) {
        this.all = all;
        this.ofOne = ofOne;
    }

    /**
     * Runs the reading within the limits.
     *
     * @throws Problem.RateLimited if the organization has reached its limit
     * @throws Problem.Unavailable if the node has reached its limit
     */
    void use(UUID organizationId, Runnable reading) {
        take(organizationId);
        try {
            reading.run();
        } finally {
            release(organizationId);
        }
    }

    private synchronized void take(UUID organizationId) {
        if (taken.getOrDefault(organizationId, 0) >= ofOne) {
            throw new Problem.RateLimited(RETRY_SECONDS);
        }
        if (taken.values().stream().mapToInt(Integer::intValue).sum() >= all) {
            throw new Problem.Unavailable(
                    "SERVICE_UNAVAILABLE",
                    "Too many statements are being read; try again in a few seconds",
                    RETRY_SECONDS);
        }
        taken.merge(organizationId, 1, Integer::sum);
    }

    private synchronized void release(UUID organizationId) {
        taken.computeIfPresent(organizationId, (id, count) -> count == 1 ? null : count - 1);
    }
}

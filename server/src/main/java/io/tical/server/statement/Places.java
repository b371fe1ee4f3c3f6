package io.tical.server.statement;

import io.tical.server.problem.Problem;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** How many statements are read at the same time: each holds a page in memory for as long as its client takes to read it. */
final class Places {
    private static final int RETRY_SECONDS = 5;

    private final int all;
    private final int ofOne;
    private final Map<UUID, Integer> taken = new ConcurrentHashMap<>();

    /**
     * @param all of this node
     * @param ofOne of one organization
     */
    Places(int all, int ofOne) {
        this.all = all;
        this.ofOne = ofOne;
    }

    /**
     * Runs with a place.
     *
     * @throws Problem.RateLimited if the organization has no place left
     * @throws Problem.Unavailable if there is no place left
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
        taken.computeIfPresent(organizationId, (id, places) -> places == 1 ? null : places - 1);
    }
}

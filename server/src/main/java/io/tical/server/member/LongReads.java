package io.tical.server.member;

import io.tical.server.load.ConcurrencyLimits;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Limits one kind of requests that read many rows, on this node: how many there are, and how many of them read from the database at the
 * same time.
 */
public final class LongReads {
    /** Uses only a few of the node's connections to the database, because payments need them. */
    private static final int READING_MAX = 2;

    private static final int REQUESTS_MAX = 32;
    private static final int REQUESTS_OF_ONE_MAX = 4;
    private static final int RETRY_SECONDS = 5;

    /** More than all searches and all files of searches need to read once each, unless the database is slow. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(30);

    private final String requests;
    private final Duration waitMax;
    private final ConcurrencyLimits limits;
    private final Semaphore reading = new Semaphore(READING_MAX, true);

    /** @param requests their name in messages, such as {@code exports} */
    LongReads(String requests) {
        this(requests, WAIT_MAX);
    }

    /** @param waitMax how long a reading waits for others */
    LongReads(String requests, Duration waitMax) {
        this.requests = requests;
        this.waitMax = waitMax;
        this.limits = new ConcurrencyLimits(requests, REQUESTS_MAX, REQUESTS_OF_ONE_MAX);
    }

    /**
     * Serves a request.
     *
     * @throws Problem.RateLimited if the organization has too many
     * @throws Problem.Unavailable if the node has too many
     */
    public <T> T answer(UUID organizationId, Supplier<T> request) {
        return limits.answer(organizationId, request);
    }

    /** The same for a request that is answered while it is served. */
    void serve(UUID organizationId, Runnable request) {
        limits.serve(organizationId, request);
    }

    /**
     * Reads from the database for a request: one statement or a few, so that all requests take turns.
     *
     * @throws Problem.Unavailable if others read for too long
     */
    public <T> T read(Supplier<T> rows) {
        await();
        try {
            return rows.get();
        } finally {
            reading.release();
        }
    }

    private void await() {
        try {
            if (reading.tryAcquire(waitMax.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Problem.Unavailable(
                "SERVICE_UNAVAILABLE",
                "Other " + requests + " take long; try again in a few seconds, or select fewer rows with the filters",
                RETRY_SECONDS);
    }
}

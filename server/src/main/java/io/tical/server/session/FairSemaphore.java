package io.tical.server.session;

import io.tical.server.load.TurnQueue;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A semaphore with a bounded queue that is fair between sources. Waiting sources take turns ({@link TurnQueue}), so a single request
 * does not wait behind many requests of another source. If the queue is full, the newest request of the source with the most is
 * rejected immediately. Other requests are rejected after a timeout.
 */
public final class FairSemaphore {
    private static final int RETRY_S = 3;
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);
    /** About the number of passwords that two processors check in that time. */
    private static final int WAITING_MAX = 64;

    private static final int WAITING_OF_SOURCE_MAX = 24;

    private final Duration waitMax;
    private final int waitingMax;
    private final int waitingOfSourceMax;
    private final TurnQueue<Waiter> waiting = new TurnQueue<>();
    private int free;

    private static final class Waiter {
        private final CountDownLatch turn = new CountDownLatch(1);
        /** Set before the end of the wait if another source has taken the place in the queue. */
        private volatile boolean displaced;
    }

    /** @param permits concurrent holders */
    public FairSemaphore(int permits) {
        this(permits, WAIT_MAX, WAITING_MAX, WAITING_OF_SOURCE_MAX);
    }

    /**
     * @param permits concurrent holders
     * @param waitingMax waiting requests
     * @param waitingOfSourceMax waiting requests of one source
     */
    FairSemaphore(int permits, Duration waitMax, int waitingMax, int waitingOfSourceMax) {
        this.free = permits;
        this.waitMax = waitMax;
        this.waitingMax = waitingMax;
        this.waitingOfSourceMax = waitingOfSourceMax;
    }

    /**
     * Runs a task while holding a permit.
     *
     * @param source the source of the request
     * @throws Problem.Unavailable if the queue is full or the wait is too long
     */
    public <T> T within(String source, Supplier<T> task) {
        await(source);
        try {
            return task.get();
        } finally {
            end();
        }
    }

    /**
     * Acquires a permit, which {@link #end} releases.
     *
     * @throws Problem.Unavailable if the queue is full or the wait is too long
     */
    void await(String source) {
        var waiter = begin(source);
        if (waiter == null) {
            return;
        }
        try {
            var ended = waiter.turn.await(waitMax.toMillis(), TimeUnit.MILLISECONDS) || !withdrawn(source, waiter);
            if (ended && !waiter.displaced) {
                return;
            }
        } catch (InterruptedException e) {
            if (!withdrawn(source, waiter) && !waiter.displaced) {
                end();
            }
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a permit", e);
        }
        throw tooMany();
    }

    /** Acquires a permit and returns null, or joins the queue. */
    private synchronized @Nullable Waiter begin(String source) {
        if (free > 0) {
            free--;
            return null;
        }
        var ofSource = waiting.size(source);
        if (ofSource >= waitingOfSourceMax || (waiting.size() >= waitingMax && !displace(ofSource + 1))) {
            throw tooMany();
        }
        var waiter = new Waiter();
        waiting.add(source, waiter);
        return waiter;
    }

    /**
     * Rejects the newest request of the source with the most.
     *
     * @param newcomers the number of requests that the newcomer's source would have, which must be smaller
     */
    private boolean displace(int newcomers) {
        if (waiting.sizeOfMost() <= newcomers) {
            return false;
        }
        var newest = Objects.requireNonNull(waiting.pollNewestOfMost());
        newest.displaced = true;
        newest.turn.countDown();
        return true;
    }

    /** Releases a permit to the request whose turn it is. */
    synchronized void end() {
        var next = waiting.poll();
        if (next == null) {
            free++;
        } else {
            next.turn.countDown();
        }
    }

    synchronized int waiting() {
        return waiting.size();
    }

    /** Leaves the queue. Returns false if the permit was granted concurrently. */
    private synchronized boolean withdrawn(String source, Waiter waiter) {
        return waiting.remove(source, waiter);
    }

    private static Problem tooMany() {
        return new Problem.Unavailable(
                "SERVICE_UNAVAILABLE", "Too many sign-ins are in progress; try again in a few seconds", RETRY_S);
    }
}

package io.tical.server.session;

import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A semaphore with a bounded queue that is fair between sources. Permits go to waiting sources in rotation, so a single
 * request does not wait behind many requests of another source. If the queue is full, the newest request of the source with the
 * most is rejected immediately. Other requests are rejected after a timeout.
 */
public final class Turns {
    private static final int RETRY_S = 3;

    private final Duration waitMax;
    private final int waitingMax;
    private final int waitingOfSourceMax;
    /** By source, in the order of the next permits. */
    private final Map<String, Deque<Waiter>> waiting = new LinkedHashMap<>();

    private int waiters;
    private int free;

    private static final class Waiter {
        private final CountDownLatch turn = new CountDownLatch(1);
        /** Set before the end of the wait if another source has taken the place in the queue. */
        private volatile boolean displaced;
    }

    /**
     * @param permits concurrent holders
     * @param waitingMax waiting requests
     * @param waitingOfSourceMax waiting requests of one source
     */
    public Turns(int permits, Duration waitMax, int waitingMax, int waitingOfSourceMax) {
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
        Deque<Waiter> ofSource = waiting.getOrDefault(source, new ArrayDeque<>());
        if (ofSource.size() >= waitingOfSourceMax || (waiters >= waitingMax && !displace(ofSource.size() + 1))) {
            throw tooMany();
        }
        var waiter = new Waiter();
        ofSource.add(waiter);
        waiting.put(source, ofSource);
        waiters++;
        return waiter;
    }

    /**
     * Rejects the newest request of the source with the most.
     *
     * @param newcomers the number of requests that the newcomer's source would have, which must be smaller
     */
    private boolean displace(int newcomers) {
        var most = waiting.values().stream().max(Comparator.comparingInt(Deque::size));
        if (most.isEmpty() || most.get().size() <= newcomers) {
            return false;
        }
        var newest = most.get().removeLast();
        waiters--;
        newest.displaced = true;
        newest.turn.countDown();
        return true;
    }

    /** Releases a permit to the source whose last permit is the oldest. */
    synchronized void end() {
        if (waiting.isEmpty()) {
            free++;
            return;
        }
        var next = waiting.entrySet().iterator().next();
        waiting.remove(next.getKey());
        var waiter = next.getValue().remove();
        if (!next.getValue().isEmpty()) {
            waiting.put(next.getKey(), next.getValue());
        }
        waiters--;
        waiter.turn.countDown();
    }

    synchronized int waiting() {
        return waiters;
    }

    /** Leaves the queue. Returns false if the permit was granted meanwhile. */
    private synchronized boolean withdrawn(String source, Waiter waiter) {
        var ofSource = waiting.get(source);
        if (ofSource == null || !ofSource.remove(waiter)) {
            return false;
        }
        if (ofSource.isEmpty()) {
            waiting.remove(source);
        }
        waiters--;
        return true;
    }

    private static Problem tooMany() {
        return new Problem.Unavailable(
                "SERVICE_UNAVAILABLE", "Too many sign-ins are in progress; try again in a few seconds", RETRY_S);
    }
}

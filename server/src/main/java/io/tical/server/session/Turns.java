package io.tical.server.session;

import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns at something of which little is done at a time, fair between those who ask: the sources that wait have their turns one
 * after the other, so who comes alone does not wait behind a crowd from elsewhere. Who finds too long a queue is refused at
 * once, and nobody waits for longer than a while.
 */
public final class Turns {
    private static final int RETRY_S = 3;

    private final Duration waitMax;
    private final int waitingMax;
    private final int waitingOfSourceMax;
    private final ReentrantLock lock = new ReentrantLock();
    /** By source, the one whose turn is next first. */
    private final Map<String, Queue<Waiter>> waiting = new LinkedHashMap<>();

    private int waiters;
    private int free;

    private static final class Waiter {
        private final CountDownLatch turn = new CountDownLatch(1);
    }

    /**
     * @param atOnce turns at a time
     * @param waitingMax who wait at most
     * @param waitingOfSourceMax who wait of one source at most
     */
    public Turns(int atOnce, Duration waitMax, int waitingMax, int waitingOfSourceMax) {
        this.free = atOnce;
        this.waitMax = waitMax;
        this.waitingMax = waitingMax;
        this.waitingOfSourceMax = waitingOfSourceMax;
    }

    /**
     * Does something within a turn.
     *
     * @param source who asks
     * @throws Problem.Unavailable when too many wait, or the wait was too long
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
     * Waits for a turn, which {@link #end} must end.
     *
     * @throws Problem.Unavailable when too many wait, or the wait was too long
     */
    void await(String source) {
        var waiter = begin(source);
        if (waiter == null) {
            return;
        }
        try {
            if (waiter.turn.await(waitMax.toMillis(), TimeUnit.MILLISECONDS) || !withdrawn(source, waiter)) {
                return;
            }
        } catch (InterruptedException e) {
            if (!withdrawn(source, waiter)) {
                end();
            }
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a turn", e);
        }
        throw tooMany();
    }

    /** Begins a turn, or to wait for one; null for a turn. */
    private @Nullable Waiter begin(String source) {
        lock.lock();
        try {
            if (free > 0) {
                free--;
                return null;
            }
            var ofSource = waiting.getOrDefault(source, new ArrayDeque<>());
            if (waiters >= waitingMax || ofSource.size() >= waitingOfSourceMax) {
                throw tooMany();
            }
            var waiter = new Waiter();
            ofSource.add(waiter);
            waiting.put(source, ofSource);
            waiters++;
            return waiter;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a turn: the next one begins, of the source whose last turn is longest ago. */
    void end() {
        lock.lock();
        try {
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
        } finally {
            lock.unlock();
        }
    }

    /** Takes back a wait; answers false when its turn has come meanwhile. */
    private boolean withdrawn(String source, Waiter waiter) {
        lock.lock();
        try {
            var ofSource = waiting.get(source);
            if (ofSource == null || !ofSource.remove(waiter)) {
                return false;
            }
            if (ofSource.isEmpty()) {
                waiting.remove(source);
            }
            waiters--;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private static Problem tooMany() {
        return new Problem.Unavailable(
                "SERVICE_UNAVAILABLE", "Too many people are signing in now; try again in a few seconds", RETRY_S);
    }
}

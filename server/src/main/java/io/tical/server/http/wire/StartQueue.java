package io.tical.server.http.wire;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Starts accepted connections, with a limited rate and bursts. So a flood of new connections does not delay established
 * ones. Networks are served in rotation, so it does not delay single clients of other networks either.
 *
 * @param <T> a connection
 */
final class StartQueue<T> {
    private final Start<T> start;
    private final int burst;
    private final long intervalNs;
    private final int waitingMax;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** By network, in the order of the next start. */
    private final Map<String, Queue<T>> waiting = new LinkedHashMap<>();
    /** Each start advances it by one interval. No start is allowed while it is in the future. */
    private long paidUntilNs = Long.MIN_VALUE;

    private boolean closed;

    /** Operations on connections. */
    interface Start<T> {
        String network(T item);

        /** Whether the connection was closed while it waited, and is skipped. */
        boolean isGone(T item);

        void begin(T item);

        /** Refuses one: too many wait, or the service stops. */
        void drop(T item);
    }

    /**
     * @param burst starts without delay after an idle period
     * @param perSecond sustained starts per second
     */
    StartQueue(String name, int burst, int perSecond, int waitingMax, Start<T> start) {
        this.start = start;
        this.burst = burst;
        this.intervalNs = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.waitingMax = waitingMax;
        this.thread = Thread.ofPlatform().name(name + "-starts").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Starts a connection now, or queues it. */
    void add(T item) {
        if (!wait(item)) {
            start.begin(item);
        }
    }

    /** Lets one wait; answers false when it may start now. */
    private boolean wait(T item) {
        T dropped = null;
        lock.lock();
        try {
            if (count == 0 && mayStart()) {
                return false;
            }
            waiting.computeIfAbsent(start.network(item), network -> new ArrayDeque<>())
                    .add(item);
            count++;
            if (count > waitingMax) {
                dropped = newestOfMost();
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
        if (dropped != null) {
            start.drop(dropped);
        }
        return true;
    }

    private T newestOfMost() {
        var most = waiting.entrySet().stream()
                .max(Comparator.comparingInt(network -> network.getValue().size()))
                .orElseThrow();
        var newest = most.getValue().removeLast();
        if (most.getValue().isEmpty()) {
            waiting.remove(most.getKey());
        }
        count--;
        return newest;
    }

    /** Consumes one start if the rate allows it now. */
    private boolean mayStart() {
        var now = System.nanoTime();
        paidUntilNs = Math.max(paidUntilNs, now - burst * intervalNs);
        if (paidUntilNs > now) {
            return false;
        }
        paidUntilNs += intervalNs;
        return true;
    }

    private void run() {
        for (var next = next(); next != null; next = next()) {
            start.begin(next);
        }
        while (count > 0) {
            start.drop(newestOfMost());
        }
    }

    /** Waits for the next connection to start; null if the queue is closed and empty. */
    private @Nullable T next() {
        lock.lock();
        try {
            while (!closed) {
                if (count == 0) {
                    changed.awaitUninterruptibly();
                } else if (mayStart()) {
                    return poll();
                } else {
                    awaitTurn();
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void awaitStart() {
        while (!closed && !mayStart()) {
            try {
                changed.awaitNanos(paidUntilNs - System.nanoTime());
            } catch (InterruptedException e) {
                // Only the end of the process interrupts this thread.
                closed = true;
            }
        }
    }

    private T poll() {
        var networks = waiting.entrySet().iterator();
        var first = networks.next();
        networks.remove();
        var item = first.getValue().removeFirst();
        if (!first.getValue().isEmpty()) {
            waiting.put(first.getKey(), first.getValue());
        }
        count--;
        return item;
    }

    /** Starts all queued connections without a limit; each detects that the service is stopping. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }
}

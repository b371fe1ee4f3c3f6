package io.tical.server.http.wire;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
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
    }

    /**
     * @param burst starts without delay after an idle period
     * @param perSecond sustained starts per second
     */
    StartQueue(String name, int burst, int perSecond, Start<T> start) {
        this.start = start;
        this.burst = burst;
        this.intervalNs = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.thread = Thread.ofPlatform().name(name + "-starts").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Starts a connection now, or queues it. */
    void add(T item) {
        lock.lock();
        try {
            if (!waiting.isEmpty() || !mayStart()) {
                waiting.computeIfAbsent(start.network(item), network -> new ArrayDeque<>())
                        .add(item);
                changed.signal();
                return;
            }
        } finally {
            lock.unlock();
        }
        start.begin(item);
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
    }

    /** Waits for the next connection to start; null if the queue is closed and empty. */
    private @Nullable T next() {
        lock.lock();
        try {
            while (true) {
                var item = poll();
                if (item == null && closed) {
                    return null;
                }
                if (item == null) {
                    changed.awaitUninterruptibly();
                } else if (!start.isGone(item)) {
                    awaitStart();
                    return item;
                }
            }
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

    private @Nullable T poll() {
        var networks = waiting.entrySet().iterator();
        if (!networks.hasNext()) {
            return null;
        }
        var first = networks.next();
        networks.remove();
        var item = first.getValue().poll();
        if (!first.getValue().isEmpty()) {
            waiting.put(first.getKey(), first.getValue());
        }
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

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
 * Starts accepted connections: immediately while there are few, at a bounded rate while there are many. During a flood of new
 * connections the threads of established ones do not queue behind it for a processor, and networks take turns, so that a
 * single new client does not wait for the flood either.
 *
 * @param <T> connections
 */
final class StartQueue<T> {
    private final Start<T> start;
    private final int burst;
    private final long intervalNs;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** By network, the one whose turn is next first. */
    private final Map<String, Queue<T>> waiting = new LinkedHashMap<>();
    /** Each start moves it by one interval; while it is in the future, the rate allows no other. */
    private long paidUntilNs = Long.MIN_VALUE;

    private boolean closed;

    /** What is started. */
    interface Start<T> {
        String network(T item);

        /** Whether it was closed while it waited; then it is left out and costs nothing. */
        boolean isGone(T item);

        void begin(T item);
    }

    /**
     * @param burst starts that need not wait after a quiet time
     * @param perSecond starts a second in the long run
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

    /** Starts one now, or when it is its network's turn. */
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

    /** Takes one start out of what the rate allows now. */
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

    /** Waits for the next one that may start; null when the queue is closed and empty. */
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
                // Nobody but a process that ends interrupts this thread.
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

    /** Starts what waits, without a limit: every connection sees for itself that the service is stopping. */
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

package io.tical.server.http.wire;

import io.tical.server.load.TurnQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Starts connections: immediately while there are few, at a bounded rate while there are many. During a flood of new connections,
 * established connections keep processor time. Networks take turns, so that a single new client does not wait behind the flood.
 *
 * @param <T> connections
 */
final class StartQueue<T> {
    private final Function<T, String> network;
    private final Consumer<T> begin;
    private final Consumer<T> drop;
    private final Rate rate;
    private final int waitingMax;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final TurnQueue<T> waiting = new TurnQueue<>();
    private boolean closed;

    /**
     * @param burst the starts that need not wait after a quiet time
     * @param perSecond the starts per second in the long run
     * @param waitingMax the maximum number of waiting connections; above it, the network with the most loses its newest
     * @param drop refuses a connection because too many wait or the service stops
     */
    StartQueue(
            String name,
            int burst,
            int perSecond,
            int waitingMax,
            Function<T, String> network,
            Consumer<T> begin,
            Consumer<T> drop) {
        this.rate = new Rate(burst, perSecond);
        this.waitingMax = waitingMax;
        this.network = network;
        this.begin = begin;
        this.drop = drop;
        this.thread = Thread.ofPlatform().name(name + "-starts").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Starts a connection now, or when it is its network's turn. */
    void add(T item) {
        if (!enqueued(item)) {
            begin.accept(item);
        }
    }

    /** Adds a connection to the queue; returns false if it may start now. */
    private boolean enqueued(T item) {
        T dropped = null;
        lock.lock();
        try {
            if (waiting.size() == 0 && rate.allows()) {
                return false;
            }
            waiting.add(network.apply(item), item);
            if (waiting.size() > waitingMax) {
                dropped = waiting.pollNewestOfMost();
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
        if (dropped != null) {
            drop.accept(dropped);
        }
        return true;
    }

    private void run() {
        for (var next = next(); next != null; next = next()) {
            begin.accept(next);
        }
        for (var rest = waiting.poll(); rest != null; rest = waiting.poll()) {
            drop.accept(rest);
        }
    }

    /** Waits for the next connection that may start; null when the queue is closed. */
    private @Nullable T next() {
        lock.lock();
        try {
            while (!closed) {
                if (waiting.size() == 0) {
                    changed.awaitUninterruptibly();
                } else if (rate.allows()) {
                    return waiting.poll();
                } else if (changed.awaitNanos(rate.nextInNs()) > 0) {
                    // Another connection has arrived; the rate decides again.
                    continue;
                }
            }
            return null;
        } catch (InterruptedException e) {
            // This thread is interrupted only when the process ends.
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Starts no more connections, and drops the waiting ones. */
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

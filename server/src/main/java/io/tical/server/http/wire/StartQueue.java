package io.tical.server.http.wire;

import io.tical.server.work.TurnQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Starts connections: immediately while there are few, at a bounded rate while there are many. During a flood of new connections
 * the threads of established ones do not compete with the flood for a processor; and networks take turns, so that a single new
 * client does not wait for the flood.
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
     * @param burst starts that need not wait after a quiet time
     * @param perSecond starts a second in the long run
     * @param waitingMax connections that wait at most; then the network with the most loses its newest
     * @param drop refuses one: too many wait, or the service stops
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

    /** Starts one now, or when it is its network's turn. */
    void add(T item) {
        if (!wait(item)) {
            begin.accept(item);
        }
    }

    /** Lets one wait; answers false when it may start now. */
    private boolean wait(T item) {
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

    /** Waits for the next one that may start; null when the queue is closed. */
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
            // Only a process that ends interrupts this thread.
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Starts no more, and drops what waits. */
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

package io.tical.server.http.wire;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts connections: immediately while there are few, at a bounded rate while there are many. During a flood of new connections
 * the threads of established ones do not compete with the flood for a processor; and networks take turns, so that a single new
 * client does not wait for the flood. Most turns belong to networks that have just arrived, so that such a client does not even wait for
 * one connection of each network of the flood (as in the queueing discipline FQ-CoDel, RFC 8290).
 *
 * @param <T> connections
 */
final class StartQueue<T> {
    /** Turns of arrived networks between two turns of the others. */
    private static final int ARRIVED_IN_A_ROW = 3;

    private final Function<T, String> network;
    private final Consumer<T> begin;
    private final Consumer<T> drop;
    private final Rate rate;
    private final int waitingMax;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Networks that arrived since, the first one first. */
    private final SequencedMap<String, Deque<T>> arrived = new LinkedHashMap<>();
    /** Networks that had a turn, the next one first. One without connections leaves at its turn, and could then arrive again. */
    private final SequencedMap<String, Deque<T>> waiting = new LinkedHashMap<>();

    private int arrivedInARow;
    private int count;
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
            if (count == 0 && rate.allows()) {
                return false;
            }
            var from = network.apply(item);
            var known = waiting.get(from);
            (known != null ? known : arrived.computeIfAbsent(from, first -> new ArrayDeque<>())).add(item);
            count++;
            if (count > waitingMax) {
                dropped = newestOfMost();
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

    private T newestOfMost() {
        var most = Stream.concat(arrived.values().stream(), waiting.values().stream())
                .max(Comparator.comparingInt(Deque::size))
                .orElseThrow();
        count--;
        return most.removeLast();
    }

    private void run() {
        for (var next = next(); next != null; next = next()) {
            begin.accept(next);
        }
        while (count > 0) {
            drop.accept(newestOfMost());
        }
    }

    /** Waits for the next one that may start; null when the queue is closed. */
    private @Nullable T next() {
        lock.lock();
        try {
            while (!closed) {
                if (count == 0) {
                    changed.awaitUninterruptibly();
                } else if (rate.allows()) {
                    return poll();
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

    private T poll() {
        while (true) {
            var fromArrived = !arrived.isEmpty() && (waiting.isEmpty() || arrivedInARow < ARRIVED_IN_A_ROW);
            arrivedInARow = fromArrived ? arrivedInARow + 1 : 0;
            var first = (fromArrived ? arrived : waiting).pollFirstEntry();
            var item = first.getValue().pollFirst();
            if (item != null) {
                waiting.put(first.getKey(), first.getValue());
                count--;
                if (count == 0) {
                    arrived.clear();
                    waiting.clear();
                }
                return item;
            }
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

package io.tical.server.http.wire;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Limits the bytes that all connections hold in memory: unanswered requests and unread responses. Above seven eighths of
 * the limit, it closes connections that wait for their client, starting with the network that holds the most. So other
 * clients wait for memory only if closing does not keep up.
 */
final class ByteBudget {
    private static final long PAUSE_NS = 1_000_000;
    private static final int ATTEMPTS_MAX = 2_000;

    private final long most;
    private final long margin;
    private final AtomicLong bytes = new AtomicLong();
    private final List<Connections> sockets = new CopyOnWriteArrayList<>();
    private final ReentrantLock evicting = new ReentrantLock();

    ByteBudget(long most) {
        this.most = most;
        this.margin = most / 8;
    }

    void watch(Connections connections) {
        sockets.add(connections);
    }

    /** The open connections of all sockets. */
    Stream<Connection> connections() {
        return sockets.stream().flatMap(Connections::stream);
    }

    void add(long count) {
        bytes.addAndGet(count);
    }

    /** Closes connections if little of the limit is left. */
    void makeRoom() {
        // Only one thread at a time scans all connections. It checks again afterwards, on behalf of those that could
        // not.
        var evicted = true;
        while (evicted && bytes.get() > most - margin && evicting.tryLock()) {
            try {
                evicted = evict();
            } finally {
                evicting.unlock();
            }
        }
    }

    /**
     * Waits until more bytes may be received. A closed connection releases its bytes only when its thread ends.
     *
     * @return whether more bytes may be received
     */
    boolean awaitRoom(Connection connection) {
        for (int attempt = 0; bytes.get() > most; attempt++) {
            makeRoom();
            if (attempt == ATTEMPTS_MAX || connection.evicted()) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        return true;
    }

    /** Closes connections; returns whether it closed any. */
    private boolean evict() {
        record Holder(Connection connection, long bytes, long progressNs) {}
        var networks = new HashMap<String, Long>();
        var holders = new ArrayList<Holder>();
        connections().filter(connection -> !connection.evicted()).forEach(connection -> {
            var held = connection.heldBytes();
            networks.merge(connection.network(), held, Long::sum);
            holders.add(new Holder(connection, held, connection.progressNs()));
        });
        var surplus = holders.stream().mapToLong(Holder::bytes).sum() - (most - 2 * margin);
        if (surplus <= margin) {
            return false;
        }
        holders.sort(Comparator.comparingLong((Holder holder) ->
                        -networks.getOrDefault(holder.connection().network(), 0L))
                .thenComparingLong(holder -> -holder.bytes())
                .thenComparingLong(Holder::progressNs));
        var evicted = false;
        for (var holder : holders) {
            if (surplus > 0 && holder.bytes() > 0 && waits(holder.connection().phase())) {
                surplus -= holder.bytes();
                holder.connection().evict(ClientErrorLog.Kind.BYTES_EVICTED);
                evicted = true;
            }
        }
        return evicted;
    }

    private static boolean waits(Connection.Phase phase) {
        return switch (phase) {
            case HEAD, BODY, WRITING, LINGERING -> true;
            case IDLE, HANDLING -> false;
        };
    }
}

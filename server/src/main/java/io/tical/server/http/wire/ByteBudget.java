package io.tical.server.http.wire;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The bytes that all connections of the process hold in memory: requests that have not been answered, and answers that have
 * not been read. When there are too many, connections are closed that wait for their client: of the address that holds the most.
 */
final class ByteBudget {
    private final long most;
    private final AtomicLong bytes = new AtomicLong();
    private final List<Connections> sockets = new CopyOnWriteArrayList<>();
    private final ReentrantLock relieving = new ReentrantLock();

    ByteBudget(long most) {
        this.most = most;
    }

    /** Counts the connections of one more socket. */
    void watch(Connections connections) {
        sockets.add(connections);
    }

    void add(long count) {
        bytes.addAndGet(count);
    }

    long bytes() {
        return bytes.get();
    }

    /** Whether so many more bytes fit, after connections were closed if they did not. */
    boolean roomFor(long count) {
        return bytes.get() + count <= most || relieve(count);
    }

    private boolean relieve(long count) {
        relieving.lock();
        try {
            var holders = sockets.stream()
                    .flatMap(Connections::stream)
                    .filter(connection -> !connection.evicted() && connection.heldBytes() > 0)
                    .toList();
            var held = holders.stream().mapToLong(Connection::heldBytes).sum();
            if (held + count <= most) {
                return true;
            }
            return held - evict(holders, held + count - most * 7 / 8) + count <= most;
        } finally {
            relieving.unlock();
        }
    }

    /** Closes until so many bytes are free, and answers how many are. */
    private static long evict(List<Connection> holders, long wanted) {
        var networks = new HashMap<String, Long>();
        holders.forEach(holder -> networks.merge(holder.network(), holder.heldBytes(), Long::sum));
        var victims = waiting(holders)
                .sorted(Comparator.comparingLong((Connection victim) -> -networks.getOrDefault(victim.network(), 0L))
                        .thenComparingLong(victim -> -victim.heldBytes())
                        .thenComparingLong(Connection::progressNs))
                .iterator();
        var freed = 0L;
        while (freed < wanted && victims.hasNext()) {
            var victim = victims.next();
            freed += victim.heldBytes();
            victim.evict(ClientErrorLog.Kind.BYTES_EVICTED);
        }
        return freed;
    }

    private static Stream<Connection> waiting(List<Connection> holders) {
        return holders.stream().filter(holder -> switch (holder.phase()) {
            case HEAD, BODY, WRITING, LINGERING -> true;
            case IDLE, HANDLING -> false;
        });
    }
}

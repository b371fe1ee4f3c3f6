package io.tical.server.http.wire;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bytes that all connections of the process hold in memory: requests that have not been answered, and answers that have
 * not been read. When there are too many, connections are closed that wait for their client: of the address that holds the most.
 */
final class ByteBudget {
    private static final long PAUSE_NS = 10_000_000;
    private static final int ATTEMPTS_MAX = 200;

    private final long most;
    private final AtomicLong bytes = new AtomicLong();
    private final List<Connections> sockets = new CopyOnWriteArrayList<>();
    private final ReentrantLock evicting = new ReentrantLock();

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

    /** Closes connections if too many bytes are held. */
    void makeRoom() {
        // One thread at a time looks at all connections; for the others it does what they need.
        if (bytes.get() > most && evicting.tryLock()) {
            try {
                evict();
            } finally {
                evicting.unlock();
            }
        }
    }

    /**
     * Waits until more bytes may be received. Those of a closed connection are free only when its thread has ended, which
     * needs the processor as much as whoever waits here.
     *
     * @return whether there is room now
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

    private void evict() {
        record Holder(Connection connection, long bytes, long progressNs) {}
        var networks = new HashMap<String, Long>();
        var holders = new ArrayList<Holder>();
        sockets.stream()
                .flatMap(Connections::stream)
                .filter(connection -> !connection.evicted())
                .forEach(connection -> {
                    var held = connection.heldBytes();
                    networks.merge(connection.network(), held, Long::sum);
                    holders.add(new Holder(connection, held, connection.progressNs()));
                });
        var surplus = holders.stream().mapToLong(Holder::bytes).sum() - most * 7 / 8;
        if (surplus <= 0) {
            return;
        }
        holders.sort(Comparator.comparingLong((Holder holder) ->
                        -networks.getOrDefault(holder.connection().network(), 0L))
                .thenComparingLong(holder -> -holder.bytes())
                .thenComparingLong(Holder::progressNs));
        for (var holder : holders) {
            if (surplus <= 0) {
                return;
            }
            if (holder.bytes() > 0 && waits(holder.connection().phase())) {
                surplus -= holder.bytes();
                holder.connection().evict(ClientErrorLog.Kind.BYTES_EVICTED);
            }
        }
    }

    private static boolean waits(Connection.Phase phase) {
        return switch (phase) {
            case HEAD, BODY, WRITING, LINGERING -> true;
            case IDLE, HANDLING -> false;
        };
    }
}

package io.tical.server.http.wire;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The open connections of one socket, up to a maximum. At the maximum, a new connection replaces one that waits for its
 * client: first one of the network with the most connections, if it has more than the new one's network would have;
 * then any that has been silent for a while. So neither one network nor many silent clients can block others.
 */
final class Connections {
    /** A connection without progress for this long may be replaced. */
    private static final long SILENT_NS = 1_000_000_000;

    /** The fraction of connections that one eviction closes, because the search costs the same for one as for many. */
    private static final int EVICTED_PART = 256;

    private final String name;
    private final int most;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    /** The connections by network, except those of proxies, so that a flooding network is found quickly. */
    private final Map<String, Set<Connection>> networks = new ConcurrentHashMap<>();

    Connections(String name, int most) {
        this.name = name;
        this.most = most;
    }

    String name() {
        return name;
    }

    int most() {
        return most;
    }

    int count() {
        return open.size();
    }

    Stream<Connection> stream() {
        return open.stream();
    }

    /**
     * Admits a new connection, and replaces others if necessary. Called by one thread.
     *
     * @return whether it was admitted
     */
    boolean admit(Connection newcomer) {
        if (free() <= 0 && !makeRoom(newcomer)) {
            return false;
        }
        open.add(newcomer);
        if (!newcomer.proxy()) {
            networks.compute(newcomer.network(), (network, present) -> {
                var connections = present == null ? ConcurrentHashMap.<Connection>newKeySet() : present;
                connections.add(newcomer);
                return connections;
            });
        }
        return true;
    }

    void remove(Connection connection) {
        if (open.remove(connection) && !connection.proxy()) {
            networks.computeIfPresent(connection.network(), (network, connections) -> {
                connections.remove(connection);
                return connections.isEmpty() ? null : connections;
            });
        }
    }

    private boolean makeRoom(Connection newcomer) {
        var now = System.nanoTime();
        var others = newcomer.proxy() ? 0 : countOf(newcomer.network());
        var room = Math.max(1, most / EVICTED_PART);
        for (var connections : byCount()) {
            for (var victim : inOrder(connections)) {
                if (free() >= room) {
                    return true;
                }
                if (replaceable(victim, newcomer, others + 1, now)) {
                    evict(victim);
                }
            }
        }
        return free() > 0;
    }

    /** The connections of each network, in descending order of their number; those of proxies last. */
    private List<Collection<Connection>> byCount() {
        record Network(Collection<Connection> connections, int count) {}
        var sorted = networks.values().stream()
                .map(connections -> new Network(connections, connections.size()))
                .sorted(Comparator.comparingInt(Network::count).reversed())
                .map(Network::connections);
        return Stream.concat(
                        sorted,
                        Stream.of(open.stream().filter(Connection::proxy).toList()))
                .toList();
    }

    /** Whether a new connection, of a network that would then have {@code newcomers}, may replace an open one. */
    private boolean replaceable(Connection open, Connection newcomer, int newcomers, long now) {
        var silent = now - open.progressNs() >= SILENT_NS;
        if (open.proxy() || open.network().equals(newcomer.network())) {
            return silent;
        }
        var count = countOf(open.network());
        return count > newcomers || (count == newcomers && silent);
    }

    /** The connections that wait for their client, the cheapest to close first. */
    private static List<Connection> inOrder(Collection<Connection> connections) {
        record Candidate(Connection connection, boolean midway, long progressNs) {}
        return connections.stream()
                .filter(connection -> connection.phase() != Connection.Phase.HANDLING)
                .map(connection -> new Candidate(connection, isMidway(connection.phase()), connection.progressNs()))
                .sorted(Comparator.comparing(Candidate::midway).thenComparingLong(Candidate::progressNs))
                .map(Candidate::connection)
                .toList();
    }

    private static boolean isMidway(Connection.Phase phase) {
        return switch (phase) {
            case IDLE, HEAD, LINGERING -> false;
            case BODY, HANDLING, WRITING -> true;
        };
    }

    private int countOf(String network) {
        return networks.getOrDefault(network, Set.of()).size();
    }

    /** Frees the connection's capacity immediately; its thread ends shortly afterwards. */
    private void evict(Connection victim) {
        remove(victim);
        victim.evict(ClientErrorLog.Kind.CONNECTION_EVICTED);
    }

    /**
     * Closes the connections that have been silent longest, to free file descriptors. Called by the accepting thread.
     */
    void shed() {
        var now = System.nanoTime();
        byCount().stream()
                .flatMap(connections -> inOrder(connections).stream())
                .filter(connection -> now - connection.progressNs() >= SILENT_NS)
                .limit(Math.max(1, most / EVICTED_PART))
                .forEach(this::evict);
    }

    private int free() {
        return most - open.size();
    }
}

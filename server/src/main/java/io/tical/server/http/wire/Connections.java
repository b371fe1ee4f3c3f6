package io.tical.server.http.wire;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The open connections of one socket, at most so many. When all are taken, a newcomer gets the place of one that waits for its
 * client: first of the address that has the most, if it has more than the newcomer's would, then of any whose client has been
 * silent for a while. So neither one address nor many silent ones can keep others out.
 */
final class Connections {
    /** A client that has sent and read nothing for so long gives way to another one. */
    private static final long SILENT_NS = 1_000_000_000;

    /** So many are closed at a time, as a part of all: looking for them costs as much for one as for many. */
    private static final int EVICTED_PART = 64;

    private final String name;
    private final int most;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    /** The same by address, but for those of proxies: whoever floods is found without a look at everybody else. */
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
     * Takes in a newcomer, in the place of others if need be; called by one thread.
     *
     * @return whether there is a place for it
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
                if (givesWay(victim, newcomer, others + 1, now)) {
                    evict(victim);
                }
            }
        }
        return free() > 0;
    }

    /** The connections of each address, of the one with the most first; those of proxies last. */
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

    /** Whether an open connection is worth less than a new one of an address that would then have so many. */
    private boolean givesWay(Connection open, Connection newcomer, int newcomers, long now) {
        var silent = now - open.progressNs() >= SILENT_NS;
        if (open.proxy() || open.network().equals(newcomer.network())) {
            return silent;
        }
        var count = countOf(open.network());
        return count > newcomers || (count == newcomers && silent);
    }

    /** Those that wait for their client: what would cost least first. */
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

    /** Its place is free at once; its thread leaves in a moment. */
    private void evict(Connection victim) {
        remove(victim);
        victim.evict(ClientErrorLog.Kind.CONNECTION_EVICTED);
    }

    /** Gives back some descriptors, of those that have been silent longest; called by the thread that accepts. */
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

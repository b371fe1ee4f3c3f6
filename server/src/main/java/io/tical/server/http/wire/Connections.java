package io.tical.server.http.wire;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of one socket, up to a maximum. At the maximum, a new connection replaces one that waits for its
 * client: first one of the network with the most connections, if it has more than the new one's network would have;
 * then any that has been silent for a while. So neither one network nor many silent clients can block others.
 */
final class Connections {
    /** A connection without progress for this long may be replaced. */
    private static final long SILENT_NS = 1_000_000_000;

    /** How long the result of a search for connections to replace is used. */
    private static final long SEARCH_PERIOD_NS = 250_000_000;

    /** The pause between searches for each open connection, about ten times the cost of checking one. */
    private static final long SEARCH_PAUSE_NS = 1_500;

    /** The fraction of connections that are closed to free file descriptors. */
    private static final int CLOSED_PART = 256;

    private final int most;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    /** The connections by network, except those of proxies, so that a flooding network is found quickly. */
    private final Map<String, Set<Connection>> networks = new ConcurrentHashMap<>();
    /** The result of the last search, by network. Used only by the accepting thread, like the next field. */
    private List<PriorityQueue<Candidate>> victims = List.of();

    private long searchedNs = System.nanoTime() - SEARCH_PERIOD_NS;

    Connections(int most) {
        this.most = most;
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
        var now = System.nanoTime();
        if (open.size() >= most && !makeRoom(newcomer, now)) {
            return false;
        }
        if (now - searchedNs > SEARCH_PERIOD_NS) {
            // Releases closed connections after a flood.
            victims = List.of();
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

    private boolean makeRoom(Connection newcomer, long now) {
        var age = now - searchedNs;
        var made = age < SEARCH_PERIOD_NS && evictFor(newcomer, now);
        if (!made && age > SEARCH_PAUSE_NS * open.size()) {
            search(now);
            made = evictFor(newcomer, now);
        }
        return made;
    }

    private boolean evictFor(Connection newcomer, long now) {
        var newcomers = (newcomer.proxy() ? 0 : countOf(newcomer.network())) + 1;
        for (var candidates : victims) {
            var first = current(candidates);
            if (first != null && replaceable(first, newcomer, newcomers, now)) {
                evict(first);
                return true;
            }
        }
        return false;
    }

    /** Finds the connections that wait for their client. One search serves many newcomers. */
    private void search(long now) {
        searchedNs = now;
        victims = byCount().flatMap(Connections::candidates).toList();
    }

    /** The connections of each network, in descending order of their number; those of proxies last. */
    private Stream<Collection<Connection>> byCount() {
        record Network(Collection<Connection> connections, int count) {}
        var sorted = networks.values().stream()
                .map(connections -> new Network(connections, connections.size()))
                .sorted(Comparator.comparingInt(Network::count).reversed())
                .map(Network::connections);
        return Stream.concat(
                sorted, Stream.of(open.stream().filter(Connection::proxy).toList()));
    }

    /** Whether a new connection, of a network that would then have {@code newcomers}, may replace an open one. */
    private boolean replaceable(Connection open, Connection newcomer, int newcomers, long now) {
        if (open.proxy() || open.network().equals(newcomer.network())) {
            return isSilent(open, now);
        }
        var count = countOf(open.network());
        return count > newcomers || (count == newcomers && isSilent(open, now));
    }

    private static boolean isSilent(Connection open, long now) {
        return now - open.progressNs() >= SILENT_NS;
    }

    /** A connection that waits for its client, with the time of its last progress. */
    private record Candidate(Connection connection, long progressNs) {
        boolean waits() {
            return connection.progressNs() == progressNs && connection.phase() != Connection.Phase.HANDLING;
        }
    }

    /**
     * The connections of a network that wait for their client, ordered by the cost of closing them: first those without a request, then
     * those within one, and among these the longest silent first.
     */
    private static Stream<PriorityQueue<Candidate>> candidates(Collection<Connection> connections) {
        // Times of System.nanoTime are compared by their difference.
        Comparator<Candidate> order = (one, other) -> Long.signum(one.progressNs() - other.progressNs());
        var waiting = new PriorityQueue<>(order);
        var midway = new PriorityQueue<>(order);
        for (var connection : connections) {
            var progressNs = connection.progressNs();
            switch (connection.phase()) {
                case IDLE, HEAD, LINGERING -> waiting.add(new Candidate(connection, progressNs));
                case BODY, WRITING -> midway.add(new Candidate(connection, progressNs));
                case HANDLING -> {}
            }
        }
        return Stream.of(waiting, midway).filter(candidates -> !candidates.isEmpty());
    }

    /** The first candidate that still waits; null if there is none. */
    private @Nullable Connection current(PriorityQueue<Candidate> candidates) {
        for (var first = candidates.peek(); first != null; first = candidates.peek()) {
            if (first.waits() && open.contains(first.connection())) {
                return first.connection();
            }
            candidates.remove();
        }
        return null;
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
    void closeSilent() {
        var now = System.nanoTime();
        search(now);
        var left = Math.max(1, most / CLOSED_PART);
        for (var candidates : victims) {
            for (var first = current(candidates); left > 0 && first != null; first = current(candidates)) {
                if (!isSilent(first, now)) {
                    break;
                }
                evict(first);
                left--;
            }
        }
    }
}

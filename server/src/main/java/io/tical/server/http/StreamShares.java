package io.tical.server.http;

import io.tical.server.problem.Problem;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Limits the event streams of a surface without credentials. At the maximum, a new stream replaces one of the network with the most
 * streams, if that network has more than the newcomer's would have. So one network cannot exclude others.
 */
final class StreamShares {
    /** The maximum number of streams of one token; several people or tabs may have the same page open. */
    static final int OF_TOKEN_MAX = 4;

    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Deque<Place>> networks = new HashMap<>();
    private final Map<String, Integer> tokens = new HashMap<>();
    private int taken;

    /** @param most the maximum number of streams */
    StreamShares(int most) {
        this.most = most;
    }

    /** The permit of one stream, until it is closed or replaced. */
    final class Place implements AutoCloseable {
        private final String network;
        private final String token;
        private @Nullable EventStream events;
        private boolean given;

        private Place(String network, String token) {
            this.network = network;
            this.token = token;
        }

        /** Ends this stream when another one replaces it. */
        void hold(EventStream stream) {
            lock.lock();
            try {
                events = stream;
                if (given) {
                    stream.close();
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            lock.lock();
            try {
                free(this);
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Acquires a permit.
     *
     * @throws Problem.Unavailable {@code TOO_MANY_STREAMS}
     */
    Place take(String network, String token) {
        lock.lock();
        try {
            if (tokens.getOrDefault(token, 0) >= OF_TOKEN_MAX || (taken >= most && !givenUpFor(network))) {
                throw new Problem.Unavailable(
                        "TOO_MANY_STREAMS", "Too many streams are open; poll the payment instead");
            }
            var place = new Place(network, token);
            networks.computeIfAbsent(network, none -> new ArrayDeque<>()).addLast(place);
            tokens.merge(token, 1, Integer::sum);
            taken++;
            return place;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the newest stream of the network with the most streams, if that network has more than the newcomer's would have. */
    private boolean givenUpFor(String network) {
        var largest = networks.values().stream()
                .max(Comparator.comparingInt(Deque::size))
                .orElse(null);
        var own = networks.get(network);
        if (largest == null || largest.size() <= (own == null ? 0 : own.size()) + 1) {
            return false;
        }
        var victim = largest.getLast();
        free(victim);
        if (victim.events != null) {
            victim.events.close();
        }
        return true;
    }

    private void free(Place place) {
        if (place.given) {
            return;
        }
        place.given = true;
        taken--;
        tokens.computeIfPresent(place.token, (token, count) -> count == 1 ? null : count - 1);
        networks.computeIfPresent(place.network, (network, places) -> {
            places.remove(place);
            return places.isEmpty() ? null : places;
        });
    }
}

package io.tical.server.dashboard;

import io.tical.server.http.Problem;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Bounds who signs in at the same time, of one network and of all: the surplus is refused before it costs anything. */
final class Crowd {
    private static final int RETRY_S = 3;

    private final int most;
    private final int mostOfSource;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> bySource = new HashMap<>();
    private int all;

    Crowd(int most, int mostOfSource) {
        this.most = most;
        this.mostOfSource = mostOfSource;
    }

    /** @throws Problem.Unavailable when there are too many already */
    <T> T within(String source, Supplier<T> signIn) {
        enter(source);
        try {
            return signIn.get();
        } finally {
            leave(source);
        }
    }

    private void enter(String source) {
        lock.lock();
        try {
            if (all >= most || bySource.getOrDefault(source, 0) >= mostOfSource) {
                throw new Problem.Unavailable(
                        "SERVICE_UNAVAILABLE",
                        "Too many people are signing in now; try again in a few seconds",
                        RETRY_S);
            }
            bySource.merge(source, 1, Integer::sum);
            all++;
        } finally {
            lock.unlock();
        }
    }

    private void leave(String source) {
        lock.lock();
        try {
            bySource.computeIfPresent(source, (same, count) -> count == 1 ? null : count - 1);
            all--;
        } finally {
            lock.unlock();
        }
    }
}

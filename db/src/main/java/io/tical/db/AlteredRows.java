package io.tical.db;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The altered rows that this node has met, for its health. Each is logged once. */
final class AlteredRows {
    private static final int ROWS_MAX = 20;
    /** Longer than the longest pause before background work looks at a row again. */
    private static final Duration KEPT = Duration.ofMinutes(20);

    private static final Logger LOG = LoggerFactory.getLogger(AlteredRows.class);

    /** When each was met last, of {@link System#nanoTime}. */
    private final Map<String, Long> met = new ConcurrentHashMap<>();

    void add(AlteredRow row) {
        if (met.size() < ROWS_MAX && met.put(row.sentence(), System.nanoTime()) == null) {
            LOG.error(row.sentence());
        }
    }

    /** A sentence about each that was met recently. */
    List<String> sentences() {
        var now = System.nanoTime();
        met.values().removeIf(at -> now - at > KEPT.toNanos());
        return met.keySet().stream().sorted().toList();
    }
}

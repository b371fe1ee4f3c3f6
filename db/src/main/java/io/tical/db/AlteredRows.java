package io.tical.db;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The altered rows that this node has found, for its health check. Each is logged when it is first found. */
final class AlteredRows {
    private static final int KEPT_MAX = 1_000;
    private static final int SHOWN_MAX = 20;
    /** Longer than the longest pause before background work reads a row again. */
    private static final Duration KEPT = Duration.ofMinutes(20);

    private static final Logger LOG = LoggerFactory.getLogger(AlteredRows.class);

    /** The sentence about each row, with the {@link System#nanoTime} at which it was last found. */
    private final Map<String, Long> foundAt = new ConcurrentHashMap<>();

    /** @param sentence names the row and the columns */
    void add(String sentence) {
        forgetOld();
        if (foundAt.replace(sentence, System.nanoTime()) == null
                && foundAt.size() < KEPT_MAX
                && foundAt.putIfAbsent(sentence, System.nanoTime()) == null) {
            LOG.error(sentence);
        }
    }

    private void forgetOld() {
        var now = System.nanoTime();
        foundAt.values().removeIf(at -> now - at > KEPT.toNanos());
    }

    /** A sentence about each recently found row; if there are many, about some of them, and the number of others. */
    List<String> sentences() {
        forgetOld();
        var all = foundAt.keySet().stream().sorted().toList();
        if (all.size() <= SHOWN_MAX) {
            return all;
        }
        var shown = new ArrayList<>(all.subList(0, SHOWN_MAX));
        shown.add("And " + (all.size() - SHOWN_MAX) + " more.");
        return shown;
    }
}

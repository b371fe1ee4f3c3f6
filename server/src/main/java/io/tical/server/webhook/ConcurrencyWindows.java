package io.tical.server.webhook;

import io.tical.server.merchant.CallbackEndpoint.Key;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How this node's attempts are shared between endpoints: each has its own {@link ConcurrencyWindow}, and those that fail together never
 * hold more than half of what the node does at once. Used by one thread.
 */
final class ConcurrencyWindows {
    /** Attempts that a node has under way at most. */
    static final int UNDER_WAY_MAX = 1_024;

    private static final int FAILING_MAX = UNDER_WAY_MAX / 2;

    private final Map<Key, ConcurrencyWindow> paces = new HashMap<>();
    private int underWay;

    /** How many attempts may begin now, whatever their endpoint. */
    int room() {
        return UNDER_WAY_MAX - underWay;
    }

    /** How many attempts at this endpoint may begin now. */
    int room(Key line, long nowNanos) {
        var pace = paces.get(line);
        if (pace == null) {
            return ConcurrencyWindow.START;
        }
        return pace.failing() && failingUnderWay() >= FAILING_MAX ? 0 : pace.room(nowNanos);
    }

    private int failingUnderWay() {
        // Attempts at endpoints that answer are short; what piles up are the others.
        return underWay < FAILING_MAX
                ? 0
                : paces.values().stream()
                        .filter(ConcurrencyWindow::failing)
                        .mapToInt(ConcurrencyWindow::underWay)
                        .sum();
    }

    void started(Key line, long nowNanos) {
        paces.computeIfAbsent(line, key -> new ConcurrencyWindow()).started(nowNanos);
        underWay++;
    }

    void ended(Key line, boolean answered, Duration took) {
        var pace = paces.get(line);
        if (pace == null) {
            throw new IllegalStateException("nothing was under way to " + line);
        }
        pace.ended(answered, took);
        underWay--;
    }

    void forget(long nowNanos) {
        paces.values().removeIf(pace -> pace.forgettable(nowNanos));
    }
}

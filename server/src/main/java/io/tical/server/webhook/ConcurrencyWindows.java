package io.tical.server.webhook;

import io.tical.server.merchant.CallbackEndpoint.Key;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How this node's attempts are shared between endpoints: each has its own {@link ConcurrencyWindow}, and endpoints that fail never hold
 * more than half of the node's attempts together. Used by one thread.
 */
final class ConcurrencyWindows {
    /** Attempts that a node has in flight at most. */
    static final int IN_FLIGHT_MAX = 1_024;

    private static final int FAILING_MAX = IN_FLIGHT_MAX / 2;

    private final Map<Key, ConcurrencyWindow> windows = new HashMap<>();
    private int inFlight;

    /** How many attempts may begin now, whatever their endpoint. */
    int available() {
        return IN_FLIGHT_MAX - inFlight;
    }

    /** How many attempts at this endpoint may begin now. */
    int available(Key endpoint, long nowNanos) {
        var window = windows.get(endpoint);
        if (window == null) {
            return ConcurrencyWindow.START;
        }
        return window.failing() && failingInFlight() >= FAILING_MAX ? 0 : window.available(nowNanos);
    }

    private int failingInFlight() {
        // Attempts at endpoints that answer are short; what piles up are the others.
        return inFlight < FAILING_MAX
                ? 0
                : windows.values().stream()
                        .filter(ConcurrencyWindow::failing)
                        .mapToInt(ConcurrencyWindow::inFlight)
                        .sum();
    }

    void started(Key endpoint, long nowNanos) {
        windows.computeIfAbsent(endpoint, key -> new ConcurrencyWindow()).started(nowNanos);
        inFlight++;
    }

    void ended(Key endpoint, boolean answered, Duration took) {
        var window = windows.get(endpoint);
        if (window == null) {
            throw new IllegalStateException("nothing was in flight to " + endpoint);
        }
        window.ended(answered, took);
        inFlight--;
    }

    void forget(long nowNanos) {
        windows.values().removeIf(window -> window.forgettable(nowNanos));
    }
}

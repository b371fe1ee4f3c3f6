package io.tical.server.webhook;

import java.time.Duration;

/**
 * How fast one endpoint is served by this node. Attempts under way are bounded by a window that opens while the endpoint
 * answers and closes while it does not, so that a slow or dead one holds a few connections and little time, whatever waits
 * for it. Used by one thread.
 */
final class ConcurrencyWindow {
    static final int START = 32;
    static final int MOST = 256;

    /** An answer within this time opens the window further. */
    static final Duration QUICK = Duration.ofMillis(500);

    /** Between two attempts at an endpoint that fails. */
    private static final long FAILING_PAUSE_NS = Duration.ofMillis(50).toNanos();
    /** After so long without an attempt it begins anew. */
    private static final long FORGOTTEN_NS = Duration.ofMinutes(10).toNanos();

    private int window = START;
    private int underWay;
    private boolean failing;
    private long lastStart;

    /** How many attempts may begin now. */
    int room(long nowNanos) {
        if (failing) {
            return underWay < window && nowNanos - lastStart >= FAILING_PAUSE_NS ? 1 : 0;
        }
        return window - underWay;
    }

    void started(long nowNanos) {
        underWay++;
        lastStart = nowNanos;
    }

    /**
     * @param answered whether the endpoint did its part: acknowledged the callback, or refused it for good
     * @param took how long the attempt lasted
     */
    void ended(boolean answered, Duration took) {
        underWay--;
        failing = !answered;
        if (!answered) {
            window = Math.max(1, window / 2);
        } else {
            var opened = took.compareTo(QUICK) < 0 ? 2 * window : window;
            window = Math.clamp(opened, START, MOST);
        }
    }

    boolean failing() {
        return failing;
    }

    int underWay() {
        return underWay;
    }

    boolean forgettable(long nowNanos) {
        return underWay == 0 && nowNanos - lastStart > FORGOTTEN_NS;
    }
}

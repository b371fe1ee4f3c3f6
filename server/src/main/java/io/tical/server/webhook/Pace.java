package io.tical.server.webhook;

import java.time.Duration;

/**
 * How fast one endpoint is served by this node. Attempts under way are bounded by a window that opens while the endpoint
 * answers and closes while it does not, so that a slow or dead one holds a few connections and little time, whatever waits
 * for it. Used by one thread.
 */
final class Pace {
    static final int START = 16;
    static final int MOST = 64;

    /** Between two attempts at an endpoint that fails. */
    private static final long FAILING_PAUSE_NS = Duration.ofMillis(50).toNanos();
    /** After so long without an attempt its failures are forgotten. */
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

    /** @param answered whether the endpoint did its part: acknowledged the callback, or refused it for good */
    void ended(boolean answered) {
        underWay--;
        failing = !answered;
        window = answered ? Math.min(MOST, Math.max(START, 2 * window)) : Math.max(1, window / 2);
    }

    boolean failing() {
        return failing;
    }

    int underWay() {
        return underWay;
    }

    /** Whether nothing would be lost by forgetting it. */
    boolean forgettable(long nowNanos) {
        return underWay == 0 && (!failing || nowNanos - lastStart > FORGOTTEN_NS);
    }
}

package io.tical.server.webhook;

import java.time.Duration;

/**
 * How many attempts this node makes at one endpoint. A window bounds the attempts in flight. It grows while the endpoint
 * answers and shrinks while it does not, so that a slow or dead one holds a few connections and little time, whatever its backlog. Used by one thread.
 */
final class ConcurrencyWindow {
    static final int START = 32;
    static final int MOST = 256;

    /** An answer within this time makes the window grow. */
    static final Duration QUICK = Duration.ofMillis(500);

    /** The pause between two attempts at a failing endpoint. */
    private static final long FAILING_PAUSE_NS = Duration.ofMillis(50).toNanos();
    /** After this time without an attempt, the window resets. */
    private static final long FORGOTTEN_NS = Duration.ofMinutes(10).toNanos();

    private int window = START;
    private int inFlight;
    private boolean failing;
    private long lastStart;

    /** How many attempts may begin now. */
    int available(long nowNanos) {
        if (failing) {
            return inFlight < window && nowNanos - lastStart >= FAILING_PAUSE_NS ? 1 : 0;
        }
        return window - inFlight;
    }

    void started(long nowNanos) {
        inFlight++;
        lastStart = nowNanos;
    }

    /**
     * @param answered whether the endpoint acknowledged the callback or refused it finally
     * @param took how long the attempt lasted
     */
    void ended(boolean answered, Duration took) {
        inFlight--;
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

    int inFlight() {
        return inFlight;
    }

    boolean forgettable(long nowNanos) {
        return inFlight == 0 && nowNanos - lastStart > FORGOTTEN_NS;
    }
}

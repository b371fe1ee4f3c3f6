package io.tical.server.webhook;

import io.tical.server.webhook.CallbackEndpoint.Key;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Shares this node's attempts between endpoints. Each endpoint has its own {@link ConcurrencyWindow}, and all failing endpoints together
 * have at most half of the node's attempts. Not thread-safe.
 */
final class ConcurrencyWindows {
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
        return window.failing && failingInFlight() >= FAILING_MAX ? 0 : window.available(nowNanos);
    }

    private int failingInFlight() {
        // Attempts at responding endpoints are short, so many attempts in flight belong to failing ones.
        return inFlight < FAILING_MAX
                ? 0
                : windows.values().stream()
                        .filter(window -> window.failing)
                        .mapToInt(window -> window.inFlight)
                        .sum();
    }

    void started(Key endpoint, long nowNanos) {
        windows.computeIfAbsent(endpoint, key -> new ConcurrencyWindow()).started(nowNanos);
        inFlight++;
    }

    void ended(Key endpoint, boolean isFinal, Duration took) {
        Objects.requireNonNull(windows.get(endpoint), "nothing was in flight").ended(isFinal, took);
        inFlight--;
    }

    void forget(long nowNanos) {
        windows.values().removeIf(window -> window.forgettable(nowNanos));
    }

    /**
     * The maximum number of attempts of this node in flight at one endpoint. It grows while the endpoint acknowledges callbacks or refuses
     * them permanently, and halves after any other outcome, so that a slow or dead endpoint occupies few connections, whatever its backlog.
     */
    static final class ConcurrencyWindow {
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
         * @param isFinal whether the endpoint acknowledged the callback or refused it permanently
         */
        void ended(boolean isFinal, Duration took) {
            inFlight--;
            failing = !isFinal;
            if (!isFinal) {
                window = Math.max(1, window / 2);
            } else {
                var opened = took.compareTo(QUICK) < 0 ? 2 * window : window;
                window = Math.clamp(opened, START, MOST);
            }
        }

        boolean forgettable(long nowNanos) {
            return inFlight == 0 && nowNanos - lastStart > FORGOTTEN_NS;
        }
    }
}

package io.tical.db;

import static org.awaitility.pollinterval.IterativePollInterval.iterative;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Looks after 5 ms for what a test awaits, and then at intervals that double up to 100 ms. Most of it takes milliseconds, and
 * Awaitility would look every 100 ms.
 */
public final class EagerAwait implements BeforeAllCallback {
    private static final Duration FIRST = Duration.ofMillis(5);
    private static final Duration LONGEST = Duration.ofMillis(100);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultPollInterval(iterative(EagerAwait::next, FIRST));
    }

    private static Duration next(Duration last) {
        var doubled = last.multipliedBy(2);
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }
}

package io.tical.server.webhook;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * When a delivery that was not acknowledged is tried again: after 5 s, then after twice as long each time, never more than
 * 6 h, every wait up to a fifth longer or shorter so that retries do not come in step. Twenty attempts in all, which take
 * about two days.
 */
final class RetrySchedule {
    static final int ATTEMPTS_MAX = 20;

    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofHours(6);
    private static final double JITTER = 0.2;

    private RetrySchedule() {}

    /**
     * How long to wait after an attempt.
     *
     * @param attempts how many were made, this one included
     * @return empty when it was the last
     */
    static Optional<Duration> after(int attempts, RandomGenerator random) {
        if (attempts >= ATTEMPTS_MAX) {
            return Optional.empty();
        }
        var doubled = FIRST.toMillis() << Math.min(attempts - 1, 30);
        var wait = (double) Math.min(doubled, LONGEST.toMillis());
        var factor = 1 + JITTER * (2 * random.nextDouble() - 1);
        return Optional.of(Duration.ofMillis(Math.round(wait * factor)));
    }
}

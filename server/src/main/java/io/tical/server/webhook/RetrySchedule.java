package io.tical.server.webhook;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The retry schedule of deliveries: exponential back-off from 5 s to at most 6 h, with 20 % jitter. There are 20
 * attempts within about two days.
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
     * @return empty after the last attempt
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

package io.tical.server;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;

/** For tests that read the date more than once. */
public final class Midnight {
    private static final LocalTime NEAR = LocalTime.of(23, 59);

    private Midnight() {}

    /** In the last minute of a day, waits for the next day. */
    public static void awaitIfNear(ZoneId zone) {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> LocalTime.now(TestService.CLOCK.withZone(zone)).isBefore(NEAR));
    }
}

package io.tical.server.http.wire;

import java.time.Duration;

/**
 * Deadlines for clients. They do not apply while a handler runs.
 *
 * @param head from the first byte of a request to the end of its headers; the first request starts with the connection
 * @param idle between two requests
 * @param body for a body of at most {@link #SMALL_BODY_BYTES_MAX} that is not {@code multipart}
 * @param upload for any other body
 * @param grace before the minimum rate of an upload or a response applies
 * @param bytesPerSecondMin the minimum average rate
 * @param linger how long the rest of a refused request is read, so that the client receives the response
 */
public record Deadlines(
        Duration head,
        Duration idle,
        Duration body,
        Duration upload,
        Duration grace,
        long bytesPerSecondMin,
        Duration linger) {
    /** Larger bodies have the deadline of uploads. */
    static final int SMALL_BODY_BYTES_MAX = 64 * 1024;

    public static Deadlines standard() {
        return new Deadlines(
                Duration.ofSeconds(10),
                Duration.ofMinutes(2),
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                Duration.ofSeconds(10),
                2_000,
                Duration.ofSeconds(1));
    }

    /** The maximum time for these bytes in nanoseconds. */
    long nanosFor(long bytes) {
        return grace.toNanos() + bytes * 1_000_000_000L / bytesPerSecondMin;
    }
}

package io.tical.server.http.wire;

import java.time.Duration;

/**
 * How long a client may take. A handler that runs long is no fault of the client and has no deadline here.
 *
 * @param head from the first byte of a request, for the first one from the connection's beginning, to the end of its headers
 * @param idle between two requests
 * @param body for a body of at most {@link #SMALL_BODY_BYTES_MAX} that is not {@code multipart}
 * @param upload for any other body
 * @param grace before the rate is looked at: of an upload, and of an answer that is being read
 * @param bytesPerSecondMin the rate, on average
 * @param linger how long the rest of a refused request is read, so that its sender can read the refusal
 */
public record Deadlines(
        Duration head,
        Duration idle,
        Duration body,
        Duration upload,
        Duration grace,
        long bytesPerSecondMin,
        Duration linger) {
    /** A larger body is taken for an upload. */
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

    /** Nanoseconds that so many bytes may take. */
    long nanosFor(long bytes) {
        return grace.toNanos() + bytes * 1_000_000_000L / bytesPerSecondMin;
    }
}

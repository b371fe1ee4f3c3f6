package io.tical.server.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Server-sent events for one client. */
public interface EventStream extends AutoCloseable {
    /**
     * Waits for events.
     *
     * @return encoded events; empty if none occurred within this time; null when the stream has ended
     */
    byte @Nullable [] next(Duration wait) throws InterruptedException;

    /** Ends the stream, also while another thread waits for events. */
    @Override
    void close();
}

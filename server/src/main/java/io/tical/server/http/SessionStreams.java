package io.tical.server.http;

import io.helidon.webserver.http.ServerResponse;
import io.tical.db.DatabaseUnavailable;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event streams of signed-in users. While a stream is open, one thread ends the streams whose session has ended. */
final class SessionStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionStreams.class);

    /** So short that a person who decides on what a stream shows notices within seconds that the service is lost. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(3);

    private final EventStreams streams = new EventStreams(HEARTBEAT);
    /** The open streams with the tokens of their sessions. */
    private final Map<EventStream, String> open = new ConcurrentHashMap<>();

    private final Function<Collection<String>, Set<String>> active;
    private final AtomicBoolean watched = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** @param active finds the tokens, among these, that have an active session */
    SessionStreams(Function<Collection<String>, Set<String>> active) {
        this.active = active;
    }

    /**
     * Sends events until the stream or the session ends or the client disconnects.
     *
     * @param token the token of the session, which is checked every {@link EventStreams#HEARTBEAT}
     */
    void send(ServerResponse response, String requestId, EventStream events, String token) {
        open.put(events, token);
        watch();
        try {
            streams.send(response, requestId, events);
        } finally {
            open.remove(events);
        }
    }

    private void watch() {
        if (watched.compareAndSet(false, true)) {
            Thread.ofVirtual().name("event-sessions").start(this::endInactive);
        }
    }

    /** Ends streams whose session has ended, until none is open. */
    private void endInactive() {
        try {
            while (!open.isEmpty() && !closed.await(EventStreams.HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS)) {
                var checked = Map.copyOf(open);
                var found = found(checked.values());
                checked.forEach((stream, token) -> {
                    if (!found.contains(token)) {
                        stream.close();
                    }
                });
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            watched.set(false);
        }
        // A stream may have been opened since this thread found none.
        if (!open.isEmpty() && closed.getCount() > 0) {
            watch();
        }
    }

    /** If the sessions cannot be checked, ends all streams; the clients reconnect and then receive the result. */
    private Set<String> found(Collection<String> tokens) {
        try {
            return active.apply(tokens);
        } catch (DatabaseUnavailable away) {
            LOG.debug("streams end because their sessions could not be checked", away);
        } catch (RuntimeException | Error failure) {
            LOG.error("streams end because their sessions could not be checked", failure);
        }
        return Set.of();
    }

    /** Ends all event streams, including those that are opened later. */
    @Override
    public void close() {
        closed.countDown();
        streams.close();
    }
}

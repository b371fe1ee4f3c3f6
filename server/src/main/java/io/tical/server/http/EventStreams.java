package io.tical.server.http;

import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import io.tical.db.DatabaseUnavailable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/**
 * The open streams of server-sent events of a surface. A stream writes on the thread of its connection, and only the time that it
 * writes counts against the client's deadline, so it stays open as long as its client reads. While any is open, one thread ends those
 * whose session has ended.
 */
final class EventStreams implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    /** The streams with the tokens of their sessions. */
    private final Map<EventStream, String> open = new ConcurrentHashMap<>();

    private final Function<Collection<String>, Set<String>> active;
    private final AtomicBoolean watched = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** @param active finds those of these tokens that have an active session */
    EventStreams(Function<Collection<String>, Set<String>> active) {
        this.active = active;
    }

    /**
     * Sends events until the stream or the session ends or the client disconnects. A comment tells an idle client that the
     * connection works.
     *
     * @param token of the session, which is asked for as often as comments are due
     */
    void send(ServerResponse response, String requestId, EventStream events, String token) {
        open.put(events, token);
        watch();
        try (events) {
            if (closed.getCount() == 0) {
                events.close();
            }
            response.header("Content-Type", "text/event-stream");
            response.header(RequestId.HEADER.defaultCase(), requestId);
            response.header("Cache-Control", "no-store");
            response.header("X-Content-Type-Options", "nosniff");
            response.header("Referrer-Policy", "no-referrer");
            // For proxies that would collect a response before they send it.
            response.header("X-Accel-Buffering", "no");
            write(response, events);
        } catch (IOException gone) {
            throw new CloseConnectionException("the client is gone", gone);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(events);
        }
    }

    private static void write(ServerResponse response, EventStream events) throws IOException, InterruptedException {
        try (var out = response.outputStream()) {
            out.write(COMMENT);
            out.flush();
            for (var bytes = events.next(HEARTBEAT); bytes != null; bytes = events.next(HEARTBEAT)) {
                out.write(bytes.length == 0 ? COMMENT : bytes);
                out.flush();
            }
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
            while (!open.isEmpty() && !closed.await(HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS)) {
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
        // For one that was opened since this thread saw none.
        if (!open.isEmpty() && closed.getCount() > 0) {
            watch();
        }
    }

    /** If they cannot be checked, all clients connect again, and are told then. */
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

    /** Ends all streams, and every one that is opened later. */
    @Override
    public void close() {
        closed.countDown();
        open.keySet().forEach(EventStream::close);
    }
}

package io.tical.server.http;

import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import io.tical.db.DatabaseUnavailable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open streams of server-sent events of a surface. A stream writes on the thread of its connection, and only the time that it
 * writes counts against the client's deadline, so it stays open as long as its client reads.
 */
final class EventStreams implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Sends events until the stream or the session ends or the client disconnects. A comment tells an idle client that the
     * connection works.
     *
     * @param active whether the session is active; asked as often as comments are due
     */
    void send(ServerResponse response, String requestId, EventStream events, BooleanSupplier active) {
        open.add(events);
        try (events) {
            if (closed) {
                events.close();
            }
            response.header("Content-Type", "text/event-stream");
            response.header(RequestId.HEADER.defaultCase(), requestId);
            response.header("Cache-Control", "no-store");
            response.header("X-Content-Type-Options", "nosniff");
            response.header("Referrer-Policy", "no-referrer");
            // For proxies that would collect a response before they send it.
            response.header("X-Accel-Buffering", "no");
            write(response, events, active);
        } catch (IOException gone) {
            throw new CloseConnectionException("the client is gone", gone);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(events);
        }
    }

    private static void write(ServerResponse response, EventStream events, BooleanSupplier active)
            throws IOException, InterruptedException {
        try (var out = response.outputStream()) {
            out.write(COMMENT);
            out.flush();
            var checkedAt = System.nanoTime();
            for (var bytes = events.next(HEARTBEAT); bytes != null; bytes = events.next(HEARTBEAT)) {
                if (System.nanoTime() - checkedAt >= HEARTBEAT.toNanos()) {
                    if (!isActive(active)) {
                        return;
                    }
                    checkedAt = System.nanoTime();
                }
                out.write(bytes.length == 0 ? COMMENT : bytes);
                out.flush();
            }
        }
    }

    /** Without a database, the client connects again, and is told then. */
    private static boolean isActive(BooleanSupplier active) {
        try {
            return active.getAsBoolean();
        } catch (DatabaseUnavailable away) {
            LOG.debug("a stream ends because its session could not be checked", away);
            return false;
        }
    }

    /** Ends all streams, and every one that is opened later. */
    @Override
    public void close() {
        closed = true;
        open.forEach(EventStream::close);
    }
}

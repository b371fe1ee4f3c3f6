package io.tical.server.http;

import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open streams of server-sent events of a surface. A stream writes on the thread of its connection. Only the time of writes counts
 * against the client's deadline, so a stream stays open as long as its client reads.
 */
final class EventStreams implements AutoCloseable {
    /** The usual time between comments, which keeps proxies from closing an idle connection. */
    static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private final Duration heartbeat;
    private volatile boolean closed;

    /** @param heartbeat the maximum time without an event or a comment */
    EventStreams(Duration heartbeat) {
        this.heartbeat = heartbeat;
    }

    /**
     * Sends events until the stream ends or the client disconnects. Comments keep an idle connection open, also in proxies.
     */
    void send(ServerResponse response, String requestId, EventStream events) {
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
            // Keeps proxies from buffering the response.
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

    private void write(ServerResponse response, EventStream events) throws IOException, InterruptedException {
        try (var out = response.outputStream()) {
            out.write(COMMENT);
            out.flush();
            for (var bytes = events.next(heartbeat); bytes != null; bytes = events.next(heartbeat)) {
                out.write(bytes.length == 0 ? COMMENT : bytes);
                out.flush();
            }
        }
    }

    /** Ends all streams, including those that are opened later. */
    @Override
    public void close() {
        closed = true;
        open.forEach(EventStream::close);
    }
}

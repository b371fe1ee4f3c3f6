package io.tical.server.http;

import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A response of any length, which is sent while it is produced. Only one part is in memory. A failure before the first part is answered as
 * usual. A later failure closes the connection before the end of the response, so that clients recognise it as incomplete.
 *
 * @param type the media type
 * @param name the file name: letters, digits, dots, underscores and hyphens. If it is null, the parts together are the {@code data} of
 *     an {@link Envelope}, in JSON
 */
public record StreamedContent(String type, @Nullable String name, Producer producer) implements Content {
    private static final Logger LOG = LoggerFactory.getLogger(StreamedContent.class);
    private static final int WRITE_BYTES = 64 * 1024;

    public StreamedContent {
        if (name != null && !name.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("not a file name: " + name);
        }
    }

    /** Produces a response. Must not hold a database connection while it writes, because clients may read slowly. */
    @FunctionalInterface
    public interface Producer {
        void writeTo(Sink client);
    }

    /** Sends the parts of a response, and waits until the client reads them. */
    @FunctionalInterface
    public interface Sink {
        /** @throws CloseConnectionException if the client has disconnected or reads too slowly */
        void write(byte[] part);
    }

    /** JSON in the envelope. */
    public static StreamedContent json(Producer producer) {
        return new StreamedContent("application/json", null, producer);
    }

    /** A file that browsers save under this name, and never display or cache. */
    public static StreamedContent file(String type, String name, Producer producer) {
        return new StreamedContent(type, name, producer);
    }

    void send(ServerResponse response, String requestId) {
        var client = new Client(response, requestId);
        try {
            producer.writeTo(client);
            client.end();
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (RuntimeException | Error failure) {
            if (!client.begun()) {
                throw failure;
            }
            LOG.warn("request {}: the response ended early", requestId, failure);
            throw new CloseConnectionException("the response was not completed", failure);
        }
    }

    private final class Client implements Sink {
        private final ServerResponse response;
        private final String requestId;
        private @Nullable OutputStream out;

        Client(ServerResponse response, String requestId) {
            this.response = response;
            this.requestId = requestId;
        }

        boolean begun() {
            return out != null;
        }

        @Override
        public void write(byte[] part) {
            try {
                var to = begin();
                for (int at = 0; at < part.length; at += WRITE_BYTES) {
                    to.write(part, at, Math.min(WRITE_BYTES, part.length - at));
                }
            } catch (IOException gone) {
                throw new CloseConnectionException("the client is gone", gone);
            }
        }

        private OutputStream begin() throws IOException {
            if (out == null) {
                headers();
                out = response.outputStream();
                if (name == null) {
                    out.write(Envelope.head());
                }
            }
            return out;
        }

        private void headers() {
            if (name == null) {
                Responses.standardHeaders(requestId, (header, value) -> response.header(header, value));
            } else {
                Responses.pageHeaders(response, requestId, type, Responses.FILE_POLICY);
                response.header("Content-Disposition", "attachment; filename=\"" + name + "\"");
                response.header("Cache-Control", "no-store");
            }
            // Keeps proxies from buffering the response.
            response.header("X-Accel-Buffering", "no");
        }

        /** Writes the end of the response, which nothing else writes. */
        void end() {
            try (var to = begin()) {
                if (name == null) {
                    to.write(Envelope.tail(requestId, Map.of()));
                }
            } catch (IOException gone) {
                throw new CloseConnectionException("the client is gone", gone);
            }
        }
    }
}

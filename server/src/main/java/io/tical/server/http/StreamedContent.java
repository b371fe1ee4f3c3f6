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
 * A response of any length, which is sent while it is made. Only one part is in memory. A failure before the first part is answered like that
 * of any other request. A later one closes the connection before the end of the response, so that no client takes a part for the whole.
 *
 * @param type the media type
 * @param name of a file: letters, digits, dots, underscores and hyphens; or null, and the parts together are the {@code data} of an
 *     {@link Envelope}, in JSON
 */
public record StreamedContent(String type, @Nullable String name, Producer producer) implements Content {
    private static final Logger LOG = LoggerFactory.getLogger(StreamedContent.class);
    private static final int WRITE_BYTES = 64 * 1024;

    public StreamedContent {
        if (name != null && !name.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("not a file name: " + name);
        }
    }

    /** Makes a response. It holds no connection to the database while it writes, because clients may read slowly. */
    @FunctionalInterface
    public interface Producer {
        void writeTo(Sink client);
    }

    /** Takes the parts of a response, and waits until the client reads them. */
    @FunctionalInterface
    public interface Sink {
        /** @throws CloseConnectionException if the client has disconnected or reads too slowly */
        void write(byte[] part);
    }

    /** JSON in the envelope. */
    public static StreamedContent json(Producer producer) {
        return new StreamedContent("application/json", null, producer);
    }

    /** A file that a browser stores under this name, and never shows or keeps. */
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
            // For proxies that would collect a response before they send it.
            response.header("X-Accel-Buffering", "no");
        }

        /** Only this writes the end of the response. */
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

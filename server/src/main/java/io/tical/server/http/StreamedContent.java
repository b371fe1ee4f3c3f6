package io.tical.server.http;

import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response of any length, which is sent while it is produced. A failure before its first part is answered as usual. After that the
 * connection is closed before the end of the response, so that no client takes what it has received for all of it.
 *
 * @param type the media type
 * @param enveloped whether the parts together are the {@code data} of an {@link Envelope}, in JSON
 */
public record StreamedContent(String type, Map<String, String> headers, boolean enveloped, Producer producer)
        implements Content {
    private static final int WRITE_BYTES = 64 * 1024;

    /** Produces a response. It holds no connection to the database while it writes, because clients may read slowly. */
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
        return new StreamedContent("application/json", Map.of(), true, producer);
    }

    /** A file that browsers save under this name. */
    public static StreamedContent file(String type, String name, Producer producer) {
        var headers = Map.of("Content-Disposition", "attachment; filename=\"" + name + "\"");
        return new StreamedContent(type, headers, false, producer);
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
            Responses.failure(failure, requestId);
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
                Responses.standardHeaders(requestId, (name, value) -> response.header(name, value));
                response.header("Content-Type", type);
                headers.forEach((name, value) -> response.header(name, value));
                out = response.outputStream();
                if (enveloped) {
                    out.write(Envelope.head());
                }
            }
            return out;
        }

        /** Only this writes the end of the response. */
        void end() {
            try (var to = begin()) {
                if (enveloped) {
                    to.write(Envelope.tail(requestId, Map.of()));
                }
            } catch (IOException gone) {
                throw new CloseConnectionException("the client is gone", gone);
            }
        }
    }
}

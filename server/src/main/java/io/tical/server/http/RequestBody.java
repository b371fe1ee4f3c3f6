package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.tical.server.http.wire.BodyRefused;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads complete JSON bodies of limited size. */
final class RequestBody {
    /** The maximum size of a JSON body in bytes. */
    static final int BYTES_MAX = 64 * 1024;

    private static final int COLLECTED_BYTES_MIN = 512;

    private RequestBody() {}

    /** Reads the body; empty if there is none. */
    static byte[] read(ServerRequest request) {
        if (request.headers().contains(HeaderNames.CONTENT_ENCODING)) {
            throw new Problem.UnsupportedMedia("Send the body without Content-Encoding");
        }
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        // Not closed, because closing would read beyond a malformed chunk.
        var body = collect(request.content().inputStream());
        if (body.length > BYTES_MAX) {
            throw new Problem.TooLarge(BYTES_MAX);
        }
        return body;
    }

    /** Allocates memory for received bytes, not for the announced length, because many clients may send slowly. */
    private static byte[] collect(InputStream in) {
        var body = new byte[COLLECTED_BYTES_MIN];
        var length = 0;
        while (length <= BYTES_MAX) {
            if (length == body.length) {
                body = Arrays.copyOf(body, Math.min(2 * length, BYTES_MAX + 1));
            }
            var read = read(in, body, length, BYTES_MAX);
            if (read < 0) {
                break;
            }
            length += read;
        }
        return length == body.length ? body : Arrays.copyOf(body, length);
    }

    /**
     * Reads some bytes of a body.
     *
     * @param bytesMax the maximum size for this path
     * @return the number of bytes; -1 at the end
     */
    static int read(InputStream in, byte[] into, int offset, long bytesMax) {
        try {
            return in.read(into, offset, into.length - offset);
        } catch (BodyRefused refused) {
            throw switch (refused.reason()) {
                case BROKEN -> HttpProblem.brokenBody();
                case TIMED_OUT -> HttpProblem.timedOut();
                case NO_ROOM -> HttpProblem.bufferFull();
            };
        } catch (RequestException refused) {
            throw refused.status().code() == 413 ? new Problem.TooLarge(bytesMax) : HttpProblem.brokenBody();
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (IOException | RuntimeException broken) {
            throw HttpProblem.brokenBody();
        }
    }

    /** Refuses a body of another media type than JSON. A missing media type means JSON. */
    static void refuseOtherThanJson(ServerRequestHeaders headers) {
        if (headers.contains(HeaderNames.CONTENT_TYPE)) {
            requireJson(headers);
        }
    }

    /** Requires the JSON media type, which a form of another site cannot send. */
    static void requireJson(ServerRequestHeaders headers) {
        var type = headers.first(HeaderNames.CONTENT_TYPE).orElse("");
        if (!"application/json".equalsIgnoreCase(type.split(";", 2)[0].strip())) {
            throw new Problem.UnsupportedMedia("Send the body as Content-Type: application/json");
        }
    }
}

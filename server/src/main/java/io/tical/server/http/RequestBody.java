package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;

/** Reads a JSON body whole, as every surface takes it: bounded, not encoded, and complete. */
final class RequestBody {
    /** Bytes that a JSON body may have. */
    static final int BYTES_MAX = 64 * 1024;

    private RequestBody() {}

    /** The body's bytes, empty when there is none. */
    static byte[] read(ServerRequest request) {
        if (request.headers().contains(HeaderNames.CONTENT_ENCODING)) {
            throw new Problem.UnsupportedMedia("Send the body without Content-Encoding");
        }
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        byte[] body;
        try {
            // Not closed: closing would read on, and what follows a broken chunk is not this request's.
            body = request.content().inputStream().readNBytes(BYTES_MAX + 1);
        } catch (RequestException refused) {
            throw refused.status().code() == 413 ? new Problem.TooLarge(BYTES_MAX) : new Problem.BrokenBody();
        } catch (IOException | RuntimeException broken) {
            throw new Problem.BrokenBody();
        }
        if (body.length > BYTES_MAX) {
            throw new Problem.TooLarge(BYTES_MAX);
        }
        return body;
    }

    /** Refuses a body that says it is something else than JSON; one that does not say is taken for JSON. */
    static void refuseOtherThanJson(ServerRequestHeaders headers) {
        if (headers.contains(HeaderNames.CONTENT_TYPE)) {
            requireJson(headers);
        }
    }

    /** Refuses a body that does not say it is JSON: a form of another site cannot say so. */
    static void requireJson(ServerRequestHeaders headers) {
        var type = headers.contains(HeaderNames.CONTENT_TYPE)
                ? headers.get(HeaderNames.CONTENT_TYPE).get()
                : "";
        var parameters = type.indexOf(';');
        if (!"application/json".equalsIgnoreCase((parameters < 0 ? type : type.substring(0, parameters)).strip())) {
            throw new Problem.UnsupportedMedia("Send the body as Content-Type: application/json");
        }
    }
}

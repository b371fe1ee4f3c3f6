package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.tical.server.problem.Problem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first filter of every socket. It refuses bodies that no path accepts before they are read. It closes connections
 * after responses with {@code Connection: close}, so that remaining bytes are never read as another request (RFC 9112,
 * section 6.3).
 */
final class Framing implements Filter {
    /** The largest body of any path in bytes: a slip of 10 MB in a multipart form. */
    static final long BODY_BYTES_MAX = 10_500_000;

    private static final Logger LOG = LoggerFactory.getLogger(Framing.class);

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        var headers = request.headers();
        if (headers.contains(HeaderNames.CONTENT_LENGTH)
                && Long.parseLong(headers.get(HeaderNames.CONTENT_LENGTH).get()) > BODY_BYTES_MAX) {
            Responses.fail(request, response, RequestId.of(headers), new Problem.TooLarge(BODY_BYTES_MAX));
        } else {
            // For responses of Helidon.
            response.header("X-Content-Type-Options", "nosniff");
            chain.proceed();
        }
        closeIfAnnounced(request, response);
    }

    /**
     * Helidon keeps reading after a response with {@code Connection: close}, and after refusing a request with {@code
     * Expect: 100-continue}. It would read the rest of the body as a request.
     */
    private static void closeIfAnnounced(RoutingRequest request, RoutingResponse response) {
        if (request.headers().contains(HeaderNames.EXPECT) && !request.continueSent()) {
            throw new CloseConnectionException("refused before the body was read");
        }
        if (response.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
            readToEnd(request);
            throw new CloseConnectionException("closed after the response");
        }
    }

    /**
     * Reads the body to its end, because a client that is still sending when the connection closes may not receive the
     * response.
     */
    private static void readToEnd(RoutingRequest request) {
        try {
            request.content().consume();
        } catch (RuntimeException broken) {
            LOG.trace("the rest of a body was not readable", broken);
        }
    }
}

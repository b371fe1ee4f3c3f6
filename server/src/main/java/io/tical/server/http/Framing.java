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
 * The first filter of every socket: refuses bodies that no path accepts before anything reads them, and closes a connection
 * whose answer announced it, so that what follows is never read as another request (RFC 9112, section 6.3).
 */
final class Framing implements Filter {
    /** Bytes that the largest body of any path may have: a slip of 10 MB and its multipart form. */
    static final long BODY_BYTES_MAX = 10_500_000;

    private static final Logger LOG = LoggerFactory.getLogger(Framing.class);

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        var headers = request.headers();
        if (headers.contains(HeaderNames.CONTENT_LENGTH)
                && Long.parseLong(headers.get(HeaderNames.CONTENT_LENGTH).get()) > BODY_BYTES_MAX) {
            Responses.fail(request, response, RequestId.of(headers), new Problem.TooLarge(BODY_BYTES_MAX));
            closeIfPromised(request, response);
            return;
        }
        // For the answers of Helidon itself.
        response.header("X-Content-Type-Options", "nosniff");
        chain.proceed();
        closeIfPromised(request, response);
    }

    /**
     * Helidon reads on after an answer that announced to close the connection, and after a refusal that did not wait for a
     * body it was asked to wait for ({@code Expect}): the rest of that body would be read as a request.
     */
    private static void closeIfPromised(RoutingRequest request, RoutingResponse response) {
        if (request.headers().contains(HeaderValues.EXPECT_100) && !request.continueSent()) {
            throw new CloseConnectionException("refused before its body");
        }
        if (response.headers().contains(HeaderValues.CONNECTION_CLOSE)) {
            readToEnd(request);
            throw new CloseConnectionException("answered, and closed as promised");
        }
    }

    /** A sender that is still sending when the connection closes may never see the answer. */
    private static void readToEnd(RoutingRequest request) {
        try {
            request.content().consume();
        } catch (RuntimeException broken) {
            LOG.trace("the rest of a body was not readable", broken);
        }
    }
}

package io.tical.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first filter of every socket: refuses a request whose end two readers could see in different places, and closes its
 * connection, so that what follows is never read as a second request (RFC 9112, section 6.3). It also refuses bodies that
 * no path takes, before anything reads them.
 */
final class Framing implements Filter {
    /** Bytes that the largest body of any path may have: a slip of 10 MB and what a multipart form puts around it. */
    static final long BODY_BYTES_MAX = 10_500_000;

    private static final Logger LOG = LoggerFactory.getLogger(Framing.class);
    /** RFC 3986, sections 3.3 and 3.4. */
    private static final Pattern PATH_AND_QUERY =
            Pattern.compile("/(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*+");

    private static final Pattern PLAIN_DIGITS = Pattern.compile("[0-9]{1,18}");

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        var headers = request.headers();
        if (ambiguous(headers)) {
            throw refused(
                    request,
                    response,
                    "Frame the body with one Content-Length of plain digits, or with Transfer-Encoding: chunked");
        }
        if (!PATH_AND_QUERY.matcher(RequestTarget.of(request)).matches()) {
            throw refused(
                    request, response, "The path or the query has a character that must be percent-encoded in a URI");
        }
        if (headers.contains(HeaderNames.CONTENT_LENGTH)
                && Long.parseLong(headers.get(HeaderNames.CONTENT_LENGTH).get()) > BODY_BYTES_MAX) {
            Responses.fail(request, response, RequestId.of(headers), new Problem.TooLarge(BODY_BYTES_MAX));
            closeIfPromised(request, response);
            return;
        }
        // For what Helidon itself answers; our own answers say it again.
        response.header("X-Content-Type-Options", "nosniff");
        chain.proceed();
        closeIfPromised(request, response);
    }

    private static CloseConnectionException refused(RoutingRequest request, RoutingResponse response, String message) {
        response.header("Connection", "close");
        Responses.fail(
                request, response, RequestId.of(request.headers()), new Problem.BadRequest("REQUEST_INVALID", message));
        return new CloseConnectionException(message);
    }

    /**
     * Helidon reads on after an answer that promised to close the connection, and after a refusal that did not wait for a
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

    private static boolean ambiguous(ServerRequestHeaders headers) {
        var length = headers.contains(HeaderNames.CONTENT_LENGTH);
        var coding = headers.contains(HeaderNames.TRANSFER_ENCODING);
        if (length && coding) {
            return true;
        }
        if (length) {
            return !PLAIN_DIGITS
                    .matcher(onlyLine(headers, HeaderNames.CONTENT_LENGTH))
                    .matches();
        }
        // To the letter: whatever else Helidon would take for a request without a body.
        return coding && !onlyLine(headers, HeaderNames.TRANSFER_ENCODING).equals("chunked");
    }

    private static String onlyLine(ServerRequestHeaders headers, HeaderName name) {
        var lines = headers.get(name).allValues();
        return lines.size() == 1 ? lines.getFirst() : "";
    }
}

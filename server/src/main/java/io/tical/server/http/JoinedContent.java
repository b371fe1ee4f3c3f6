package io.tical.server.http;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;

/**
 * A file in parts, of which some are the same for all clients. They are sent without copying them, because many clients may read a
 * large file slowly.
 *
 * @param tag the entity tag
 */
public record JoinedContent(String type, List<byte[]> parts, String tag) {
    /**
     * Serves GET and HEAD, with 304 if the client's copy is current. Clients revalidate each time.
     *
     * @throws HttpProblem for any other method
     */
    public void answer(ServerRequest request, ServerResponse response, String contentSecurityPolicy) {
        StaticContent.requireReading(request);
        response.header("Cache-Control", "no-cache");
        response.header("ETag", tag);
        Responses.pageHeaders(response, RequestId.of(request.headers()), type, contentSecurityPolicy);
        if (StaticContent.isKnown(request, tag)) {
            response.status(Status.NOT_MODIFIED_304).send();
        } else {
            Responses.send(request, response, parts);
        }
    }
}

package io.tical.server.http;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/** A file at an address that contains its version, so that browsers can cache it. */
public record KeptContent(StaticContent file) implements Content {
    void answer(ServerRequest request, ServerResponse response) {
        response.header("Cache-Control", "private, max-age=31536000, immutable");
        file.answerAsCached(request, response, Responses.FILE_POLICY);
    }
}
